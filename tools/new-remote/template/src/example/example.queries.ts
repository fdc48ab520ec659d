import { api, useWorkspaceQuery } from '@console/shared-auth';
import { byName } from '@console/shared-ui/basics';

/** All recognition tasks of the workspace, by name. */
export function useTasks() {
  return useWorkspaceQuery({
    key: ['recognition', 'tasks'],
    load: async (scope) => (await api.all('GET /recognition/v2/task/', { query: { page_size: 100 }, ...scope })).sort(byName),
  });
}
