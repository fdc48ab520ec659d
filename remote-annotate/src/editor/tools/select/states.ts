import type { BoxHandle } from '../../geometry/box';
import type { PointerEditorEvent } from '../../input/events';
import type { BoxShape, PolygonShape, Shape, Vec } from '../../types';

export type SelectStates = {
  idle: undefined;
  /** A shape was pressed: a click so far. */
  pointing: { readonly press: PointerEditorEvent; readonly shape: Shape };
  /** Bare picture was pressed: a click so far. */
  'pointing-canvas': { readonly press: PointerEditorEvent };
  /** Pressed with Shift, on a shape or beside any. */
  'pointing-with-shift': { readonly press: PointerEditorEvent; readonly shape: Shape | undefined };
  /** Opposite corners so far, in picture pixels. */
  marquee: { readonly from: Vec; readonly to: Vec };
  panning: { readonly from: Vec };
  /** From where to where the pointer has come, in picture pixels. */
  translating: { readonly shape: Shape; readonly from: Vec; readonly to: Vec };
  'translating-many': { readonly from: Vec; readonly to: Vec };
  /** `grab` is where in the handle it was taken: pointer minus handle, in picture pixels. */
  resizing: { readonly shape: BoxShape; readonly handle: BoxHandle; readonly grab: Vec };
  /** `shape` has the vertex at `index` already, also if the drag is what inserts it. */
  'dragging-vertex': { readonly shape: PolygonShape; readonly index: number; readonly grab: Vec };
};
