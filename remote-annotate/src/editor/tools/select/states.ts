import type { PointerEditorEvent } from '../../input/events';
import type { HandleDrag } from '../../kinds/shape-util';
import type { Shape, Vec } from '../../model/types';

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
  'dragging-handle': { readonly shape: Shape; readonly drag: HandleDrag; readonly grab: Vec };
};
