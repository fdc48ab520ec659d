import { AwaitingLabel } from '../awaiting-label';
import { Tool } from '../tool';
import type { ToolHost } from '../tool-host';
import { Drawing } from './drawing';
import { Idle } from './idle';
import type { PolygonStates } from './states';

export function createPolygonTool(host: ToolHost, onTransition: () => void) {
  return new Tool<'polygon', PolygonStates>(
    'polygon',
    host,
    { idle: Idle, drawing: Drawing, 'awaiting-label': AwaitingLabel },
    onTransition,
  );
}
