import { announce, api, replaceCachedRow, createRowCalls, useWorkspaceQuery } from '@console/shared-auth';
import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { compareByName } from '@console/shared-ui/basics';
import { withInputSize } from '@console/shared-ui/rows';

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

const taskCalls = createRowCalls('similarity/training/v2/task');
const typeCalls = createRowCalls('similarity/training/v2/type');

/** Calls that create, update and delete tasks. */
export const similarityTaskCalls = {
  create: (name: string) => taskCalls.create({ name }),
  update: ({ id, version, training_params: params }: SimilarityTask, name: string, inputSize: number) =>
    taskCalls.update(id, { name, version, training_params: withInputSize(params, inputSize) }),
  remove: ({ id }: SimilarityTask) => taskCalls.remove(id),
};

/** Calls that create, update and delete types. */
export const similarityTypeCalls = {
  create: (name: string) => typeCalls.create({ name }),
  update: ({ id, version }: SimilarityType, name: string) => typeCalls.update(id, { name, version }),
  remove: ({ id }: SimilarityType) => typeCalls.remove(id),
};

/** Adds a type to a task or removes it. */
export async function changeTaskType(change: 'add-type' | 'remove-type', { id }: SimilarityTask, type_id: string): Promise<void> {
  try {
    const task = await api.call(`POST /similarity/training/v2/task/{id}/${change}`, { params: { id }, body: { type_id } });
    replaceCachedRow(task, 'similarity', 'tasks');
  } finally {
    void announce({ topic: 'similarity-tasks', id });
  }
}
