import type { ShapeId } from '../../editor/types';
import type { Entry, ServerRef } from '../types';

/** An answer of the server. */
export interface Answered {
  readonly answer: unknown;
}

/**
 * One all-or-nothing piece of work on the entries of a scope. A work function awaits nothing but these methods:
 * IndexedDB closes a transaction that is left idle.
 */
export interface OutboxTx {
  entry(id: string): Promise<Entry | undefined>;
  /** In the order of sending. */
  entriesOfShape(shapeId: ShapeId): Promise<Entry[]>;
  lastOfImage(imageId: string): Promise<Entry | undefined>;
  /** In the order of sending. */
  entriesOfImage(imageId: string): Promise<Entry[]>;
  last(): Promise<Entry | undefined>;
  put(entry: Entry): Promise<void>;
  /** @param answered what the server has said to it, if it was sent */
  remove(id: string, answered?: Answered): Promise<void>;
  ref(shapeId: ShapeId): Promise<ServerRef | undefined>;
  putRef(ref: ServerRef): Promise<void>;
  removeRef(shapeId: ShapeId): Promise<void>;
}

export interface Snapshot {
  readonly entries: readonly Entry[];
  readonly refs: readonly ServerRef[];
}

export interface TransactOptions {
  /** Waits until the data is on the disk, not only with the operating system. */
  readonly strict?: boolean;
}

/** Where entries outlive the tab. Every method may reject: the disk is full, the browser forbids storage. */
export interface OutboxStore {
  load(scope: string): Promise<Snapshot>;
  /** Workspaces in which the user has entries. */
  workspacesOf(userId: string): Promise<string[]>;
  transact<T>(scope: string, work: (tx: OutboxTx) => Promise<T>, options?: TransactOptions): Promise<T>;
  /** Takes or renews the right to send, for `ttl` milliseconds; false while another tab has it. */
  claimLease(scope: string, holder: string, now: number, ttl: number): Promise<boolean>;
  releaseLease(scope: string, holder: string): Promise<void>;
  close(): void;
}
