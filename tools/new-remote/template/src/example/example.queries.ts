import { api, useWorkspaceQuery } from '@console/shared-auth';
import { compareByName } from '@console/shared-ui/basics';

/** Loads all recognition tasks of the workspace, sorted by name. */
export function useTasks() {
  return useWorkspaceQuery({
    key: ['recognition', 'tasks'],
    load: async (scope) =>
      (await api.all('GET /recognition/v2/task/', { query: { page_size: 100 }, ...scope })).sort(compareByName),
  });
}
