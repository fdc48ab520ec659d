import { QueryClient } from '@tanstack/react-query';
import { ApiError } from '../api/errors';

const retries = 2;

/** An answer of the API (4xx) will not change by asking again; a lost connection or a 5xx may. */
export function shouldRetry(failures: number, error: unknown): boolean {
  if (failures >= retries) return false;
  return error instanceof ApiError && (error.status === 0 || error.status >= 500);
}

/** The one client; keys start with the workspace id, see `useWorkspaceQuery`. */
export const consoleQueryClient = new QueryClient({
  defaultOptions: {
    // Without being told, a client of this network mode reads nothing again when the connection is back.
    queries: { retry: shouldRetry, refetchOnWindowFocus: false, refetchOnReconnect: true, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});
