import { api, useWorkspaceQuery } from '@console/shared-auth';
import type { LikenessBasis, SimilarResponse } from '@console/shared-contract/api';
import type { SimilarSubject } from '@console/shared-contract/federation';
import { SIMILAR_CALLS } from '@console/shared-contract/shape-kinds';

/** Poll interval while the index is incomplete and the server does not announce changes. */
const POLL_MS = 3_000;

/** Whether some items of the workspace are not indexed yet, so that they cannot be found. */
export const isIncomplete = ({ ready }: SimilarResponse) =>
  Object.values(ready).some((state) => state !== undefined && state.ready < state.total);

/** The `count` most similar items of each kind. The server chooses the basis if `basis` is null. */
export function useSimilar({ kind, id }: SimilarSubject, basis: LikenessBasis | null, count: number) {
  return useWorkspaceQuery<SimilarResponse>({
    // The key starts with the key of the lists of groups, so that a change of group members also invalidates this query.
    key: ['similarity', 'groups', 'like', kind, id, basis, count],
    load: (scope) => api.call(SIMILAR_CALLS[kind], { params: { id }, query: { count, ...(basis && { by: basis }) }, ...scope }),
    placeholderData: (previous, previousQuery) => (previousQuery?.queryKey[5] === id ? previous : undefined),
    progress: { kinds: ['index-items'], isActive: isIncomplete, pollMs: POLL_MS },
    retry: false,
  });
}
