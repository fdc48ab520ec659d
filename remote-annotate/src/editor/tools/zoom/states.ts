import type { Vec } from '../../types';

export type ZoomStates = {
  idle: undefined;
  /** `from` is in screen pixels. */
  dragging: { readonly from: Vec };
};
