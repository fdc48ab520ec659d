import { api, useWorkspaceRow } from '@console/shared-auth';

export function useGroup(id: string) {
  return useWorkspaceRow({
    key: ['similarity', 'groups', 'one', id],
    load: (scope) => api.call('GET /similarity/training/v2/group/{id}', { params: { id }, ...scope }),
  });
}
