import type { Cursor } from '../../model/cursor';
import type { Handle } from '../../geometry/handles';
import type { Stroke } from '../../model/prompt';
import type { PixelDraft } from '../../model/pixel-draft';
import type { Bounds, BoxData, PointData, Shape, ShapeId, ShapeKind, ShapeTypes, Vec } from '../../model/types';

/** A shape or change that is being drawn or dragged and is not in the document yet. Coordinates are image pixels. */
export type Draft =
  /** A box that is being drawn or waits for its label. If `isTooSmall`, releasing the button now would discard the box. */
  | {
      readonly type: 'box';
      readonly data: BoxData;
      readonly isTooSmall: boolean;
    }
  | {
      readonly type: 'polygon';
      /** Flat list of the placed vertices. */
      readonly vertices: readonly number[];
      /** Position of the next vertex; null while the polygon waits for its label. */
      readonly pointer: Vec | null;
      /** Whether the pointer is on the first vertex, so that a click would close the polygon. */
      readonly isClosing: boolean;
      /** Whether the pointer snapped to a vertex of another polygon. */
      readonly isSnapped?: boolean;
    }
  | {
      /**
       * A box that is drawn by clicks on the outermost points of an object. `points` are the clicked points. `data` is the box around
       * these points and the pointer.
       */
      readonly type: 'extremes';
      readonly points: readonly number[];
      readonly data: BoxData;
    }
  | { readonly type: 'point'; readonly data: PointData }
  /** The outline of any other shape, as a flat list of vertices. */
  | {
      readonly type: 'outline';
      readonly points: readonly number[];
      readonly isClosed: boolean;
    }
  | {
      /** The object that was found in the image, and the marks of the user. */
      readonly type: 'suggestion';
      readonly outlines: readonly (readonly number[])[];
      readonly isClosed: boolean;
      readonly box: BoxData | null;
      readonly strokes: readonly Stroke[];
      /** Positions that the user clicked, as a flat list. */
      readonly clicks: readonly number[];
    }
  /** The pixels of a mask that is being painted or waits for its label. */
  | { readonly type: 'pixels'; readonly draft: PixelDraft }
  /** A shape of the document, changed by the current drag. It is painted instead of the stored shape. */
  | { readonly type: 'edit'; readonly shape: Shape }
  /** Several selected shapes that are dragged together by an offset. */
  | { readonly type: 'move'; readonly by: Vec }
  /** The frame of a marquee selection. */
  | { readonly type: 'marquee'; readonly bounds: Bounds };

/** A message for the user on the canvas. */
export type Notice =
  /** Why a gesture or command had no effect. */
  | { readonly type: 'box-too-small' | 'nothing-to-erase' | 'nothing-found' | 'shape-changed' | 'command-failed' }
  /** Number of copied shapes that have no space or no label in this image. */
  | { readonly type: 'not-pasted'; readonly count: number }
  /** Number of shapes that a command left unchanged because they are locked. */
  | { readonly type: 'locked'; readonly count: number }
  /** Number of selected polygons that a command could not change, because they do not overlap or nothing would remain. */
  | { readonly type: 'polygons-unchanged'; readonly count: number }
  /** Number of locked shapes that prevent an undo or redo. These shapes are then selected. */
  | { readonly type: 'locked-undo' | 'locked-redo'; readonly count: number };

/** The shape and handle below the pointer. */
export interface Hover {
  readonly shapeId: ShapeId | null;
  readonly handle: Handle | null;
  /** The CSS cursor of the canvas. */
  readonly cursor: Cursor;
}

/** A drawn shape that waits for its label or name. `suggestedLabelId` is the last used label of the kind. */
export type PendingShape = {
  [Kind in ShapeKind]: {
    readonly kind: Kind;
    readonly data: ShapeTypes[Kind]['data'];
    readonly suggestedLabelId?: string;
  };
}[ShapeKind];

/** Result of confirming the unfinished shape. */
export type ConfirmResult =
  | { readonly ok: true; readonly shape: Shape }
  | {
      readonly ok: false;
      readonly reason: 'nothing-pending' | 'no-label' | 'unknown-label' | 'name-too-long';
    };

export const NOTHING_PENDING: ConfirmResult = {
  ok: false,
  reason: 'nothing-pending',
};

export const NO_HOVER: Hover = {
  shapeId: null,
  handle: null,
  cursor: 'default',
};
