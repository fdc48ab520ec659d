import { api, useWorkspaceQuery } from '@console/shared-auth';
import { byName } from '@console/shared-ui';

/** All segmentation tasks of the workspace, by name. */
export function useSegmentationTasks() {
  return useWorkspaceQuery({
    key: ['segmentation', 'tasks'],
    load: async (scope) => (await api.all('GET /segmentation/v2/task/', { query: { page_size: 100 }, ...scope })).sort(byName),
  });
}

/** All segmentation labels of the workspace, by name. */
export function useSegmentationLabels() {
  return useWorkspaceQuery({
    key: ['segmentation', 'labels'],
    load: async (scope) => (await api.all('GET /segmentation/v2/label/', { query: { page_size: 100 }, ...scope })).sort(byName),
  });
}
