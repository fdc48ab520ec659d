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
}

export const noGroupFilters: GroupFilters = { kind: 'all', verified: 'all', count: '', search: '', type: '' };

export const isFiltered = (filters: GroupFilters): boolean => JSON.stringify(filters) !== JSON.stringify(noGroupFilters);

/** The query that the API takes for what a person chose. */
export function toGroupQuery(filters: GroupFilters, page: number): CallQuery<ApiCalls['GET /similarity/training/v2/group/']> {
  return {
    page,
    page_size: GROUP_PAGE_SIZE,
    test: filters.kind === 'test' ? true : filters.kind === 'train' ? false : undefined,
    empty: filters.kind === 'empty' ? true : undefined,
    verified: filters.verified === 'all' ? undefined : filters.verified === 'verified' ? 1 : 0,
    count: filters.count === '' ? undefined : Number(filters.count),
    search: filters.search.trim() || undefined,
    type: filters.type || undefined,
  };
}
