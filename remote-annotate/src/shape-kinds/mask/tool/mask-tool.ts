import { AwaitingLabel } from '../../../editor/tools/states/awaiting-label';
import type { DrawingTool } from '../../../editor/tools/states/drawing-tool';
import { Tool } from '../../../editor/tools/states/tool';
import type { ToolHost } from '../../../editor/tools/states/tool-host';
import { Idle } from './idle';
import { Painting } from './painting';
import { PolygonFill } from './polygon-fill';
import { Rectangle } from './rectangle';
import type { MaskStates } from './states';

class MaskTool extends Tool<'mask', MaskStates> {
  /** With this tool, Alt erases instead of zooming. */
  readonly usesAlt = true;

  constructor(host: ToolHost, onTransition: () => void) {
    const states = {
      idle: Idle,
      painting: Painting,
      rectangle: Rectangle,
      drawing: PolygonFill,
      'awaiting-label': AwaitingLabel,
    };
    super('mask', host, states, onTransition);
  }
}

export const maskTool: DrawingTool = {
  id: 'mask',
  kind: 'mask',
  create: (host, onTransition) => new MaskTool(host, onTransition),
};
