import { api, useWorkspaceQuery, type ChangeSetOption } from '@console/shared-auth';
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

export const deletePrice = (id: string, options: ChangeSetOption) =>
  api.call('DELETE /product/v2/price/{id}/', { params: { id }, ...options });

/** The fields of a price as typed. Only price and currency are required. */
export interface NewPrice {
  price: string;
  currency: string;
  source: string;
  grade_company: string;
  item_link: string;
  img_link: string;
}

export const createPrice = (product_id: string, { price, currency, source, grade_company, item_link, img_link }: NewPrice) =>
  api.call('POST /product/v2/price/', {
    body: {
      product_id,
      price: price.trim(),
      currency: currency.trim().toUpperCase(),
      source: source.trim() || null,
      grade_company: grade_company.trim() || null,
      item_link: item_link.trim() || null,
      img_link: img_link.trim() || null,
    },
    repeatable: true,
  });
