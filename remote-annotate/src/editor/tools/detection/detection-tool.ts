import { AwaitingLabel } from '../states/awaiting-label';
import { Tool } from '../states/tool';
import type { ToolHost } from '../states/tool-host';
import { Corner } from './corner';
import { Drawing } from './drawing';
import { Extremes } from './extremes';
import { Idle } from './idle';
import type { DetectionStates } from './states';

export function createDetectionTool(host: ToolHost, onTransition: () => void) {
  return new Tool<'detection', DetectionStates>(
    'detection',
    host,
    { idle: Idle, drawing: Drawing, corner: Corner, extremes: Extremes, 'awaiting-label': AwaitingLabel },
    onTransition,
  );
}
