import type { Vec } from '../../types';
import type { PendingShape } from '../feedback';

export type PointStates = {
  idle: undefined;
  /** The pointer is held at `start`, in picture pixels; the point comes where it is released. */
  placing: { readonly start: Vec };
  'awaiting-name': PendingShape;
};
