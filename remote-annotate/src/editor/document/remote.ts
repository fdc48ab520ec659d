import type { Shape, ShapeId } from '../model/types';

/**
 * A change of a shape that comes from the server. After an undone deletion, a shape can have the id of a deleted row and another
 * `serverId`. Each change therefore uses the id that identifies the shape uniquely.
 */
export type RemoteChange =
  /** The current state of the row `shape.serverId`. Has no effect if the row was deleted locally. */
  | { readonly op: 'put'; readonly shape: Shape }
  /** Like `put`, but also applied to a row that was deleted locally: after a rejected deletion, or for changes that have not been sent. */
  | { readonly op: 'restore'; readonly shape: Shape }
  /** The row was deleted on the server. */
  | { readonly op: 'delete'; readonly serverId: string }
  /** The server rejected the creation of this shape. */
  | { readonly op: 'drop'; readonly id: ShapeId };
