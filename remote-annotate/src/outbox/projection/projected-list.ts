import { useSession, useWorkspace } from '@console/shared-auth';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { hashKey } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { project } from '../writes/project';
import type { RowKind, Rows } from '../writes/rows';
import type { PendingWrite, PendingWrites } from './pending-writes';

/** The code of the projection, which is with the outbox's. */
interface Projection {
  /** The same object for the same two. */
  readonly pendingOf: (userId: string, workspaceId: string) => PendingWrites;
  readonly project: typeof project;
}

let provided: Projection | null = null;
const listeners = new Set<() => void>();

/** Called by the code of the projection when it is loaded. */
export function provideProjection(projection: Projection): void {
  provided = projection;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const NONE: readonly PendingWrite[] = [];
const noSubscription = () => () => undefined;

/**
 * Rows of a list with pending writes laid over each, by the id that `idOf` gives. `key` is the list's, without the
 * workspace. A list can be the first thing that a person opens, and the outbox is 25 kB: it comes with the background work,
 * once the page has come to rest, and until then the rows are as they were read.
 */
export function useProjectedList<K extends RowKind, Row extends Rows[K]>(
  kind: K,
  key: WorkspaceKey,
  rows: readonly Row[] | undefined,
  idOf: (row: Row) => string,
): readonly Row[] | undefined {
  const { user } = useSession();
  const { workspaceId } = useWorkspace();
  const projection = useSyncExternalStore(subscribe, () => provided);
  const pending = projection && user && workspaceId ? projection.pendingOf(user.id, workspaceId) : null;
  const hash = hashKey([workspaceId, ...key]);
  const writes = useSyncExternalStore(pending?.subscribe ?? noSubscription, () =>
    pending?.isLoaded ? pending.overAll(kind, hash) : NONE,
  );
  return useMemo(() => {
    if (rows === undefined || !projection || writes.length === 0) return rows;
    return rows.map((row) =>
      projection.project(
        kind,
        row,
        writes.filter((write) => write.rows[kind] === idOf(row)),
      ),
    );
  }, [kind, rows, projection, writes, idOf]);
}
