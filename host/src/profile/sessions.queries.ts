import { api, consoleQueryClient } from '@console/shared-auth';
import { useQuery } from '@tanstack/react-query';

// The prefix `own:` marks query keys that are not part of the contract between micro-frontends.
const QUERY_KEY = ['own:host', 'sessions'];

/** Loads the user's sessions. */
export const useSessions = () =>
  useQuery(
    { queryKey: QUERY_KEY, queryFn: ({ signal }) => api.call('GET /account/v2/session/', { signal }) },
    consoleQueryClient,
  );

/** Loads the sessions again after one of them has ended. */
export const refreshSessions = () => consoleQueryClient.invalidateQueries({ queryKey: QUERY_KEY });
