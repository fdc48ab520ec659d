import { QueryClient } from '@tanstack/react-query';
import { ApiError, isServerStarting } from '../http/errors';

const MAX_RETRIES = 2;
/** Delay between retries while the server starts and responds with 503. Together with the maximum below, retries last one minute. */
const STARTING_RETRY_MS = 2_000;
const MAX_STARTING_RETRIES = 30;

/** Retries after a lost connection and 5xx responses. A 4xx response would not change. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (isServerStarting(error)) return failures < MAX_STARTING_RETRIES;
  if (failures >= MAX_RETRIES) return false;
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** Returns the delay before a retry in milliseconds: fixed while the server starts, otherwise the default of the library. */
export function getRetryDelay(failures: number, error: unknown): number {
  return isServerStarting(error) ? STARTING_RETRY_MS : Math.min(1_000 * 2 ** failures, 30_000);
}

/** The query client of the console. Keys start with the workspace id, see `useWorkspaceQuery`. */
export const consoleQueryClient = new QueryClient({
  defaultOptions: {
    // The network mode `always` turns off `refetchOnReconnect` by default, so it is turned on explicitly.
    queries: {
      retry: shouldRetry,
      retryDelay: getRetryDelay,
      refetchOnWindowFocus: false,
      refetchOnReconnect: true,
      networkMode: 'always',
    },
    mutations: { retry: false, networkMode: 'always' },
  },
});
