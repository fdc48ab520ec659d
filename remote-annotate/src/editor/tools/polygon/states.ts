import type { PointerEditorEvent } from '../../input/events';
import type { PendingShape } from '../feedback';

export type PolygonStates = {
  idle: undefined;
  /** The pointer went down for the first vertex. */
  drawing: { readonly press: PointerEditorEvent };
  'awaiting-label': PendingShape;
};
