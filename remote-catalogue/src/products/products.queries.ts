import { api, useWorkspaceQuery } from '@console/shared-auth';
import { defineUrlParams, param } from '@console/shared-ui/pages';

export const PRODUCT_PAGE_SIZE = 25;

/** Search, filters and page of the list of products. */
export const productsInAddress = defineUrlParams({
  /** Start of the name. */
  search: param.search(),
  /** '' for all, else the collection's id. */
  collection: param.id(),
  notVerified: param.flag(),
  empty: param.flag(),
  /** '' for any; what is lacking, 'anything', or 'nothing' for complete ones. */
  lacks: param.oneOf(['', 'nothing', 'anything', 'pictures', 'meta', 'price', 'verification'], ''),
  page: param.page(),
});
export type ProductFilters = ReturnType<typeof productsInAddress.read>;

/** What people chose, without the page: what 'all matching' means too. */
export function filterQuery(filters: ProductFilters) {
  return {
    search: filters.search.trim() || undefined,
    product_collection: filters.collection || undefined,
    verified: filters.notVerified ? false : undefined,
    empty: filters.empty ? true : undefined,
    lacks: filters.lacks || undefined,
  };
}

export function useProducts(filters: ProductFilters) {
  const query = { page: filters.page, page_size: PRODUCT_PAGE_SIZE, ...filterQuery(filters) };
  return useWorkspaceQuery({
    key: ['product', 'products', query],
    load: (scope) => api.call('GET /product/v2/product/', { query, ...scope }),
    placeholderData: (previous) => previous,
  });
}
