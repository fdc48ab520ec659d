import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client';
import { HttpError } from '../errors';
import { messages } from './messages';

/** Codes of the library for the responses of a provider that does not work at the moment. */
const OUTAGE_CODES = ['OAUTH_TIMEOUT', 'OAUTH_ABORT', 'OAUTH_RESPONSE_IS_NOT_CONFORM', 'OAUTH_RESPONSE_IS_NOT_JSON'];
const CLOCK_CODE = 'OAUTH_JWT_TIMESTAMP_CHECK_FAILED';
const ERROR_CODE = /^[a-z_]{1,60}$/;

/**
 * Converts an error of the library to a response that tells the user what to do. The log contains the original error as the cause of
 * responses with a status of 500 or more. Other errors are returned unchanged.
 */
export function toProviderFailure(error: unknown, name: string): unknown {
  const response = describeFailure(error, name);
  return response ? Object.assign(response, { cause: error }) : error;
}

function describeFailure(error: unknown, name: string): HttpError | null {
  if (error instanceof AuthorizationResponseError) return new HttpError(403, describeRefusal(error.error, name));
  if (error instanceof ResponseBodyError) {
    // The code was already used, or has expired.
    if (error.error === 'invalid_grant') return new HttpError(410, messages.ended);
    return createOutage(502, describeRefusal(error.error, name));
  }
  if (error instanceof ClientError) {
    if (error.code === CLOCK_CODE) return createOutage(502, messages.clocks(name));
    if (OUTAGE_CODES.includes(error.code ?? '')) return createOutage(503, messages.unreachable(name));
    return createOutage(502, messages.invalidResponse(name));
  }
  // `fetch` rejects with a TypeError if there is no connection.
  return error instanceof TypeError ? createOutage(503, messages.unreachable(name)) : null;
}

/** Creates a 5xx response. Its code tells the console that the message does not come from a proxy and can be shown. */
const createOutage = (status: number, detail: string) => new HttpError(status, detail, { code: 'identity_provider' });

function describeRefusal(code: string, name: string): string {
  if (code === 'access_denied') return messages.denied(name);
  return messages.refused(name, ERROR_CODE.test(code) ? code : 'unknown_error');
}
