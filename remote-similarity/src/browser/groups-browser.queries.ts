import { api, useWorkspaceQuery } from '@console/shared-auth';
import { type GroupFilters, toGroupQuery } from './group-filters';

/** One page of the groups that match; the page before stays on the screen until the next is there. */
export function useGroups(filters: GroupFilters, job?: string) {
  const query = toGroupQuery(filters, job);
  return useWorkspaceQuery({
    key: ['similarity', 'groups', query],
    load: (scope) => api.call('GET /similarity/training/v2/group/', { query, ...scope }),
    placeholderData: (previous) => previous,
  });
}
