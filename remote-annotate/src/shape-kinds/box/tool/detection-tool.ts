import { AwaitingLabel } from '../../../editor/tools/states/awaiting-label';
import { Tool } from '../../../editor/tools/states/tool';
import type { DrawingTool } from '../../../editor/tools/states/drawing-tool';
import { Corner } from './corner';
import { Drawing } from './drawing';
import { Extremes } from './extremes';
import { Idle } from './idle';
import { Rotated } from './rotated';
import type { DetectionStates } from './states';

export const detectionTool: DrawingTool = {
  id: 'detection',
  kind: 'object',
  create: (host, onTransition) =>
    new Tool<'detection', DetectionStates>(
      'detection',
      host,
      { idle: Idle, drawing: Drawing, corner: Corner, extremes: Extremes, rotated: Rotated, 'awaiting-label': AwaitingLabel },
      onTransition,
    ),
};
