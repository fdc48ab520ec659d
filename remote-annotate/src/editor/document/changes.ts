import type { ServerState, Shape, ShapeId } from '../model/types';

export interface CreateChange {
  readonly op: 'create';
  readonly after: Shape;
  /** The deleted row of the server, if the change is the undo of a deletion. The server restores this row and the rows that refer to it. */
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

/** `local`: edits of the user. `remote`: changes from the server, such as loaded pages, edits of other users and acknowledgements. */
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

/** The event of one command, with all its changes. Only events with `origin: 'local'` are sent to the server. */
export interface ChangeEvent {
  readonly origin: Origin;
  readonly cause: ChangeCause;
  readonly changes: readonly ShapeChange[];
  /**
   * Consecutive events with the same key belong to one gesture, such as a held arrow key. The outbox may merge them into one change
   * with the last `after` before it sends them.
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
