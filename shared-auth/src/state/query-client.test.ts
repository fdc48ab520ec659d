import { ApiError } from '../http/errors';
import { getRetryDelay, shouldRetry } from './query-client';

const startingError = new ApiError(503, 'The server is starting.', { detail: 'The server is starting.', code: 'starting' });

test('retries while the server is starting, and twice after other failures', () => {
  expect([shouldRetry(2, startingError), shouldRetry(29, startingError), shouldRetry(30, startingError)]).toEqual([
    true,
    true,
    false,
  ]);
  for (const error of [
    new ApiError(503, 'Full', { code: 'out_of_space' }),
    new ApiError(500, 'Error'),
    new ApiError(0, 'Offline'),
  ])
    expect([shouldRetry(1, error), shouldRetry(2, error)]).toEqual([true, false]);
  expect(shouldRetry(0, new ApiError(404, 'Missing'))).toBe(false);
});

test('retries a starting server every two seconds', () => {
  expect([getRetryDelay(0, startingError), getRetryDelay(20, startingError)]).toEqual([2_000, 2_000]);
  expect(getRetryDelay(1, new ApiError(500, 'Error'))).toBe(2_000);
});
