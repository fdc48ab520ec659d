import { api, invalidateWorkspace, replaceRow, rowCalls, useWorkspaceQuery } from '@console/shared-auth';
import type { SimilarityTask, SimilarityType } from '@console/shared-contract/api';
import { byName } from '@console/shared-ui/basics';
import { type RowWrites, withInputSize } from '@console/shared-ui/named-rows';

/** All similarity tasks of the workspace, by name. */
export function useSimilarityTasks() {
  return useWorkspaceQuery({
    key: ['similarity', 'tasks'],
    load: async (scope) =>
      (await api.all('GET /similarity/training/v2/task/', { query: { page_size: 100 }, ...scope })).sort(byName),
  });
}

/** All similarity types of the workspace, by name. */
export function useSimilarityTypes() {
  return useWorkspaceQuery({
    key: ['similarity', 'types'],
    load: async (scope) =>
      (await api.all('GET /similarity/training/v2/type/', { query: { page_size: 100 }, ...scope })).sort(byName),
  });
}

const taskCalls = rowCalls('similarity/training/v2/task');
const typeCalls = rowCalls('similarity/training/v2/type');

export const taskWrites: RowWrites<SimilarityTask> = {
  create: ({ name }) => taskCalls.create({ name }),
  update: ({ id, version, training_params: params }, { name, inputSize }) =>
    taskCalls.update(id, { name, version, training_params: withInputSize(params, inputSize) }),
  remove: ({ id }) => taskCalls.remove(id),
};

export const typeWrites: RowWrites<SimilarityType> = {
  create: ({ name }) => typeCalls.create({ name }),
  update: ({ id, version }, { name }) => typeCalls.update(id, { name, version }),
  remove: ({ id }) => typeCalls.remove(id),
};

/** Attaches a type to a task, or detaches it. */
export async function setTypeOfTask(change: 'add-type' | 'remove-type', { id }: SimilarityTask, type_id: string): Promise<void> {
  try {
    const task = await api.call(`POST /similarity/training/v2/task/{id}/${change}`, { params: { id }, body: { type_id } });
    replaceRow(task, 'similarity', 'tasks');
  } finally {
    refreshTasksAndTypes();
  }
}

/** Reads again what shows tasks, types, or groups with the names of their types. */
export function refreshTasksAndTypes(): void {
  void invalidateWorkspace('similarity');
}
