import { getStaleKeys, type Change, type WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { consoleQueryClient } from '../state/query-client';
import { invalidateWorkspace, workspaceKey } from './use-workspace-query';

/**
 * Tells all micro-frontends that rows of the active workspace have changed: every query that shows these rows is refetched.
 * Resolves after the visible queries were refetched.
 */
export async function announce(...changes: readonly Change[]): Promise<void> {
  await Promise.all(toUniqueKeys(changes).map((key) => invalidateWorkspace(...key)));
}

/**
 * Like `announce`, but does not refetch cached lists that already contain the change (see `upsertCachedRow` and `deleteCachedRow`).
 * Otherwise one changed row would refetch thousands of rows. A list with a running fetch is still refetched: its response may be
 * older than the change.
 * @param updatedLists complete keys of the updated lists
 */
export async function announceExcept(updatedLists: readonly WorkspaceKey[], ...changes: readonly Change[]): Promise<void> {
  const skippedKeys = new Set(updatedLists.map((key) => JSON.stringify(workspaceKey(...key))));
  await Promise.all(
    toUniqueKeys(changes).map((key) =>
      consoleQueryClient.invalidateQueries({
        queryKey: workspaceKey(...key),
        predicate: ({ queryKey, state }) => state.fetchStatus === 'fetching' || !skippedKeys.has(JSON.stringify(queryKey)),
      }),
    ),
  );
}

function toUniqueKeys(changes: readonly Change[]): WorkspaceKey[] {
  return [...new Map(changes.flatMap(getStaleKeys).map((key) => [JSON.stringify(key), key])).values()];
}
