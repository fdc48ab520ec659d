import { announce, api, replaceCachedRow, createRowCalls, useWorkspaceQuery } from '@console/shared-auth';
import type { SimilarityTask } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';

/** All similarity tasks of the workspace, sorted by name. */
export function useSimilarityTasks() {
  return useWorkspaceQuery({
    key: ['similarity', 'tasks'],
    load: async (scope) =>
      (await api.all('GET /similarity/training/v2/task/', { query: { page_size: MAX_PAGE_SIZE }, ...scope })).sort(compareByName),
  });
}

/** All similarity types of the workspace, sorted by name. */
export function useSimilarityTypes() {
  return useWorkspaceQuery({
    key: ['similarity', 'types'],
    load: async (scope) =>
      (await api.all('GET /similarity/training/v2/type/', { query: { page_size: MAX_PAGE_SIZE }, ...scope })).sort(compareByName),
  });
}

export const taskCalls = createRowCalls('similarity/training/v2/task');
export const typeCalls = createRowCalls('similarity/training/v2/type');

/** Adds a type to a task or removes it. */
export async function changeTaskType(change: 'add-type' | 'remove-type', { id }: SimilarityTask, type_id: string): Promise<void> {
  try {
    const task = await api.call(`POST /similarity/training/v2/task/{id}/${change}`, { params: { id }, body: { type_id } });
    replaceCachedRow(task, 'similarity', 'tasks');
  } finally {
    void announce({ topic: 'similarity-tasks', id });
  }
}
