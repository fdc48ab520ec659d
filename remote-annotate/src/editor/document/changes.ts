import type { ServerState, Shape, ShapeId } from '../types';

export interface CreateChange {
  readonly op: 'create';
  readonly after: Shape;
  /** The row that a deletion took and this takes back, with all that hung on it. */
  readonly restores?: ServerState;
}

export interface UpdateChange {
  readonly op: 'update';
  /** `before` and `after` have the same id and kind. */
  readonly before: Shape;
  readonly after: Shape;
}

export interface DeleteChange {
  readonly op: 'delete';
  readonly before: Shape;
}

export type Change = CreateChange | UpdateChange | DeleteChange;

/** A person's edit here is `local`; what came from the server (pages, other people's edits, acknowledgements) is `remote`. */
export type Origin = 'local' | 'remote';

export type ChangeCause =
  'create' | 'update' | 'delete' | 'erase-all' | 'duplicate' | 'undo' | 'redo' | 'load' | 'remote' | 'acknowledge';

/**
 * One event for each command, with all that it changed.
 * The outbox takes `origin: 'local'` only. A local create may carry non-empty meta data (a duplicate, an undone delete).
 */
export interface ChangeEvent {
  readonly origin: Origin;
  readonly cause: ChangeCause;
  readonly changes: readonly Change[];
  /**
   * Events with the same key that follow each other are one gesture (arrow keys held down): the outbox may send
   * only the last one's `after` in place of those still unsent.
   */
  readonly coalesceKey?: string;
}

/** The shape that a change is about. */
export function changedId(change: Change): ShapeId {
  return change.op === 'delete' ? change.before.id : change.after.id;
}

/** The state that a change leaves, or undefined after a delete. */
export function afterOf(change: Change): Shape | undefined {
  return change.op === 'delete' ? undefined : change.after;
}

/** The state that a change found, or undefined before a create. */
export function beforeOf(change: Change): Shape | undefined {
  return change.op === 'create' ? undefined : change.before;
}
