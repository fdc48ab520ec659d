import { api, invalidateWorkspace, useWorkspace } from '@console/shared-auth';
import type { DeliveryState } from '@console/shared-contract/api';
import { defineUrlParams, param, useUrlParams } from '@console/shared-ui/basics';
import { useServerList } from '@console/shared-ui/pages';
import { useEffect } from 'react';

const PAGE_SIZE = 25;
const POLL_INTERVAL_MS = 2_000;
/** Choice of the filter that selects all deliveries. */
export const ALL_STATES = '';
export const DELIVERY_STATES = ['waiting', 'delivered', 'failed'] as const satisfies readonly DeliveryState[];

const webhookListParams = defineUrlParams({ page: param.page() }, 'webhook-');
export const deliveryListParams = defineUrlParams(
  {
    webhook: param.id(),
    state: param.oneOf<DeliveryState | typeof ALL_STATES>([ALL_STATES, ...DELIVERY_STATES], ALL_STATES),
    page: param.page(),
  },
  'delivery-',
);

export const useWebhookList = () =>
  useServerList({
    params: useUrlParams(webhookListParams),
    pageSize: PAGE_SIZE,
    // The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
    key: ['own:host', 'webhooks'],
    toFilter: () => ({}),
    load: (query, scope) => api.call('GET /webhooks/v2/webhook/', { query, ...scope }),
  });

/** The deliveries of the webhook in the URL. Reloads while a delivery is about to be sent. */
export function useDeliveryList() {
  const list = useServerList({
    params: useUrlParams(deliveryListParams),
    pageSize: PAGE_SIZE,
    key: ['own:host', 'webhook-deliveries'],
    identityParams: ['webhook'],
    toFilter: ({ webhook, state }) => ({ webhook, state: state || undefined }),
    load: ({ webhook, ...query }, { workspace, signal }) =>
      api.call('GET /webhooks/v2/webhook/{id}/delivery/', { params: { id: webhook }, query, workspace, signal }),
  });
  const { rows, refetch } = list;
  const isWaiting = rows?.some(({ state }) => state === 'waiting') ?? false;
  useEffect(() => {
    if (!isWaiting) return undefined;
    const timer = setInterval(refetch, POLL_INTERVAL_MS);
    return () => clearInterval(timer);
  }, [isWaiting, refetch]);
  return list;
}

/** Marks webhooks and deliveries as stale and refetches those that are shown. */
export async function refreshWebhooks(): Promise<void> {
  await Promise.all((['webhooks', 'webhook-deliveries'] as const).map((list) => invalidateWorkspace('own:host', list)));
}

/** Returns a function that creates the options of an API call for the webhook or delivery with the given id. */
export function useRowCall() {
  const { workspaceId } = useWorkspace();
  return (id: string) => ({ params: { id }, workspace: workspaceId });
}
