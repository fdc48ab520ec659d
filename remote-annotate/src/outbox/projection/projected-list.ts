import { useSession, useWorkspace } from '@console/shared-auth';
import type { WorkspaceKey } from '@console/shared-contract/federation/shared-keys';
import { hashKey } from '@tanstack/react-query';
import { useMemo, useSyncExternalStore } from 'react';
import type { project } from '../writes/project';
import type { RowKind, Rows } from '../writes/rows';
import type { PendingWrite, PendingWrites } from './pending-writes';

/** The code that applies pending writes to rows. It is loaded together with the outbox. */
interface Projection {
  /** Returns the same object for the same user and workspace. */
  readonly getPendingWrites: (userId: string, workspaceId: string) => PendingWrites;
  readonly project: typeof project;
}

let registeredProjection: Projection | null = null;
const listeners = new Set<() => void>();

/** Registers the code that applies pending writes to rows. That code calls this function when it is loaded. */
export function registerProjection(projection: Projection): void {
  registeredProjection = projection;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export const NO_WRITES: readonly PendingWrite[] = [];
export const subscribeToNothing = () => () => undefined;

/**
 * Returns the rows of a list with the pending writes applied to each. `getId` returns the id of a row; `key` is the query key of the list
 * without the workspace. The code of the outbox (25 kB) is loaded in the background, so that it does not delay the list. Until it is
 * loaded, the rows are returned without pending writes.
 */
export function useProjectedList<K extends RowKind, Row extends Rows[K]>(
  kind: K,
  key: WorkspaceKey,
  rows: readonly Row[] | undefined,
  getId: (row: Row) => string,
): readonly Row[] | undefined {
  const { user } = useSession();
  const { workspaceId } = useWorkspace();
  const projection = useSyncExternalStore(subscribe, () => registeredProjection);
  const pendingWrites = projection && user && workspaceId ? projection.getPendingWrites(user.id, workspaceId) : null;
  const hash = hashKey([workspaceId, ...key]);
  const writes = useSyncExternalStore(pendingWrites?.subscribe ?? subscribeToNothing, () =>
    pendingWrites?.isLoaded ? pendingWrites.getWritesOfAll(kind, hash) : NO_WRITES,
  );
  return useMemo(() => {
    if (rows === undefined || !projection || writes.length === 0) return rows;
    return rows.map((row) =>
      projection.project(
        kind,
        row,
        writes.filter((write) => write.rows[kind] === getId(row)),
      ),
    );
  }, [kind, rows, projection, writes, getId]);
}
