import { AxiosError, AxiosHeaders } from 'axios';
import { ApiError, toApiError } from './errors';

/** Creates the error that axios throws for a response with status 500 and these headers. */
function createAxiosError(headers: Record<string, string>): AxiosError {
  const config = { headers: new AxiosHeaders() };
  const response = { status: 500, statusText: '', data: { detail: 'The reason' }, headers: new AxiosHeaders(headers), config };
  return new AxiosError('Request failed', AxiosError.ERR_BAD_RESPONSE, config, undefined, response);
}

test('an error contains the request id of the response', () => {
  const error = toApiError(createAxiosError({ 'X-Request-Id': '3f2a91c4-b5d6-4e7f' }));
  expect(error).toBeInstanceOf(ApiError);
  expect(error).toMatchObject({ status: 500, detail: 'The reason', requestId: '3f2a91c4-b5d6-4e7f' });
});

test('an error has no request id if the response has none', () => {
  expect(toApiError(createAxiosError({}))).toMatchObject({ status: 500, requestId: null });
});
