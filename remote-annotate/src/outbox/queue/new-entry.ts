import { newShapeId } from '../../editor/ids';
import type { CallEntry, Entry, Owner, ShapeEntry } from '../types';
import { scopeOf } from '../types';
import type { OutboxTx } from '../store/port';

type Common =
  'id' | 'scope' | 'userId' | 'workspaceId' | 'seq' | 'revision' | 'key' | 'createdAt' | 'attempts' | 'sealed' | 'problem';

export type NewEntry = Omit<ShapeEntry, Common> | Omit<CallEntry, Common>;

export interface Stamp {
  readonly owner: Owner;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Puts an entry at the end of the queue. */
export async function append(tx: OutboxTx, entry: NewEntry, { owner, now }: Stamp): Promise<void> {
  const seq = ((await tx.last())?.seq ?? 0) + 1;
  await tx.put({
    ...entry,
    ...owner,
    scope: scopeOf(owner),
    id: newShapeId(),
    key: newShapeId(),
    seq,
    revision: 1,
    createdAt: now,
    attempts: 0,
    sealed: null,
    problem: null,
  });
}

/** The entry with changes, under the next revision. */
export function revised<E extends Entry>(entry: E, changes: Partial<E>): E {
  return { ...entry, ...changes, revision: entry.revision + 1 };
}

/** As `revised`, to be sent as another request than before: with a key of its own. */
export function renewed<E extends Entry>(entry: E, changes: Partial<E>): E {
  return revised(entry, { ...changes, key: newShapeId(), attempts: 0, sealed: null, problem: null });
}

/** Whether the server has certainly done nothing of the entry: it was never sent, or it was refused. */
export function isUnsent(entry: Entry): boolean {
  return entry.sealed === null || entry.problem !== null;
}
