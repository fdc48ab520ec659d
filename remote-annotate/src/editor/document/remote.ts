import type { Shape, ShapeId } from '../types';

/**
 * What the server, or the outbox on its behalf, has to say about shapes. Each names a shape in the one way that cannot
 * be mistaken: after an undone delete, a shape may bear the id of a row that is gone, under a new `serverId`.
 */
export type RemoteChange =
  /** The present state of a row (`shape.serverId` set). Ignored for a row that was deleted here. */
  | { readonly op: 'put'; readonly shape: Shape }
  /** As `put`, and brings a shape back that was deleted here: a refused delete, or unsent work of an earlier visit. */
  | { readonly op: 'restore'; readonly shape: Shape }
  /** A row is gone on the server. */
  | { readonly op: 'delete'; readonly serverId: string }
  /** The server refused to make this shape. */
  | { readonly op: 'drop'; readonly id: ShapeId };
