import { api, updateCachedRow, useWorkspaceRow, type ChangeSetOption } from '@console/shared-auth';
import type { ProductSet } from '@console/shared-contract/api';
import { defineUrlParams, param, useServerList, useUrlParams } from '@console/shared-ui/pages';
import { parseYear } from './year';

const PAGE_SIZE = 10;
/** `empty` selects only products without images. */
const productListParams = defineUrlParams({ page: param.page(), empty: param.flag() }, 'product-');
const childListParams = defineUrlParams({ page: param.page() }, 'child-');

export function useSet(id: string) {
  return useWorkspaceRow({
    key: ['product', 'sets', 'one', id],
    load: (scope) => api.call('GET /product/v2/set/{id}/', { params: { id }, ...scope }),
  });
}

export const useSetProductList = (product_set: string) =>
  useServerList({
    params: useUrlParams(productListParams),
    pageSize: PAGE_SIZE,
    key: ['product', 'products', 'of-set'],
    toFilter: ({ empty }) => ({ product_set, empty: empty || undefined }),
    load: (query, scope) => api.call('GET /product/v2/product/', { query, ...scope }),
  });

export const useChildSetList = (parent_set: string) =>
  useServerList({
    params: useUrlParams(childListParams),
    pageSize: PAGE_SIZE,
    key: ['product', 'sets', 'children'],
    toFilter: () => ({ parent_set }),
    load: (query, scope) => api.call('GET /product/v2/set/', { query, ...scope }),
  });

export interface SetValues {
  name: string;
  /** Year as typed, or ''. */
  year: string;
  /** Id of the parent set, or ''. */
  parent: string;
}

const SET_PATH = '/product/v2/set/{id}';

/** Stores the response of a write in the cache, so that the next write sends the new version before the set is fetched again. */
async function cacheUpdatedSet(request: Promise<ProductSet>): Promise<ProductSet> {
  const productSet = await request;
  await updateCachedRow<ProductSet>(() => productSet, 'product', 'sets', 'one', productSet.id);
  return productSet;
}

/** @param version version of the edited row. The server responds with 409 if the row has a newer version. */
export const updateSet = ({ id, product_collection }: ProductSet, version: number, { name, year, parent }: SetValues) =>
  cacheUpdatedSet(
    api.call(`PUT ${SET_PATH}/`, {
      params: { id },
      body: { name: name.trim(), year: parseYear(year), parent: parent.trim() || null, product_collection, version },
      repeatable: true,
    }),
  );

export const setCompleted = (id: string, completed: boolean) =>
  cacheUpdatedSet(api.call(`POST ${SET_PATH}/${completed ? 'complete' : 'uncomplete'}`, { params: { id }, body: { set: id } }));

export const saveSetMeta = ({ id, version }: ProductSet, meta_data: unknown) =>
  cacheUpdatedSet(api.call(`PATCH ${SET_PATH}/`, { params: { id }, body: { meta_data, version }, repeatable: true }));

export const deleteSet = (id: string, options: ChangeSetOption) =>
  api.call(`DELETE ${SET_PATH}/`, { params: { id }, ...options });
