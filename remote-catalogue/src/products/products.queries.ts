import { api, useWorkspaceQuery } from '@console/shared-auth';
import { defineAddress, param } from '@console/shared-ui/pages';

export const PRODUCT_PAGE_SIZE = 25;

/** Search, filters and page of the list of products. */
export const productsInAddress = defineAddress({
  /** Start of the name. */
  search: param.search(),
  /** '' for all, else the collection's id. */
  collection: param.id(),
  notVerified: param.flag(),
  empty: param.flag(),
  page: param.page(),
});
export type ProductFilters = ReturnType<typeof productsInAddress.read>;

export function useProducts(filters: ProductFilters) {
  const query = {
    page: filters.page,
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
