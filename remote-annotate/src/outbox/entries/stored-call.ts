import type { ApiCallKey, ApiCalls, CallBody, CallParams, CallQuery } from '@console/shared-contract/api';
import type { StoredCall } from './types';

/** Builds a call in its stored form. Its types are checked against the API contract. */
export function buildStoredCall<K extends ApiCallKey>(
  key: K,
  params: CallParams<K>,
  body?: CallBody<ApiCalls[K]>,
  query?: CallQuery<ApiCalls[K]>,
): StoredCall {
  return { key, params: params as StoredCall['params'], ...(query && { query: query as StoredCall['query'] }), body };
}
