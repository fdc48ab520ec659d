import { api, useWorkspaceQuery } from '@console/shared-auth';
import { byName } from '@console/shared-ui';

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
