import type { BoxHandle } from '../../geometry/box';
import type { PointerEditorEvent } from '../../input/events';
import type { BoxShape, PolygonShape, Shape, Vec } from '../../model/types';

export type SelectStates = {
  idle: undefined;
  /** A shape was pressed, and the pointer has not moved far enough for a drag. */
  pointing: { readonly press: PointerEditorEvent; readonly shape: Shape };
  /** The image was pressed outside any shape, and the pointer has not moved far enough for a drag. */
  'pointing-canvas': { readonly press: PointerEditorEvent };
  /** A press with Shift, on a shape or outside any shape. */
  'pointing-with-shift': { readonly press: PointerEditorEvent; readonly shape: Shape | undefined };
  /** Opposite corners in image pixels. */
  marquee: { readonly from: Vec; readonly to: Vec };
  panning: { readonly from: Vec };
  /** Start and current position of the pointer in image pixels. */
  translating: { readonly shape: Shape; readonly from: Vec; readonly to: Vec };
  'translating-many': { readonly from: Vec; readonly to: Vec };
  /** `grab` is the offset from the handle to the pointer at the press, in image pixels. */
  resizing: { readonly shape: BoxShape; readonly handle: BoxHandle; readonly grab: Vec };
  /** `shape` already has the vertex at `index`, even if the drag inserts it. */
  'dragging-vertex': { readonly shape: PolygonShape; readonly index: number; readonly grab: Vec };
};
