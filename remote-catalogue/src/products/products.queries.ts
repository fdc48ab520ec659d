import { api, useWorkspaceQuery } from '@console/shared-auth';
import { defineUrlParams, param } from '@console/shared-ui/pages';

export const PRODUCT_PAGE_SIZE = 25;

/** URL parameters of the products list. */
export const productListParams = defineUrlParams({
  /** Prefix of the name. */
  search: param.search(),
  /** Id of the collection, or '' for all. */
  collection: param.id(),
  notVerified: param.flag(),
  empty: param.flag(),
  /** Kind of missing data. 'anything' finds incomplete products, 'nothing' complete ones, '' all. */
  lacks: param.oneOf(['', 'nothing', 'anything', 'pictures', 'meta', 'price', 'verification'], ''),
  page: param.page(),
});
export type ProductFilters = ReturnType<typeof productListParams.read>;

/** Converts the filters without the page to API query parameters. They also define all matching products of a bulk change. */
export function toFilterQuery(filters: ProductFilters) {
  return {
    search: filters.search.trim() || undefined,
    product_collection: filters.collection || undefined,
    verified: filters.notVerified ? false : undefined,
    empty: filters.empty ? true : undefined,
    lacks: filters.lacks || undefined,
  };
}

export function useProducts(filters: ProductFilters) {
  const query = { page: filters.page, page_size: PRODUCT_PAGE_SIZE, ...toFilterQuery(filters) };
  return useWorkspaceQuery({
    key: ['product', 'products', query],
    load: (scope) => api.call('GET /product/v2/product/', { query, ...scope }),
    placeholderData: (previous) => previous,
  });
}
