import type { ApiCalls, CallQuery } from '@console/shared-contract/api';
import { type ParamsOf, type UrlParamsState, defineUrlParams, param } from '@console/shared-ui/pages';
import type { Sort } from '@console/shared-ui/table';

/** Number of groups per page. */
export const GROUP_PAGE_SIZE = 25;

/** URL parameters of the groups list. */
export const groupListParams = defineUrlParams({
  /** Prefix of the name. */
  search: param.search(),
  /** TEST groups and TRAIN groups. Neither or both of them match all groups. */
  test: param.flag(),
  train: param.flag(),
  empty: param.flag(),
  verified: param.oneOf(['all', 'verified', 'not-verified'], 'all'),
  /** Number of direct members: 1, 2, or 3 for three and more. '' for any. */
  count: param.oneOf(['', '1', '2', '3'], ''),
  /** Id of the type, 'None' for groups without a type, or '' for any. */
  type: param.id(),
  /** Groups in the job, or groups outside of it. Without a job it has no effect. */
  inJob: param.flag(),
  sort: param.sort(['name', 'type', 'test', 'created']),
  page: param.page(),
});

export type GroupList = UrlParamsState<ParamsOf<typeof groupListParams>>;
export type GroupFilters = GroupList['values'];

export type GroupQuery = CallQuery<ApiCalls['GET /similarity/training/v2/group/']>;

/** Converts filters, sort order and page to API query parameters. */
export function toGroupQuery(filters: GroupFilters, job?: string): GroupQuery {
  return {
    page: filters.page,
    page_size: GROUP_PAGE_SIZE,
    ordering: toOrdering(filters.sort),
    ...(job === undefined ? toFilterQuery(filters) : toJobQuery(filters, job)),
  };
}

/** Converts the filters to API query parameters that match groups inside or outside of a job. */
export function toJobQuery(filters: GroupFilters, job: string): GroupQuery {
  return { ...toFilterQuery(filters), similarityjob: job, ...(filters.inJob ? {} : { not_in: 'True' }) };
}

function toOrdering(sort: Sort | undefined): GroupQuery['ordering'] {
  return sort && (`${sort.direction === 'descending' ? '-' : ''}${sort.columnId}` as GroupQuery['ordering']);
}

/** Converts the filters to API query parameters without page and sort order. */
export function toFilterQuery(filters: GroupFilters): GroupQuery {
  return {
    test: filters.test === filters.train ? undefined : filters.test,
    empty: filters.empty || undefined,
    verified: filters.verified === 'all' ? undefined : filters.verified === 'verified' ? 1 : 0,
    count: filters.count === '' ? undefined : Number(filters.count),
    search: filters.search.trim() || undefined,
    type: filters.type || undefined,
  };
}
