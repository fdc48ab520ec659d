import type { Permission } from '@console/shared-contract/api';
import type { Db } from '../database/connection';

/** Background work, as its handler receives it. */
export interface ClaimedWork {
  id: string;
  workspaceId: string;
  kind: string;
  /** The input, or the value that the last checkpoint stored. */
  input: unknown;
  /** The user who requested the work. Null if that user was deleted. */
  userId: string | null;
  /** 1 for the first attempt. From 2 on, an earlier attempt was interrupted and may be partly done. */
  attempt: number;
  /** The request that caused the work; null if unknown. */
  requestId: string | null;
}

/** The progress of the work, and where the next attempt continues if this attempt is interrupted. */
export interface Checkpoint {
  done: number;
  total: number | null;
  /** Stored as the input of the next attempt. */
  input?: unknown;
}

export interface WorkContext {
  db: Db;
  work: ClaimedWork;
  /** Aborts when the work is cancelled or another attempt has started. Pass it to long-running calls. */
  signal: AbortSignal;
  /**
   * Commits the rows of one step together with its checkpoint. If the work was cancelled or another attempt has started, the call throws
   * and changes nothing. Make all changes in short steps. A step runs again after a deadlock.
   */
  step: <T>(checkpoint: Checkpoint | null, write: (trx: Db) => Promise<T>) => Promise<T>;
  /**
   * Commits everything that `write` changes in one transaction of any length, together with the checkpoint that `write` returns. `write`
   * can report progress meanwhile. If the work was cancelled or another attempt has started, the call throws and changes nothing. `write`
   * runs again after a deadlock.
   */
  runAtomically: <T>(write: (trx: Db) => Promise<{ result: T; checkpoint: Checkpoint }>) => Promise<T>;
  /** Reports progress without a step. Throws like `step`. */
  progress: (done: number, total: number | null) => Promise<void>;
}

/**
 * Does the work. The return value is stored as the result, and the message of a thrown error as the reason of the failure. After a lost
 * connection or a server crash another attempt runs, so the handler must cope with partial results of an earlier attempt.
 */
export type WorkHandler = (context: WorkContext) => Promise<unknown>;

/** The process that did the work was killed, for example because the system ran out of memory. The work is tried again a few times. */
export class InterruptedError extends Error {}

export type UnsuccessfulOutcome = { state: 'cancelled' } | { state: 'failed'; error: string };

/** A kind of background work. Each kind has separate workers, so that no other kind can delay it. */
export interface WorkKind {
  /** Stored with the work, so it must never change. */
  name: string;
  /**
   * Maximum number of jobs of this kind that one server runs at once. They belong to different workspaces, because the jobs of a
   * workspace run in order.
   */
  concurrency: number;
  run: WorkHandler;
  /** Before each step, the user who requested the work must still have this permission. Work without a user needs none. */
  permission?: Permission;
  /** Whether the work creates many rows. The change log then contains only their number, because the work records which rows it created. */
  createsManyRows?: boolean;
  /**
   * Updates rows that wait for this work when it fails or is cancelled, even before it has started. Runs in the transaction that
   * ends the work. It must accept any input, because an error would prevent the work from ending.
   */
  onUnsuccessful?: (trx: Db, work: Pick<ClaimedWork, 'input'>, end: UnsuccessfulOutcome) => Promise<void>;
}

/** A maintenance task of the server, not requested by users. */
export interface MaintenanceTask {
  name: string;
  /** Runs again with increasing delays if it throws. */
  run: (payload: unknown) => Promise<void>;
  /** Maximum number of jobs of this task that one server runs at once. Default: 1. */
  concurrency?: number;
  /** A crontab expression. One of all servers runs it. Without a schedule it only runs on request. */
  schedule?: string;
}
