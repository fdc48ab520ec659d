import type { Vec } from '../../types';
import type { PendingShape } from '../feedback';

export type PolygonStates = {
  idle: undefined;
  /** The pointer went down for the first vertex at `start`, in picture pixels. */
  drawing: { readonly start: Vec };
  'awaiting-label': PendingShape;
};
