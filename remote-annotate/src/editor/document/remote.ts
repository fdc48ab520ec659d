import type { Shape, ShapeId } from '../model/types';

/**
 * A change of a shape that comes from the server, or from the outbox on its behalf. After an undone delete, a shape can have
 * the id of a deleted row and a new `serverId`. Each change therefore identifies its shape by the unambiguous id.
 */
export type RemoteChange =
  /** The current state of a row, with `shape.serverId`. Ignored if the row was deleted locally. */
  | { readonly op: 'put'; readonly shape: Shape }
  /** Does the same as `put`, also for a row that was deleted locally: after a rejected delete or with unsent work. */
  | { readonly op: 'restore'; readonly shape: Shape }
  /** The row was deleted on the server. */
  | { readonly op: 'delete'; readonly serverId: string }
  /** The server rejected the creation of this shape. */
  | { readonly op: 'drop'; readonly id: ShapeId };
