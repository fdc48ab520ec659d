import type { PointerEditorEvent } from '../../input/events';
import type { Vec } from '../../types';
import type { PendingShape } from '../feedback';

export type DetectionStates = {
  idle: undefined;
  /** The pointer is held: a click so far, or a drag from corner to corner. */
  drawing: { readonly press: PointerEditorEvent };
  /** One corner stands, at `start` in picture pixels; the next click is the opposite one. */
  corner: { readonly start: Vec };
  /** The first of the four outermost points stands, in picture pixels. */
  extremes: { readonly start: Vec };
  'awaiting-label': PendingShape;
};
