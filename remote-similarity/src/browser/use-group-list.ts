import { searchRows } from '@console/shared-auth';
import type { GroupRow } from '@console/shared-contract/api';
import { type ParamsOf, type ServerList, useServerList } from '@console/shared-ui/pages';
import type { GroupQuery } from '../group-data/group.queries';
import { type GroupListParams, type groupListParams, toGroupQuery } from './group-filters';

export type GroupList = ServerList<ParamsOf<typeof groupListParams>, GroupQuery, GroupRow>;

/** The groups that match the filters; with a job, only those inside or outside of it. */
export function useGroupList(params: GroupListParams, job: string | undefined): GroupList {
  return useServerList({
    params,
    pageSize: 25,
    key: ['similarity', 'groups'],
    toFilter: (filters) => toGroupQuery(filters, job),
    load: ({ ordering, ...query }, scope) =>
      searchRows('GET /similarity/training/v2/group/', { ...query, ordering: ordering as GroupQuery['ordering'] }, scope),
    identityParams: ['inJob'],
  });
}
