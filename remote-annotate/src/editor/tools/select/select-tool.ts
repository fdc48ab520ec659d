import { Tool } from '../tool';
import type { ToolHost } from '../tool-host';
import { DraggingVertex } from './dragging-vertex';
import { Idle } from './idle';
import { Panning } from './panning';
import { Pointing } from './pointing';
import { PointingCanvas } from './pointing-canvas';
import { Resizing } from './resizing';
import type { SelectStates } from './states';
import { Translating } from './translating';

export function createSelectTool(host: ToolHost, onTransition: () => void) {
  return new Tool<'select', SelectStates>(
    'select',
    host,
    {
      idle: Idle,
      pointing: Pointing,
      'pointing-canvas': PointingCanvas,
      panning: Panning,
      translating: Translating,
      resizing: Resizing,
      'dragging-vertex': DraggingVertex,
    },
    onTransition,
  );
}
