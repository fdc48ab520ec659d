import { newShapeId } from '../../editor/model/ids';
import { type CallEntry, type Entry, type Owner, type ShapeEntry, getScope } from '../entries/types';
import type { OutboxTx } from '../store/port';

/** Fields that every new entry receives on creation. */
type GeneratedField =
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

export type NewEntry = Omit<ShapeEntry, GeneratedField> | Omit<CallEntry, GeneratedField>;

/** The user and workspace of a new entry, and its time of creation. */
export interface Stamp {
  readonly owner: Owner;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** Appends an entry to the queue. */
export async function appendEntry(tx: OutboxTx, entry: NewEntry, stamp: Stamp): Promise<void> {
  await new QueueTail(tx, stamp).append(entry);
}

/** The end of the queue during one transaction. The last sequence number is read only once, in parallel with other reads. */
export class QueueTail {
  private lastSequenceNumber: Promise<number>;

  constructor(
    private readonly tx: OutboxTx,
    private readonly stamp: Stamp,
  ) {
    this.lastSequenceNumber = tx.getLastEntry().then((lastEntry) => lastEntry?.seq ?? 0);
    // Handle a rejection here, because a transaction that appends nothing never awaits this promise.
    this.lastSequenceNumber.catch(() => undefined);
  }

  async append(entry: NewEntry): Promise<void> {
    this.lastSequenceNumber = this.lastSequenceNumber.then((seq) => seq + 1);
    await this.tx.put(createEntry(entry, await this.lastSequenceNumber, this.stamp));
  }
}

/** Inserts entries directly after another entry, because later entries depend on their result. */
export async function insertAfter(tx: OutboxTx, entry: Entry, newEntries: readonly NewEntry[]): Promise<void> {
  const stamp = { owner: { userId: entry.userId, workspaceId: entry.workspaceId }, now: entry.createdAt };
  for (const [index, newEntry] of newEntries.entries())
    await tx.put(createEntry(newEntry, entry.seq + (index + 1) / (newEntries.length + 1), stamp));
}

function createEntry(newEntry: NewEntry, seq: number, { owner, now }: Stamp): Entry {
  return {
    ...newEntry,
    ...owner,
    scope: getScope(owner),
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
export function revise<E extends Entry>(entry: E, changes: Partial<E>): E {
  return { ...entry, ...changes, revision: entry.revision + 1 };
}

/** Like `revise`, but with a new idempotency key, so that the entry is sent as a new request. */
export function reviseAsNewRequest<E extends Entry>(entry: E, changes: Partial<E>): E {
  return revise(entry, { ...changes, key: newShapeId(), attempts: 0, sealed: null, problem: null, bulk: undefined });
}

/** Whether the entry had no effect on the server: it was never sent, or it was rejected. */
export function isUnsent(entry: Entry): boolean {
  return entry.sealed === null || entry.problem !== null;
}
