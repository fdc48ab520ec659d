import { api, useHasService, useWorkspaceQuery, type QueryScope } from '@console/shared-auth';
import type { GoldDomain } from '@console/shared-contract/api';
import { compareByName } from '@console/shared-ui/basics';

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

/** A task of any domain. */
export interface GoldTask {
  domain: GoldDomain;
  id: string;
  name: string;
}

export async function saveJobGold(job: string, rate: number | null, task: GoldTask | undefined): Promise<void> {
  const added = rate !== null && task ? { domain: task.domain, task: task.id } : {};
  await api.call('PUT /annotate/v2/imagejob/{id}/gold', { params: { id: job }, body: { rate, ...added } });
}

/** Loads the tasks of all domains of the workspace, sorted by name. */
export function useGoldTasks() {
  const domains: Readonly<Record<GoldDomain, boolean>> = {
    detection: useHasService('custom-object-detection'),
    segmentation: useHasService('custom-segmentation'),
    recognition: useHasService('recognition'),
  };
  return useWorkspaceQuery<GoldTask[]>({
    key: ['jobs', 'gold-tasks', JSON.stringify(domains)],
    load: async (scope) => {
      const available = (Object.keys(domains) as GoldDomain[]).filter((domain) => domains[domain]);
      const tasks = await Promise.all(available.map((domain) => listTasks(domain, scope)));
      return tasks.flat().sort(compareByName);
    },
  });
}

async function listTasks(domain: GoldDomain, scope: QueryScope): Promise<GoldTask[]> {
  const rows = await api.all(`GET /${domain}/v2/task/`, scope);
  return rows.map(({ id, name }) => ({ domain, id, name }));
}
