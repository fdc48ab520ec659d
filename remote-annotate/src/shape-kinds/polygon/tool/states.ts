import type { PointerEditorEvent } from '../../../editor/input/events';
import type { PendingShape } from '../../../editor/tools/states/feedback';

export type PolygonStates = {
  idle: undefined;
  /** Starts with the press of the first vertex, or with restored vertices. */
  drawing: { readonly press: PointerEditorEvent } | { readonly vertices: readonly number[] };
  'awaiting-label': PendingShape;
};
