import { searchRows } from '@console/shared-auth';
import type { ProductOrdering } from '@console/shared-contract/api';
import { parseId } from '@console/shared-ui/format';
import { defineUrlParams, param, useServerList, useUrlParams, type ValuesOf, type ParamsOf } from '@console/shared-ui/pages';
import { FIRST_PAGE } from './first-page';

/** URL parameters of the products list. */
const productListParams = defineUrlParams({
  /** Part of the name or customer product id, or the id of a product or a link to it. */
  search: param.search(),
  /** Id of the collection, or '' for all. */
  collection: param.id(),
  notVerified: param.flag(),
  empty: param.flag(),
  /** Kind of missing data. 'anything' finds incomplete products, 'nothing' complete ones, '' all. */
  lacks: param.oneOf(['', 'nothing', 'anything', 'pictures', 'meta', 'price', 'verification'], ''),
  /** Name of the sort column in the API. */
  sort: param.sort(['name', 'number', 'created']),
  page: param.page(),
});
export type ProductFilters = ValuesOf<ParamsOf<typeof productListParams>>;
/** Filter of the API for the list and for bulk changes of all matching products. */
export type ProductQuery = ReturnType<typeof toQuery>;

const toQuery = (filters: ProductFilters) => ({
  find: parseId(filters.search) || undefined,
  product_collection: filters.collection || undefined,
  verified: filters.notVerified ? false : undefined,
  empty: filters.empty || undefined,
  lacks: filters.lacks || undefined,
});

export function useProductList() {
  return useServerList({
    params: useUrlParams(productListParams),
    pageSize: FIRST_PAGE.page_size,
    key: ['product', 'products'],
    toFilter: toQuery,
    load: ({ ordering, ...query }, scope) =>
      searchRows('GET /product/v2/product/', { ...query, ordering: ordering as ProductOrdering | undefined }, scope),
  });
}
