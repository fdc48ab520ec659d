import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../http/errors';

const MAX_RETRIES = 2;

/** Retries after a lost connection and 5xx responses. A 4xx response would not change. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= MAX_RETRIES) return false;
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** The query client of the console. Keys start with the workspace id, see `useWorkspaceQuery`. */
export const consoleQueryClient = new QueryClient({
  defaultOptions: {
    // With this network mode, refetchOnReconnect is off by default.
    queries: { retry: shouldRetry, refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
