import type { PointerEditorEvent } from '../../../editor/input/events';
import type { BoxDrawingMode } from '../../../editor/model/box-drawing-mode';
import type { Vec } from '../../../editor/model/types';
import type { PendingShape } from '../../../editor/tools/states/feedback';

export type DetectionStates = {
  idle: undefined;
  /** The button is held, for a click or for a drag from corner to corner. */
  drawing: { readonly press: PointerEditorEvent };
  /** One corner is placed at `start` in image pixels. The next click places the opposite corner. */
  corner: { readonly start: Vec };
  /** The first of the four outermost points of an object is placed at `start` in image pixels. */
  extremes: { readonly start: Vec };
  /** One end of an edge of a rotated box is placed at `start` in image pixels. */
  rotated: { readonly start: Vec };
  'awaiting-label': PendingShape;
};

/** Returns the state after the first click. */
export function getClickState(mode: BoxDrawingMode): 'corner' | 'extremes' | 'rotated' {
  return mode === 'extremes' || mode === 'rotated' ? mode : 'corner';
}
