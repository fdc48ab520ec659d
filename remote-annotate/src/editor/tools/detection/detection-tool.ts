import { AwaitingLabel } from '../awaiting-label';
import { Tool } from '../tool';
import type { ToolHost } from '../tool-host';
import { Drawing } from './drawing';
import { Idle } from './idle';
import type { DetectionStates } from './states';

export function createDetectionTool(host: ToolHost, onTransition: () => void) {
  return new Tool<'detection', DetectionStates>(
    'detection',
    host,
    { idle: Idle, drawing: Drawing, 'awaiting-label': AwaitingLabel },
    onTransition,
  );
}
