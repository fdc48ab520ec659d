import { AwaitingLabel } from '../../../editor/tools/states/awaiting-label';
import { Tool } from '../../../editor/tools/states/tool';
import type { DrawingTool } from '../../../editor/tools/states/drawing-tool';
import { Idle } from './idle';
import { Placing } from './placing';
import type { PointStates } from './states';

export const pointTool: DrawingTool = {
  id: 'point',
  kind: 'point',
  create: (host, onTransition) =>
    new Tool<'point', PointStates>('point', host, { idle: Idle, placing: Placing, 'awaiting-name': AwaitingLabel }, onTransition),
};
