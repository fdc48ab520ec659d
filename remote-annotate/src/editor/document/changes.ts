import type { ServerState, Shape, ShapeId } from '../model/types';

export interface CreateChange {
  readonly op: 'create';
  readonly after: Shape;
  /** The deleted row that this change restores, together with the rows that refer to it. */
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

export type ShapeChange = CreateChange | UpdateChange | DeleteChange;

/** Edits of the user are `local`. Changes from the server are `remote`: pages, edits of others and acknowledgements. */
export type Origin = 'local' | 'remote';

export type ChangeCause =
  | 'create'
  | 'update'
  | 'delete'
  | 'erase-all'
  | 'duplicate'
  | 'undo'
  | 'redo'
  | 'load'
  | 'remote'
  | 'acknowledge';

/**
 * One event for each command, with all its changes. The outbox sends events with `origin: 'local'` only. Shapes
 * that are created by a duplicate or by undoing a delete can have meta data.
 */
export interface ChangeEvent {
  readonly origin: Origin;
  readonly cause: ChangeCause;
  readonly changes: readonly ShapeChange[];
  /**
   * Consecutive events with the same key are one gesture, such as a held arrow key. The outbox may replace unsent events
   * by the `after` of the last one.
   */
  readonly coalesceKey?: string;
}

/** Returns the id of the changed shape. */
export function getChangedId(change: ShapeChange): ShapeId {
  return change.op === 'delete' ? change.before.id : change.after.id;
}

/** Returns the shape after a change, or undefined after a delete. */
export function getAfter(change: ShapeChange): Shape | undefined {
  return change.op === 'delete' ? undefined : change.after;
}

/** Returns the shape before a change, or undefined before a create. */
export function getBefore(change: ShapeChange): Shape | undefined {
  return change.op === 'create' ? undefined : change.before;
}
