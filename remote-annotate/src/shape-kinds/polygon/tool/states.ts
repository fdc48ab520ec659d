import type { PendingShape } from '../../../editor/tools/states/feedback';
import type { PolygonStart } from './polygon-drawing';

export type PolygonStates = {
  idle: undefined;
  drawing: PolygonStart;
  'awaiting-label': PendingShape;
};
