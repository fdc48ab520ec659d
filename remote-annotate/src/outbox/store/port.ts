import type { ShapeId } from '../../editor/model/types';
import type { Entry, ServerRef } from '../entries/types';

/** The server's response to an entry of the outbox. */
export interface ServerResponse {
  readonly answer: unknown;
}

/**
 * A transaction on the entries of one user in one workspace. During a transaction, await only its methods, because IndexedDB closes idle
 * transactions.
 */
export interface OutboxTx {
  getEntry(id: string): Promise<Entry | undefined>;
  /** Returns the entries in the order of sending. */
  getEntriesOfShape(shapeId: ShapeId): Promise<Entry[]>;
  getLastOfImage(imageId: string): Promise<Entry | undefined>;
  /** Returns the entries in the order of sending. */
  getEntriesOfImage(imageId: string): Promise<Entry[]>;
  getLastEntry(): Promise<Entry | undefined>;
  put(entry: Entry): Promise<void>;
  /** @param response the server's response, if the entry was sent */
  remove(id: string, response?: ServerResponse): Promise<void>;
  getRef(shapeId: ShapeId): Promise<ServerRef | undefined>;
  putRef(ref: ServerRef): Promise<void>;
  removeRef(shapeId: ShapeId): Promise<void>;
}

export interface Snapshot {
  readonly entries: readonly Entry[];
  readonly refs: readonly ServerRef[];
}

export interface TransactOptions {
  /** Whether to wait until the data is flushed to disk, not only passed to the operating system. */
  readonly strict?: boolean;
}

/** Storage for entries that survives the tab. Every method may reject if the disk is full or the browser forbids storage. */
export interface OutboxStore {
  load(scope: string): Promise<Snapshot>;
  /** Returns the ids of the workspaces in which the user has entries. */
  listWorkspaces(userId: string): Promise<string[]>;
  transact<T>(scope: string, work: (tx: OutboxTx) => Promise<T>, options?: TransactOptions): Promise<T>;
  /** Acquires or renews the right to send for `ttl` milliseconds. Returns false while another tab has this right. */
  claimLease(scope: string, holder: string, now: number, ttl: number): Promise<boolean>;
  releaseLease(scope: string, holder: string): Promise<void>;
  close(): void;
}
