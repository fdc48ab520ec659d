import { AwaitingLabel } from '../states/awaiting-label';
import { Tool } from '../states/tool';
import type { ToolHost } from '../states/tool-host';
import { Idle } from './idle';
import { Placing } from './placing';
import type { PointStates } from './states';

export function createPointTool(host: ToolHost, onTransition: () => void) {
  return new Tool<'point', PointStates>(
    'point',
    host,
    { idle: Idle, placing: Placing, 'awaiting-name': AwaitingLabel },
    onTransition,
  );
}
