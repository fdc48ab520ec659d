import { Tool } from '../states/tool';
import type { ToolHost } from '../states/tool-host';
import { Dragging } from './dragging';
import { Idle } from './idle';
import type { ZoomStates } from './states';

export function createZoomTool(host: ToolHost, onTransition: () => void) {
  return new Tool<'zoom', ZoomStates>('zoom', host, { idle: Idle, dragging: Dragging }, onTransition);
}
