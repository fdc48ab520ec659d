import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { Suspect } from '@console/shared-contract/api';
import { useProjected } from '../../outbox';
import { usePredictionRuns } from '../../browser/data/prediction-runs.queries';

/** Maximum number of suspected errors of an image that are loaded. Users rarely decide on more. */
const MAX_SUSPECTS = 100;
const NO_SUSPECTS: readonly Suspect[] = [];

/**
 * The undecided suspected annotation errors of an image with at least this certainty in percent, most certain first. Sends no
 * query when the workspace has no prediction run.
 */
export function useSuspects(imageId: string, minCertainty: number | null): readonly Suspect[] {
  const runs = usePredictionRuns();
  // The key starts with the parts that identify the image, so that the outbox can apply unsent decisions to this query.
  const key = ['own:annotate', 'suspects', imageId, minCertainty] as const;
  const query = useWorkspaceQuery<readonly Suspect[]>({
    key,
    enabled: (runs?.length ?? 0) > 0,
    load: async (scope) => {
      const certaintyFilter = minCertainty === null ? {} : { sureness_from: minCertainty / 100 };
      return (
        await api.call('GET /annotate/v2/suspect/', {
          query: { image: imageId, page_size: MAX_SUSPECTS, ...certaintyFilter },
          ...scope,
        })
      ).results;
    },
  });
  return useProjected('suspects', imageId, query, key).data ?? NO_SUSPECTS;
}
