import { searchRows, useCanCall } from '@console/shared-auth';
import type { GroupRow } from '@console/shared-contract/api';
import { type ParamsOf, type ServerList, useServerList } from '@console/shared-ui/pages';
import type { GroupQuery } from '../group-data/group.queries';
import { FIRST_PAGE } from './first-page';
import { type GroupListParams, type groupListParams, toGroupQuery } from './group-filters';

export type GroupList = ServerList<ParamsOf<typeof groupListParams>, GroupQuery, GroupRow>;

/**
 * Queries the groups that match the filters. With a job, the filter `inJob` selects the groups inside or outside the job. Users who
 * cannot add groups always see the groups of the job.
 */
export function useGroupList(params: GroupListParams, jobId: string | undefined): GroupList {
  const canAdd = useCanCall<'POST /annotate/v2/similarityjob/{id}/add-items'>('manage');
  return useServerList({
    params,
    pageSize: FIRST_PAGE.page_size,
    key: ['similarity', 'groups'],
    toFilter: (filters) => toGroupQuery(canAdd ? filters : { ...filters, inJob: true }, jobId),
    load: ({ ordering, ...query }, scope) =>
      searchRows('GET /similarity/training/v2/group/', { ...query, ordering: ordering as GroupQuery['ordering'] }, scope),
    identityParams: ['inJob'],
  });
}
