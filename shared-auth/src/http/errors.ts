import { WORKSPACE_NOT_FOUND } from '@console/shared-contract/roles';
import axios, { AxiosHeaders } from 'axios';

/** Error of an API call. `status` 0 means that there was no response: offline, connection refused or timed out. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    /** The field `detail` of the response, or a general description of the error. */
    readonly detail: string,
    readonly body: unknown = null,
    readonly timedOut = false,
    /** Id with which operators find the request in the log of the server. Null if the response has no such id. */
    readonly requestId: string | null = null,
  ) {
    super(detail);
  }
}

export const isAborted = (error: unknown): boolean =>
  axios.isCancel(error) || (error instanceof DOMException && error.name === 'AbortError');

function getDetail(body: unknown, fallback: string): string {
  if (typeof body === 'object' && body !== null && 'detail' in body && typeof body.detail === 'string') return body.detail;
  return fallback;
}

/** Converts an error of axios to an ApiError. Returns aborts and other errors unchanged. */
export function toApiError(error: unknown): unknown {
  if (isAborted(error) || error instanceof ApiError || !axios.isAxiosError(error)) return error;
  if (!error.response) return new ApiError(0, error.message, null, error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT');
  const { status, data, statusText, headers } = error.response;
  const requestId: unknown = AxiosHeaders.from(headers as AxiosHeaders).get('x-request-id');
  const detail = getDetail(data, statusText || `Error ${status}`);
  return new ApiError(status, detail, data, false, typeof requestId === 'string' ? requestId : null);
}

/** Whether the server refused the call: the user lacks the role or the membership, or the workspace lacks a service. */
export function isAccessRefused({ status, detail }: ApiError): boolean {
  return status === 403 || (status === 404 && detail === WORKSPACE_NOT_FOUND);
}

/** Whether the row does not exist, is not accessible or has an invalid id. Other servers with the same API respond with 400. */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** `detail` of the 404 response of this project's server to an unknown endpoint. */
const NO_SUCH_CALL = 'There is nothing at this address.';

/** Whether the server is too old to have the endpoint. A 404 response about a missing row has another `detail`. */
export function isUnsupportedCall(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 405 || (error.status === 404 && getDetail(error.body, NO_SUCH_CALL) === NO_SUCH_CALL);
}

/** Whether the server has refused the request because it is starting. */
export function isServerStarting(error: unknown): boolean {
  if (!(error instanceof ApiError) || error.status !== 503) return false;
  return typeof error.body === 'object' && error.body !== null && 'code' in error.body && error.body.code === 'starting';
}
