import { AwaitingLabel } from '../states/awaiting-label';
import { Tool } from '../states/tool';
import type { ToolHost } from '../states/tool-host';
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
