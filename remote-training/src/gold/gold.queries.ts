import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { GoldDomain } from '@console/shared-contract/api';
import type { DomainTask } from '@console/shared-ui/choices';

export const GOLD_PAGE_SIZE = 10;

/** Loads one page of the gold items of a task. */
export function useGoldItems(domain: GoldDomain, task: string, page: number) {
  return useWorkspaceQuery({
    key: ['jobs', 'gold', domain, task, page],
    load: (scope) => api.call('GET /annotate/v2/gold/', { query: { domain, task, page, page_size: GOLD_PAGE_SIZE }, ...scope }),
  });
}

export async function setRetired(gold: string, retired: boolean): Promise<void> {
  await api.call('POST /annotate/v2/gold/retire', { body: { gold: [gold], retired } });
}

export async function reviseGold(gold: string): Promise<void> {
  await api.call('POST /annotate/v2/gold/{id}/revise', { params: { id: gold }, body: {} });
}

export function useJobGold(job: string) {
  return useWorkspaceQuery({
    key: ['jobs', 'gold-of-job', job],
    load: (scope) => api.call('GET /annotate/v2/imagejob/{id}/gold', { params: { id: job }, ...scope }),
  });
}

export async function saveJobGold(job: string, rate: number | null, task: DomainTask | null): Promise<void> {
  const added = rate !== null && task ? { domain: task.domain, task: task.id } : {};
  await api.call('PUT /annotate/v2/imagejob/{id}/gold', { params: { id: job }, body: { rate, ...added } });
}
