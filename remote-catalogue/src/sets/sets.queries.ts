import { api, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { defineUrlParams, param } from '@console/shared-ui/pages';

export const SET_PAGE_SIZE = 10;

/** URL parameters of the sets list. */
export const setListParams = defineUrlParams({
  search: param.search(),
  /** Id of the collection, or '' for all. */
  collection: param.id(),
  notCompleted: param.flag(),
  /** Only sets without a parent. */
  parentOnly: param.flag(true),
  page: param.page(),
});
export type SetFilters = ReturnType<typeof setListParams.read>;

export function useSets(filters: SetFilters) {
  const query = {
    page: filters.page,
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

/** All sets of the workspace, for selecting one. */
export function useAllSets() {
  return useWorkspaceQuery({
    key: ['product', 'sets', 'all'],
    load: (scope) => api.all('GET /product/v2/set/', { query: { page_size: MAX_PAGE_SIZE }, ...scope }),
  });
}
