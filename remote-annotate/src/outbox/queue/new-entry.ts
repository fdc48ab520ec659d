import { newShapeId } from '../../editor/model/ids';
import type { CallEntry, Entry, Owner, ShapeEntry } from '../entries/types';
import { scopeOf } from '../entries/types';
import type { OutboxTx } from '../store/port';

type Common =
  | 'id'
  | 'scope'
  | 'userId'
  | 'workspaceId'
  | 'seq'
  | 'revision'
  | 'key'
  | 'createdAt'
  | 'attempts'
  | 'sealed'
  | 'problem'
  | 'bulk';

export type NewEntry = Omit<ShapeEntry, Common> | Omit<CallEntry, Common>;

export interface Stamp {
  readonly owner: Owner;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Appends an entry to the queue. */
export async function append(tx: OutboxTx, entry: NewEntry, stamp: Stamp): Promise<void> {
  await new QueueEnd(tx, stamp).append(entry);
}

/** The end of the queue during one transaction. It is looked up once, in parallel with the first reads. */
export class QueueEnd {
  private last: Promise<number>;

  constructor(
    private readonly tx: OutboxTx,
    private readonly stamp: Stamp,
  ) {
    this.last = tx.last().then((last) => last?.seq ?? 0);
    // A transaction that appends nothing never awaits this promise, so handle its rejection.
    this.last.catch(() => undefined);
  }

  async append(entry: NewEntry): Promise<void> {
    this.last = this.last.then((seq) => seq + 1);
    await this.tx.put(unsent(entry, await this.last, this.stamp));
  }
}

/** Inserts entries directly after another one, because later entries depend on their result. */
export async function insertAfter(tx: OutboxTx, entry: Entry, followers: readonly NewEntry[]): Promise<void> {
  const stamp = { owner: { userId: entry.userId, workspaceId: entry.workspaceId }, now: entry.createdAt };
  for (const [index, follower] of followers.entries())
    await tx.put(unsent(follower, entry.seq + (index + 1) / (followers.length + 1), stamp));
}

function unsent(entry: NewEntry, seq: number, { owner, now }: Stamp): Entry {
  return {
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
  };
}

/** Returns the entry with changes and the next revision number. */
export function revised<E extends Entry>(entry: E, changes: Partial<E>): E {
  return { ...entry, ...changes, revision: entry.revision + 1 };
}

/** Like `revised`, but with a new idempotency key, so that the entry is sent as a new request. */
export function renewed<E extends Entry>(entry: E, changes: Partial<E>): E {
  return revised(entry, { ...changes, key: newShapeId(), attempts: 0, sealed: null, problem: null, bulk: undefined });
}

/** Whether the entry had no effect on the server: it was never sent, or it was rejected. */
export function isUnsent(entry: Entry): boolean {
  return entry.sealed === null || entry.problem !== null;
}
