import type { ApiCalls, CallQuery } from '@console/shared-contract/api';

/** A page of the group list. */
export const GROUP_PAGE_SIZE = 25;

export type KindFilter = 'all' | 'test' | 'train' | 'empty';
export type VerifiedFilter = 'all' | 'verified' | 'not-verified';

export interface GroupFilters {
  kind: KindFilter;
  verified: VerifiedFilter;
  /** '' for any, else direct members: 1, 2, or 3 for three and more. */
  count: '' | '1' | '2' | '3';
  /** Start of the name. */
  search: string;
  /** '' for any, 'None' for groups without a type, else the type's id. */
  type: string;
  /** Groups of the job, or all the others; without a job it says nothing. */
  inJob: boolean;
}

export const noGroupFilters: GroupFilters = { kind: 'all', verified: 'all', count: '', search: '', type: '', inJob: false };

/** Whether something keeps groups from the list, so that an empty one does not mean that there is none. */
export const isFiltered = (filters: GroupFilters): boolean =>
  JSON.stringify({ ...filters, inJob: false }) !== JSON.stringify(noGroupFilters);

type GroupQuery = CallQuery<ApiCalls['GET /similarity/training/v2/group/']>;

/** A page of what a person chose, as the API takes it. */
export function toGroupQuery(filters: GroupFilters, page: number, job?: string): GroupQuery {
  return { page, page_size: GROUP_PAGE_SIZE, ...(job === undefined ? filterQuery(filters) : jobQuery(filters, job)) };
}

/** What matches inside or outside of a job: the filters alone. */
export function jobQuery(filters: GroupFilters, job: string): GroupQuery {
  return { ...filterQuery(filters), similarityjob: job, ...(filters.inJob ? {} : { not_in: 'True' }) };
}

function filterQuery(filters: GroupFilters): GroupQuery {
  return {
    test: filters.kind === 'test' ? true : filters.kind === 'train' ? false : undefined,
    empty: filters.kind === 'empty' ? true : undefined,
    verified: filters.verified === 'all' ? undefined : filters.verified === 'verified' ? 1 : 0,
    count: filters.count === '' ? undefined : Number(filters.count),
    search: filters.search.trim() || undefined,
    type: filters.type || undefined,
  };
}
