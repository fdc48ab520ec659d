import { AwaitingLabel } from '../../../editor/tools/states/awaiting-label';
import { Tool } from '../../../editor/tools/states/tool';
import type { DrawingTool } from '../../../editor/tools/states/drawing-tool';
import type { ToolHost } from '../../../editor/tools/states/tool-host';
import { Drawing } from './drawing';
import { Idle } from './idle';
import type { PolygonStates } from './states';

class PolygonTool extends Tool<'polygon', PolygonStates> {
  constructor(host: ToolHost, onTransition: () => void) {
    super('polygon', host, { idle: Idle, drawing: Drawing, 'awaiting-label': AwaitingLabel }, onTransition);
  }

  resumeFrom(vertices: readonly number[]): void {
    this.transition('drawing', { vertices });
  }
}

export const polygonTool: DrawingTool = {
  id: 'polygon',
  kind: 'polygon',
  create: (host, onTransition) => new PolygonTool(host, onTransition),
};
