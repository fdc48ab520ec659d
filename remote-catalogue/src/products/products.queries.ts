import { api, useWorkspaceQuery } from '@console/shared-auth';

export const PRODUCT_PAGE_SIZE = 25;

export interface ProductFilters {
  /** Start of the name. */
  search: string;
  /** '' for all, else the collection's id. */
  collection: string;
  notVerified: boolean;
  empty: boolean;
}

export const noProductFilters: ProductFilters = { search: '', collection: '', notVerified: false, empty: false };

export function useProducts(filters: ProductFilters, page: number) {
  const query = {
    page,
    page_size: PRODUCT_PAGE_SIZE,
    search: filters.search.trim() || undefined,
    product_collection: filters.collection || undefined,
    verified: filters.notVerified ? false : undefined,
    empty: filters.empty ? true : undefined,
  };
  return useWorkspaceQuery({
    key: ['product', 'products', query],
    load: (scope) => api.call('GET /product/v2/product/', { query, ...scope }),
    placeholderData: (previous) => previous,
  });
}
