import { api, ApiError, invalidateWorkspace, useHasService, useWorkspaceQuery } from '@console/shared-auth';
import type { PredictionRun } from '@console/shared-contract/api';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { MAX_PAGE_SIZE } from '@console/shared-contract/limits';

// Keys that start with `own:` are for rows that only this micro-frontend shows and changes.
const QUERY_KEY: WorkspaceKey = ['own:annotate', 'prediction-runs'];

/** Runs are cached for this time. Their counts of suspected errors are too slow to compute for each opened image. */
const STALE_MS = 60_000;

/** The prediction runs of the workspace. Null if the server does not have prediction runs, undefined while they load. */
export function usePredictionRuns(): readonly PredictionRun[] | null | undefined {
  const hasAnnotateService = useHasService('annotate');
  const runs = useWorkspaceQuery<PredictionRun[] | null>({
    key: QUERY_KEY,
    enabled: hasAnnotateService,
    staleTime: ({ state }) => (state.data === null ? Infinity : STALE_MS),
    refetchOnWindowFocus: true,
    load: async (scope) => {
      try {
        return await api.all('GET /annotate/v2/prediction-run/', { query: { page_size: MAX_PAGE_SIZE }, ...scope });
      } catch (error) {
        if (error instanceof ApiError && (error.status === 404 || error.status === 405)) return null;
        throw error;
      }
    },
  });
  return hasAnnotateService ? runs.data : null;
}

/** Loads the runs with their counts again. */
export function refreshPredictionRuns(): void {
  void invalidateWorkspace(...QUERY_KEY);
}
