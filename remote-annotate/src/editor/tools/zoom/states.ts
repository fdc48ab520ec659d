import type { Vec } from '../../model/types';

export type ZoomStates = {
  idle: undefined;
  /** `from` is the pressed position in screen pixels. */
  panning: { readonly from: Vec };
};
