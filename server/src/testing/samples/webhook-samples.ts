import type { Db } from '../../platform/database/connection';
import { createBodySample, createSamples, createIdSample, createListSample } from './sample-factories';

/** A URL of a reserved domain, which has no addresses, so that no test sends anything. */
const RECEIVER_URL = 'https://receiver.invalid/events';

/** The rows that samples of webhooks use. */
interface WebhookRows {
  webhook: string;
  delivery: string;
}

/** Samples (valid example requests) of the calls on webhooks. */
export function createWebhookSamples(rows: WebhookRows) {
  const kinds = ['job.completed', 'model.promoted'];
  return {
    'GET /webhooks/v2/webhook/': createListSample(),
    'POST /webhooks/v2/webhook/': createSamples({ name: 'Pipeline', url: RECEIVER_URL, kinds }),
    'PATCH /webhooks/v2/webhook/{id}': createBodySample(rows.webhook, {
      name: 'Renamed',
      url: RECEIVER_URL,
      kinds,
      enabled: true,
    }),
    'DELETE /webhooks/v2/webhook/{id}': createIdSample(rows.webhook),
    'POST /webhooks/v2/webhook/{id}/rotate-secret': createIdSample(rows.webhook),
    'POST /webhooks/v2/webhook/{id}/test': createIdSample(rows.webhook),
    'GET /webhooks/v2/webhook/{id}/delivery/': [{ id: rows.webhook, ...createListSample({ state: 'waiting' })[0] }],
    'POST /webhooks/v2/delivery/{id}/replay': createIdSample(rows.delivery),
  };
}

/** Creates the rows that these samples use. */
export async function createWebhookRows(db: Db, workspaceId: string): Promise<WebhookRows> {
  const { id: webhook } = await db
    .insertInto('webhook')
    .values({ workspace_id: workspaceId, name: 'Some name', url: RECEIVER_URL, kinds: ['export.finished'], created_by: null })
    .returning('id')
    .executeTakeFirstOrThrow();
  const secret = Buffer.alloc(32, webhook);
  await db.insertInto('webhook_secret').values({ webhook_id: webhook, secret, expires: null }).execute();
  const { id: delivery } = await db
    .insertInto('webhook_delivery')
    .values({ workspace_id: workspaceId, webhook_id: webhook, kind: 'test', entity_id: null, payload: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { webhook, delivery };
}
