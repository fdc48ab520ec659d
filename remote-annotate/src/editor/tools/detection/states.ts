import type { PendingShape } from '../feedback';
import type { Vec } from '../../types';

export type DetectionStates = {
  idle: undefined;
  /** `start` is in picture pixels. */
  drawing: { readonly start: Vec };
  'awaiting-label': PendingShape;
};
