import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { ProductSet } from '@console/shared-contract/api';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { parseId } from '@console/shared-ui/format';
import { defineUrlParams, param, useServerList, useUrlParams } from '@console/shared-ui/pages';

/** URL parameters of the sets list. */
const setListParams = defineUrlParams({
  search: param.search(),
  /** Id of the collection, or '' for all. */
  collection: param.id(),
  notCompleted: param.flag(),
  /** Only sets without a parent. */
  parentOnly: param.flag(true),
  page: param.page(),
});

export function useSetList() {
  return useServerList({
    params: useUrlParams(setListParams),
    pageSize: 10,
    key: ['product', 'sets'],
    toFilter: ({ search, collection, notCompleted, parentOnly }) => ({
      find: parseId(search) || undefined,
      product_collection: collection || undefined,
      completed: notCompleted ? false : undefined,
      parent_set: parentOnly ? ('null' as const) : undefined,
    }),
    load: (query, scope) => api.call('GET /product/v2/set/', { query, ...scope }),
  });
}

/** All sets of the workspace, for selecting one. */
export function useAllSets(enabled = true) {
  return useWorkspaceQuery({
    enabled,
    key: ['product', 'sets', 'all'],
    load: (scope) => api.all('GET /product/v2/set/', { query: { page_size: MAX_PAGE_SIZE }, ...scope }),
  });
}

/** Choices of a picker. The year distinguishes sets with the same name. */
export const toSetChoices = (sets: readonly Pick<ProductSet, 'id' | 'name' | 'year'>[]) =>
  sets.map(({ id, name, year }) => ({ value: id, label: name, detail: year === null ? undefined : String(year) }));
