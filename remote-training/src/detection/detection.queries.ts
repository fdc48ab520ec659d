import { api, useWorkspaceQuery } from '@console/shared-auth';
import { byName } from '@console/shared-ui';

/** All detection tasks of the workspace, by name. */
export function useDetectionTasks() {
  return useWorkspaceQuery({
    key: ['detection', 'tasks'],
    load: async (scope) => (await api.all('GET /detection/v2/task/', { query: { page_size: 100 }, ...scope })).sort(byName),
  });
}

/** All detection labels of the workspace, by name. */
export function useDetectionLabels() {
  return useWorkspaceQuery({
    key: ['detection', 'labels'],
    load: async (scope) => (await api.all('GET /detection/v2/label/', { query: { page_size: 100 }, ...scope })).sort(byName),
  });
}
