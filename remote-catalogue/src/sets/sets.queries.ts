import { api, useWorkspaceQuery } from '@console/shared-auth';

export const SET_PAGE_SIZE = 10;

export interface SetFilters {
  search: string;
  /** '' for all, else the collection's id. */
  collection: string;
  notCompleted: boolean;
  /** Only sets that have no parent. */
  parentOnly: boolean;
}

export const initialSetFilters: SetFilters = { search: '', collection: '', notCompleted: false, parentOnly: true };

export function useSets(filters: SetFilters, page: number) {
  const query = {
    page,
    page_size: SET_PAGE_SIZE,
    search: filters.search.trim() || undefined,
    product_collection: filters.collection || undefined,
    completed: filters.notCompleted ? false : undefined,
    parent_set: filters.parentOnly ? ('null' as const) : undefined,
  };
  return useWorkspaceQuery({
    key: ['product', 'sets', query],
    load: (scope) => api.call('GET /product/v2/set/', { query, ...scope }),
    placeholderData: (previous) => previous,
  });
}
