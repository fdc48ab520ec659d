import axios from 'axios';

/** Every failure of a call. `status` 0: no answer (offline, refused, timed out). */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  constructor(
    readonly status: number,
    /** The server's `detail`, or a plain reason. */
    readonly detail: string,
    readonly body: unknown = null,
    readonly timedOut = false,
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

/** Turns what axios throws into an ApiError; an abort stays what it is. */
export function toApiError(error: unknown): unknown {
  if (isAborted(error) || error instanceof ApiError || !axios.isAxiosError(error)) return error;
  if (!error.response) return new ApiError(0, error.message, null, error.code === 'ECONNABORTED' || error.code === 'ETIMEDOUT');
  const { status, data, statusText } = error.response;
  return new ApiError(status, getDetail(data, statusText || `Error ${status}`), data);
}

/** The address leads to nothing: the row is gone, is another company's, or the id is none (400 on other deployments of the API). */
export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && (error.status === 404 || error.status === 400);
}

/** What our own server answers where it has no such call. */
const NO_SUCH_CALL = 'There is nothing at this address.';

/** The deployment is of before the call. A 404 about a row says in its `detail` what was not found. */
export function isUnsupportedCall(error: unknown): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.status === 405 || (error.status === 404 && getDetail(error.body, NO_SUCH_CALL) === NO_SUCH_CALL);
}
