import type { Vec } from '../../../editor/model/types';
import type { PendingShape } from '../../../editor/tools/states/feedback';

export type PointStates = {
  idle: undefined;
  /** The pointer is held, starting at `start` in image pixels. The release places the point. */
  placing: { readonly start: Vec };
  'awaiting-name': PendingShape;
};
