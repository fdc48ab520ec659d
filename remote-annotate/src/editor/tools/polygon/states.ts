import type { PointerEditorEvent } from '../../input/events';
import type { PendingShape } from '../feedback';

export type PolygonStates = {
  idle: undefined;
  /** The pointer went down for the first vertex, or vertices stand that were set before. */
  drawing: { readonly press: PointerEditorEvent } | { readonly vertices: readonly number[] };
  'awaiting-label': PendingShape;
};
