import { announce, consoleQueryClient, invalidateWorkspace, useWorkspace, workspaceKey } from '@console/shared-auth';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { hashKey, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { getConsoleOutboxes } from '../console/console-outboxes';
import { useOutbox } from '../console/use-outbox';
import type { Outbox } from '../service/outbox';
import { project } from '../writes/project';
import { getRowKey, type RowKind, type Rows } from '../writes/rows';
import { PendingWrites, type PendingWrite } from './pending-writes';
import { NO_WRITES, registerProjection, subscribeToNothing } from './projected-list';

/** Marks the data of other pages that depends on an image and its shapes as outdated: image lists, jobs, labels and dashboard counts. */
export function invalidateOtherPages(): void {
  const keys: readonly WorkspaceKey[] = [['images'], ['jobs'], ['recognition'], ['detection'], ['segmentation'], ['dashboard']];
  for (const key of keys) void invalidateWorkspace(...key);
}

const projections = new WeakMap<Outbox, PendingWrites>();

/** Returns the pending writes of an outbox. There is one instance for each outbox. */
function getPendingWrites(outbox: Outbox): PendingWrites {
  const existingProjection = projections.get(outbox);
  if (existingProjection) return existingProjection;
  const newPendingWrites = new PendingWrites(outbox, consoleQueryClient, invalidateOtherPages);
  projections.set(outbox, newPendingWrites);
  outbox.onEvent((event) => {
    const write = event.type === 'responded' ? event.entry.write : undefined;
    if (write?.kind === 'group-membership') void announce({ topic: 'groups', ids: [write.group.id] });
  });
  return newPendingWrites;
}

registerProjection({
  getPendingWrites: (userId, workspaceId) => getPendingWrites(getConsoleOutboxes().getOutbox(userId, workspaceId)),
  project,
});

/** Returns selected pending writes of the active workspace. Null until the writes of earlier visits are loaded. */
function usePending(select: (pending: PendingWrites) => readonly PendingWrite[]): readonly PendingWrite[] | null {
  const { workspaceId } = useWorkspace();
  const outbox = useOutbox(workspaceId);
  const pendingWrites = outbox && getPendingWrites(outbox);
  return useSyncExternalStore(pendingWrites?.subscribe ?? subscribeToNothing, () => {
    if (!pendingWrites) return NO_WRITES;
    return pendingWrites.isLoaded ? select(pendingWrites) : null;
  });
}

function useQueryHash(key: WorkspaceKey): string {
  const { workspaceId } = useWorkspace();
  return hashKey([workspaceId, ...key]);
}

export interface Projected<Row> {
  /** The server's row with the pending writes applied; undefined until both are loaded. */
  readonly data: Row | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/**
 * Returns a row as the user expects it: the row of the query `key`, with the pending writes applied. The key must start with
 * `getRowKey(kind, id)`. The cached row itself is not modified.
 */
export function useProjected<K extends RowKind>(
  kind: K,
  id: string,
  query: UseQueryResult<Rows[K], Error>,
  key: WorkspaceKey = getRowKey(kind, id),
): Projected<Rows[K]> {
  const hash = useQueryHash(key);
  const writes = usePending((pending) => pending.getWritesOf(kind, id, hash));
  const row = query.data;
  const data = useMemo(
    () => (row === undefined || writes === null ? undefined : project(kind, row, writes)),
    [kind, row, writes],
  );
  const { error, isFetching, refetch: refetchQuery } = query;
  const refetch = useCallback(() => void refetchQuery(), [refetchQuery]);
  return { data, error, isFetching, refetch };
}

/** Returns a row with the pending writes applied, as `useProjected` does, at the time of the call. */
export function projectRow<K extends RowKind>(outbox: Outbox, kind: K, id: string, row: Rows[K]): Rows[K] {
  const pendingWrites = getPendingWrites(outbox);
  if (!pendingWrites.isLoaded) return row;
  return project(kind, row, pendingWrites.getWritesOf(kind, id, hashKey(workspaceKey(...getRowKey(kind, id)))));
}

/** Returns the pending writes of a row. */
export function useWritesOn(kind: RowKind, id: string): readonly PendingWrite[] {
  const hash = useQueryHash(getRowKey(kind, id));
  return usePending((pending) => pending.getWritesOf(kind, id, hash)) ?? NO_WRITES;
}
