import type { ApiCallKey, ApiCalls, CallBody, CallParams, CallQuery } from '@console/shared-contract/api';
import type { StoredCall } from './types';

/** A call in the form that is stored, its parts checked against the contract. */
export function storedCall<K extends ApiCallKey>(
  key: K,
  params: CallParams<K>,
  body?: CallBody<ApiCalls[K]>,
  query?: CallQuery<ApiCalls[K]>,
): StoredCall {
  return { key, params: params as StoredCall['params'], ...(query && { query: query as StoredCall['query'] }), body };
}
