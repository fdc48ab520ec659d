import type { Db } from '../database/connection';

/** A piece of long work as its handler gets it. */
export interface TakenWork {
  id: string;
  workspaceId: string;
  kind: string;
  /** As the last step left it. */
  input: unknown;
  /** On whose behalf; null once that user is gone. */
  userId: string | null;
  /** 1 for the first. From 2 on, an attempt before was cut off, and something of it may have been done. */
  attempt: number;
}

/** How far a piece is, and from where the next attempt goes on where this one is cut off. */
export interface Place {
  done: number;
  total: number | null;
  /** Kept as the input of the next attempt. */
  input?: unknown;
}

export interface WorkContext {
  db: Db;
  work: TakenWork;
  /** Ends when the work is cancelled, or when another attempt has overtaken this one: for calls that take long. */
  signal: AbortSignal;
  /**
   * Commits one step's rows together with its place, unless the work was cancelled or overtaken: then it throws, and
   * nothing is changed. Every change goes through a step; keep them short. Repeated after a deadlock.
   */
  step: <T>(place: Place | null, change: (trx: Db) => Promise<T>) => Promise<T>;
  /** Says how far it is, where that is no step. Throws as a step does. */
  progress: (done: number, total: number | null) => Promise<void>;
}

/**
 * Does one piece; what it answers is kept as the result, what it throws as the reason of the failure. A lost connection or
 * a dead server only begins another attempt, which must bear what the last one left.
 */
export type WorkHandler = (context: WorkContext) => Promise<unknown>;

/** The process that did a piece ended under it, as by the system for want of memory. It is tried again a few times. */
export class Interrupted extends Error {}

/** How a piece ends that was not done. */
export type UndoneEnd = { state: 'cancelled' } | { state: 'failed'; error: string };

/** A kind of long work. Each is a lane of its own: no other kind can hold it up. */
export interface WorkKind {
  /** As it is stored with the work, so never changed. */
  name: string;
  /** Pieces that one server does at once, of different workspaces: a workspace's own are done in order. */
  atOnce: number;
  run: WorkHandler;
  /**
   * Tells the rows that wait for a piece that it will not be done, in the transaction which ends it, be it cancelled before
   * it began. Must take any input: a throw would keep the piece from ending.
   */
  undone?: (trx: Db, work: Pick<TakenWork, 'input'>, end: UndoneEnd) => Promise<void>;
}

/** A task of the server's own, besides what people ask for. */
export interface Task {
  name: string;
  /** Done again, later and later, when it throws. */
  run: (payload: unknown) => Promise<void>;
  /** When it is done by itself, as in a crontab; one server of all does it. Without: only where it is asked for. */
  schedule?: string;
}
