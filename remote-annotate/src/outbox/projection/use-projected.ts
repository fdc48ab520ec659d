import { announce, consoleQueryClient, invalidateWorkspace, useWorkspace } from '@console/shared-auth';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { hashKey, type UseQueryResult } from '@tanstack/react-query';
import { useCallback, useMemo, useSyncExternalStore } from 'react';
import { consoleOutboxes } from '../console/console-outboxes';
import { useOutbox } from '../console/use-outbox';
import type { Outbox } from '../outbox';
import { project } from '../writes/project';
import { rowKey, type RowKind, type Rows } from '../writes/rows';
import { PendingWrites, type PendingWrite } from './pending-writes';
import { provideProjection } from './projected-list';

/** What other pages show of an image and of what is drawn on it: the browser's lists, jobs, labels, the dashboard's counts. */
export function refreshElsewhere(): void {
  const keys: readonly WorkspaceKey[] = [['images'], ['jobs'], ['recognition'], ['detection'], ['segmentation'], ['dashboard']];
  for (const key of keys) void invalidateWorkspace(...key);
}

const projections = new WeakMap<Outbox, PendingWrites>();

/** The one projection of an outbox, for the life of the tab. */
function pendingWritesOf(outbox: Outbox): PendingWrites {
  const known = projections.get(outbox);
  if (known) return known;
  const made = new PendingWrites(outbox, consoleQueryClient, refreshElsewhere);
  projections.set(outbox, made);
  outbox.onEvent((event) => {
    const write = event.type === 'answered' ? event.entry.write : undefined;
    if (write?.kind === 'group-membership') void announce({ topic: 'groups', ids: [write.group.id] });
  });
  return made;
}

provideProjection({
  pendingOf: (userId, workspaceId) => pendingWritesOf(consoleOutboxes().of(userId, workspaceId)),
  project,
});

const NONE: readonly PendingWrite[] = [];
const noSubscription = () => () => undefined;

/** The active workspace's writes that a selection of the projection names; null while those of earlier visits are not known. */
function usePending(select: (pending: PendingWrites) => readonly PendingWrite[]): readonly PendingWrite[] | null {
  const { workspaceId } = useWorkspace();
  const outbox = useOutbox(workspaceId);
  const pending = outbox && pendingWritesOf(outbox);
  return useSyncExternalStore(pending?.subscribe ?? noSubscription, () => {
    if (!pending) return NONE;
    return pending.isLoaded ? select(pending) : null;
  });
}

function useQueryHash(key: WorkspaceKey): string {
  const { workspaceId } = useWorkspace();
  return hashKey([workspaceId, ...key]);
}

export interface Projected<Row> {
  /** The server's row with what is pending laid over it; undefined until both are known. */
  readonly data: Row | undefined;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly refetch: () => void;
}

/**
 * A row as the person has made it: what the server has, read under `rowKey(kind, id)`, with the writes laid over it that
 * it was read without. Nothing else patches it.
 */
export function useProjected<K extends RowKind>(kind: K, id: string, query: UseQueryResult<Rows[K], Error>): Projected<Rows[K]> {
  const hash = useQueryHash(rowKey(kind, id));
  const writes = usePending((pending) => pending.over(kind, id, hash));
  const row = query.data;
  const data = useMemo(
    () => (row === undefined || writes === null ? undefined : project(kind, row, writes)),
    [kind, row, writes],
  );
  const { error, isFetching, refetch: read } = query;
  const refetch = useCallback(() => void read(), [read]);
  return { data, error, isFetching, refetch };
}

/** The pending writes on a row, for what their number or state says. */
export function useWritesOn(kind: RowKind, id: string): readonly PendingWrite[] {
  const hash = useQueryHash(rowKey(kind, id));
  return usePending((pending) => pending.over(kind, id, hash)) ?? NONE;
}
