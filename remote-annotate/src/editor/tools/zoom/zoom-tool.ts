import { Panning } from '../states/panning';
import { Tool } from '../states/tool';
import type { ToolHost } from '../states/tool-host';
import { Idle } from './idle';
import type { ZoomStates } from './states';

export function createZoomTool(host: ToolHost, onTransition: () => void) {
  return new Tool<'zoom', ZoomStates>('zoom', host, { idle: Idle, panning: Panning }, onTransition);
}
