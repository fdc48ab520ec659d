import { api, useWorkspaceQuery } from '@console/shared-auth';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';
import { defineUrlParams, param, useServerList, useUrlParams } from '@console/shared-ui/pages';

const listParams = defineUrlParams({ page: param.page() }, 'price-');

export function usePriceList(product_id: string) {
  return useServerList({
    params: useUrlParams(listParams),
    pageSize: 5,
    key: ['product', 'prices'],
    toFilter: () => ({ product_id }),
    load: (query, scope) => api.call('GET /product/v2/price/', { query, ...scope }),
  });
}

/** All prices of a product, for the charts. */
export function useAllPrices(product_id: string) {
  return useWorkspaceQuery({
    key: ['product', 'prices', product_id, 'all'],
    load: (scope) => api.all('GET /product/v2/price/', { query: { product_id, page_size: MAX_PAGE_SIZE }, ...scope }),
  });
}

export const deletePrice = (id: string) => api.call('DELETE /product/v2/price/{id}/', { params: { id } });
