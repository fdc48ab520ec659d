import { api, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';
import type { ProductSet } from '@console/shared-contract/api';
import { parseYear } from './year';

export const SET_PRODUCT_PAGE_SIZE = 10;
export const CHILD_SET_PAGE_SIZE = 10;

export function useSet(id: string) {
  return useWorkspaceRow({
    key: ['product', 'sets', 'one', id],
    load: (scope) => api.call('GET /product/v2/set/{id}/', { params: { id }, ...scope }),
  });
}

/** @param isEmpty only return products without images */
export function useSetProducts(product_set: string, page: number, isEmpty: boolean) {
  const query = { product_set, page, page_size: SET_PRODUCT_PAGE_SIZE, empty: isEmpty ? true : undefined };
  return useWorkspaceQuery({
    key: ['product', 'products', 'of-set', query],
    load: (scope) => api.call('GET /product/v2/product/', { query, ...scope }),
    placeholderData: (previous) => previous,
  });
}

export function useChildSets(parent_set: string, page: number) {
  const query = { parent_set, page, page_size: CHILD_SET_PAGE_SIZE };
  return useWorkspaceQuery({
    key: ['product', 'sets', 'children', query],
    load: (scope) => api.call('GET /product/v2/set/', { query, ...scope }),
    placeholderData: (previous) => previous,
  });
}

export interface SetValues {
  name: string;
  /** Year as typed, or ''. */
  year: string;
  /** Id of the parent set, or ''. */
  parent: string;
}

const SET = '/product/v2/set/{id}';

/** @param version version of the edited row. The server responds with 409 if the row has a newer version. */
export const updateSet = ({ id, product_collection }: ProductSet, version: number, { name, year, parent }: SetValues) =>
  api.call(`PUT ${SET}/`, {
    params: { id },
    body: { name: name.trim(), year: parseYear(year), parent: parent.trim() || null, product_collection, version },
    repeatable: true,
  });

export const setCompleted = (id: string, completed: boolean) =>
  completed
    ? api.call(`POST ${SET}/complete`, { params: { id }, body: { set: id } })
    : api.call(`POST ${SET}/uncomplete`, { params: { id }, body: { set: id } });

export const saveSetMeta = ({ id, version }: ProductSet, meta_data: unknown) =>
  api.call(`PATCH ${SET}/`, { params: { id }, body: { meta_data, version }, repeatable: true });

export const deleteSet = (id: string) => api.call(`DELETE ${SET}/`, { params: { id } });
