import type { Vec } from '../../../editor/model/types';
import type { PendingShape } from '../../../editor/tools/states/feedback';

export type PointStates = {
  idle: undefined;
  /** The button is held since a press at `start` (image pixels). The release places the point. */
  placing: { readonly start: Vec };
  'awaiting-name': PendingShape;
};
