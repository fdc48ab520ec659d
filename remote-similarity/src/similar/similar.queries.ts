import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { LikenessBasis, SimilarResponse } from '@console/shared-contract/api';
import type { SimilarSubject } from '@console/shared-contract/federation';

/** While not all is ready, what is there is asked for again so often. */
const POLL_MS = 3_000;

const CALLS = {
  image: 'GET /recognition/v2/training-image/{id}/similar',
  object: 'GET /detection/v2/object/{id}/similar',
  polygon: 'GET /segmentation/v2/polygon/{id}/similar',
  group: 'GET /similarity/training/v2/group/{id}/similar',
} as const;

/** Whether some of the workspace's things cannot be among the answers yet. */
export const isIncomplete = ({ ready }: SimilarResponse) =>
  Object.values(ready).some((state) => state !== undefined && state.ready < state.total);

/** What looks most like something, so many of each kind; `by` is left to the server where it is null. */
export function useSimilar({ kind, id }: SimilarSubject, basis: LikenessBasis | null, count: number) {
  return useWorkspaceQuery({
    // Below the lists of groups: whoever changes what is in a group makes this stale, too.
    key: ['similarity', 'groups', 'like', kind, id, basis, count],
    load: (scope) => api.call(CALLS[kind], { params: { id }, query: { count, ...(basis && { by: basis }) }, ...scope }),
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[5] === id ? previous : undefined),
    refetchInterval: ({ state }) => (state.data && isIncomplete(state.data) ? POLL_MS : false),
    retry: false,
  });
}
