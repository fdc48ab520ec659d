import { api, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';
import { MOST_ROWS_OF_PAGE } from '@console/shared-contract/limits';

export const SET_PRODUCT_PAGE_SIZE = 10;

export function useSet(id: string) {
  return useWorkspaceRow({
    key: ['product', 'sets', 'one', id],
    load: (scope) => api.call('GET /product/v2/set/{id}/', { params: { id }, ...scope }),
  });
}

export function useSetProducts(product_set: string, page: number) {
  return useWorkspaceQuery({
    key: ['product', 'products', 'of-set', product_set, page],
    load: (scope) =>
      api.call('GET /product/v2/product/', { query: { product_set, page, page_size: SET_PRODUCT_PAGE_SIZE }, ...scope }),
    placeholderData: (previous) => previous,
  });
}

export function useChildSets(parent_set: string) {
  return useWorkspaceQuery({
    key: ['product', 'sets', 'children', parent_set],
    load: (scope) => api.all('GET /product/v2/set/', { query: { parent_set, page_size: MOST_ROWS_OF_PAGE }, ...scope }),
  });
}
