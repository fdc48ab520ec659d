import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { GoldDomain, Job } from '@console/shared-contract/api';
import type { DomainTask } from '@console/shared-ui/choices';
import type { JobType } from '../jobs/data/jobs.mutations';

export const GOLD_PAGE_SIZE = 10;

/** Loads one page of the gold-standard items of a task. */
export function useGoldItems(domain: GoldDomain, taskId: string, page: number) {
  return useWorkspaceQuery({
    key: ['jobs', 'gold', domain, taskId, page],
    load: (scope) =>
      api.call('GET /annotate/v2/gold/', { query: { domain, task: taskId, page, page_size: GOLD_PAGE_SIZE }, ...scope }),
  });
}

export async function setRetired(goldId: string, isRetired: boolean): Promise<void> {
  await api.call('POST /annotate/v2/gold/retire', { body: { gold: [goldId], retired: isRetired } });
}

export async function reviseGold(goldId: string): Promise<void> {
  await api.call('POST /annotate/v2/gold/{id}/revise', { params: { id: goldId }, body: {} });
}

/** A job that can have gold items. */
export type GoldJob = Pick<Job, 'id' | 'item_count'> & { type: JobType };

export function useJobGold({ id, type }: GoldJob) {
  return useWorkspaceQuery({
    key: ['jobs', 'gold-of-job', id],
    load: (scope) => api.call(`GET /annotate/v2/${type}job/{id}/gold`, { params: { id }, ...scope }),
  });
}

export async function saveJobGold({ id, type }: GoldJob, rate: number | null, task: DomainTask | null): Promise<void> {
  const addedTask = rate !== null && task ? { domain: task.domain, task: task.id } : {};
  await api.call(`PUT /annotate/v2/${type}job/{id}/gold`, { params: { id }, body: { rate, ...addedTask } });
}
