import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { Suspect } from '@console/shared-contract/api';
import { rowKey, useProjected } from '../../outbox';
import { usePredictionRuns } from './prediction-runs.queries';

/** More than a person decides of one image; the surest come first. */
const MAX_SUSPECTS = 100;
const NONE: readonly Suspect[] = [];

/** What models disagree with on an image and nobody has decided, the surest first. Nothing is asked where no model was. */
export function useSuspects(image: string): readonly Suspect[] {
  const runs = usePredictionRuns();
  const query = useWorkspaceQuery<readonly Suspect[]>({
    key: rowKey('suspects', image),
    enabled: (runs?.length ?? 0) > 0,
    load: async (scope) =>
      (await api.call('GET /annotate/v2/suspect/', { query: { image, page_size: MAX_SUSPECTS }, ...scope })).results,
  });
  return useProjected('suspects', image, query).data ?? NONE;
}
