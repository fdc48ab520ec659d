import type { Handle } from '../geometry/handles';
import type { Bounds, BoxData, PointData, PolygonData, Shape, ShapeId, Vec } from '../types';

/** What is being made or dragged and is not in the document yet. Coordinates are picture pixels. */
export type Draft =
  /** A box being drawn, or waiting for its label. `tooSmall`: released now, it would be dropped. */
  | { readonly type: 'box'; readonly data: BoxData; readonly tooSmall: boolean }
  | {
      readonly type: 'polygon';
      /** Flat list of the vertices that stand. */
      readonly vertices: readonly number[];
      /** Where the next vertex would be; null while it waits for its label. */
      readonly pointer: Vec | null;
      /** A click now would close it: the pointer is on the first vertex. */
      readonly closing: boolean;
      /** The pointer has jumped to the vertex of a neighbour. */
      readonly snapped?: boolean;
    }
  | {
      /** A box by the outermost points of a thing: those that stand, and the box around them and the pointer. */
      readonly type: 'extremes';
      readonly points: readonly number[];
      readonly data: BoxData;
    }
  | { readonly type: 'point'; readonly data: PointData }
  /** A shape of the document as the drag under way would leave it; to be drawn in place of the settled one. */
  | { readonly type: 'edit'; readonly shape: Shape }
  /** The selected shapes are being dragged together, by so much. */
  | { readonly type: 'move'; readonly by: Vec }
  /** The frame of those that a release would select. */
  | { readonly type: 'marquee'; readonly bounds: Bounds };

/** What a person is told where it happens. */
export type Notice =
  /** A box was dragged that is too small to be kept. */
  | { readonly type: 'box-too-small' }
  /** So many of the copied shapes fit neither this picture nor its labels. */
  | { readonly type: 'not-pasted'; readonly count: number }
  /** So many of those that a command was for are locked, and were left as they are. */
  | { readonly type: 'locked'; readonly count: number }
  /** The step that would be taken back, or taken again, changes so many shapes that are locked now: it waits. They are selected. */
  | { readonly type: 'locked-undo' | 'locked-redo'; readonly count: number };

export type Cursor =
  | 'default'
  | 'pointer'
  | 'move'
  | 'crosshair'
  | 'not-allowed'
  | 'grab'
  | 'grabbing'
  | 'nwse-resize'
  | 'nesw-resize'
  | 'ns-resize'
  | 'ew-resize'
  | 'copy';

export interface Hover {
  readonly shapeId: ShapeId | null;
  readonly handle: Handle | null;
  /** A value of CSS `cursor` for the canvas. */
  readonly cursor: Cursor;
}

/** A drawn shape that waits for its label or name. The `suggestedLabelId` is the one last used for the kind. */
export type PendingShape =
  | { readonly kind: 'object'; readonly data: BoxData; readonly suggestedLabelId?: string }
  | { readonly kind: 'polygon'; readonly data: PolygonData; readonly suggestedLabelId?: string }
  | { readonly kind: 'point'; readonly data: PointData };

export type ConfirmResult =
  | { readonly ok: true; readonly shape: Shape }
  | { readonly ok: false; readonly reason: 'nothing-pending' | 'no-label' | 'unknown-label' | 'name-too-long' };

export const NOTHING_PENDING: ConfirmResult = { ok: false, reason: 'nothing-pending' };

export const NO_HOVER: Hover = { shapeId: null, handle: null, cursor: 'default' };
