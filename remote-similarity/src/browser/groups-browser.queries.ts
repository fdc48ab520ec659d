import { api, useWorkspaceQuery } from '@console/shared-auth';
import { type GroupFilters, toGroupQuery } from './group-filters';

/** A page of the matching groups. The previous page stays visible until the next one has loaded. */
export function useGroups(filters: GroupFilters, job?: string) {
  const query = toGroupQuery(filters, job);
  return useWorkspaceQuery({
    key: ['similarity', 'groups', query],
    load: (scope) => api.call('GET /similarity/training/v2/group/', { query, ...scope }),
    placeholderData: (previous) => previous,
  });
}
