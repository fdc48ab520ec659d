import type { ApiCalls, CallQuery } from '@console/shared-contract/api';
import { type ParamsOf, type UrlParamsState, defineUrlParams, param } from '@console/shared-ui/pages';
import type { Sort } from '@console/shared-ui/table';

/** A page of the group list. */
export const GROUP_PAGE_SIZE = 25;

/** Search, filters and page of the list of groups. */
export const groupListParams = defineUrlParams({
  /** Start of the name. */
  search: param.search(),
  /** One or the other, or neither for both; an address that has both narrows nothing. */
  test: param.flag(),
  train: param.flag(),
  empty: param.flag(),
  verified: param.oneOf(['all', 'verified', 'not-verified'], 'all'),
  /** '' for any, else direct members: 1, 2, or 3 for three and more. */
  count: param.oneOf(['', '1', '2', '3'], ''),
  /** '' for any, 'None' for groups without a type, else the type's id. */
  type: param.id(),
  /** Groups of the job, or all the others; without a job it says nothing. */
  inJob: param.flag(),
  sort: param.sort(['name', 'type', 'test', 'created']),
  page: param.page(),
});

export type GroupList = UrlParamsState<ParamsOf<typeof groupListParams>>;
export type GroupFilters = GroupList['values'];

export type GroupQuery = CallQuery<ApiCalls['GET /similarity/training/v2/group/']>;

/** A page of what a person chose, as the API takes it. */
export function toGroupQuery(filters: GroupFilters, job?: string): GroupQuery {
  return {
    page: filters.page,
    page_size: GROUP_PAGE_SIZE,
    ordering: toOrdering(filters.sort),
    ...(job === undefined ? toFilterQuery(filters) : toJobQuery(filters, job)),
  };
}

/** What matches inside or outside of a job: the filters alone. */
export function toJobQuery(filters: GroupFilters, job: string): GroupQuery {
  return { ...toFilterQuery(filters), similarityjob: job, ...(filters.inJob ? {} : { not_in: 'True' }) };
}

function toOrdering(sort: Sort | undefined): GroupQuery['ordering'] {
  return sort && (`${sort.direction === 'descending' ? '-' : ''}${sort.columnId}` as GroupQuery['ordering']);
}

/** What people chose, without page and sort. */
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
