import { getStaleKeys, type Change, type WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { consoleQueryClient } from './query-client';
import { invalidateWorkspace, workspaceKey } from './use-workspace-query';

/**
 * Says to every remote on the page what a write has changed in the active workspace: what shows it is read again.
 * Resolves once what is on the screen has been read.
 */
export async function announce(...changes: readonly Change[]): Promise<void> {
  await Promise.all(keysOf(changes).map((key) => invalidateWorkspace(...key)));
}

/**
 * As `announce`, but for lists that hold the change already, because the write's answer was put there (`placeRow`, `dropRow`):
 * one row of thousands does not have all of them read again. A list that is being read meanwhile is, for its answer may be of before.
 * @param held keys of those lists, whole
 */
export async function announceExcept(held: readonly WorkspaceKey[], ...changes: readonly Change[]): Promise<void> {
  const ofHeld = new Set(held.map((key) => JSON.stringify(workspaceKey(...key))));
  await Promise.all(
    keysOf(changes).map((key) =>
      consoleQueryClient.invalidateQueries({
        queryKey: workspaceKey(...key),
        predicate: ({ queryKey, state }) => state.fetchStatus === 'fetching' || !ofHeld.has(JSON.stringify(queryKey)),
      }),
    ),
  );
}

function keysOf(changes: readonly Change[]): WorkspaceKey[] {
  return [...new Map(changes.flatMap(getStaleKeys).map((key) => [JSON.stringify(key), key])).values()];
}
