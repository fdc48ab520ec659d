import type { Shape, ShapeId } from '../model/types';

/**
 * A change of a shape that comes from the server. Changes of existing rows use `serverId`. The local id is not sufficient: after an undone
 * deletion, a shape keeps its local id but can have another row.
 */
export type RemoteChange =
  /** The current state of the row `shape.serverId`. Has no effect if the row was deleted locally. */
  | { readonly op: 'put'; readonly shape: Shape }
  /** Like `put`, but also applied to a row that was deleted locally. Used after a rejected deletion, and to show unsent changes. */
  | { readonly op: 'restore'; readonly shape: Shape }
  /** The row was deleted on the server. */
  | { readonly op: 'delete'; readonly serverId: string }
  /** The server rejected the creation of this shape. */
  | { readonly op: 'drop'; readonly id: ShapeId };
