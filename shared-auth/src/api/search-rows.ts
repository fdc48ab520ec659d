import type { ApiCalls, CallQuery } from '@console/shared-contract/api';
import type { ApiResponse, RequestOptions } from '../http/call-types';
import { api } from './api';

/** Lists whose query has the parameter `find`: a part of the name or number, or the complete id. */
type SearchableKey = 'GET /product/v2/product/' | 'GET /product/v2/set/' | 'GET /similarity/training/v2/group/';

/** Whether one of the texts contains the searched text, ignoring case. */
export function containsText(texts: readonly (string | undefined)[], searched: string): boolean {
  const text = searched.toLowerCase();
  return texts.some((candidate) => candidate?.toLowerCase().includes(text));
}

/**
 * Fetches a page of a list. An older server ignores the parameter `find` and returns rows that do not match. In that case, repeats the
 * request with the older parameter `search`, which searches only names.
 */
export async function searchRows<K extends SearchableKey>(
  key: K,
  query: CallQuery<ApiCalls[K]>,
  scope: Pick<RequestOptions, 'workspace' | 'signal'>,
): Promise<ApiResponse<K>> {
  // The compiler cannot infer the types of a generic call, so the signature of this function declares them.
  const call = api.call as unknown as (key: K, options: RequestOptions & { query: object }) => Promise<ApiResponse<K>>;
  const page = await call(key, { query: { ...query }, ...scope });
  const { find, ...otherFilters } = { ...query };
  if (find === undefined) return page;
  const hasIgnoredFind = page.results.some(
    (row) => !containsText([row.id, row.name, 'customer_product_id' in row ? row.customer_product_id : undefined], find),
  );
  return hasIgnoredFind ? call(key, { query: { ...otherFilters, search: find }, ...scope }) : page;
}
