import { api, useWorkspaceQuery, useWorkspaceRow } from '@console/shared-auth';
import { MOST_ROWS_OF_PAGE } from '@console/shared-contract/limits';

export const PRICE_PAGE_SIZE = 5;

export function useProduct(id: string) {
  return useWorkspaceRow({
    key: ['product', 'products', 'one', id],
    load: (scope) => api.call('GET /product/v2/product/{id}/', { params: { id }, ...scope }),
  });
}

export function useProductImages(product: string) {
  return useWorkspaceQuery({
    key: ['product', 'images', product],
    load: (scope) => api.all('GET /product/v2/image/', { query: { product, page_size: MOST_ROWS_OF_PAGE }, ...scope }),
  });
}

export function usePrices(product_id: string, page: number) {
  return useWorkspaceQuery({
    key: ['product', 'prices', product_id, page],
    load: (scope) => api.call('GET /product/v2/price/', { query: { product_id, page, page_size: PRICE_PAGE_SIZE }, ...scope }),
    placeholderData: (previous) => previous,
  });
}
