import { Panning } from '../states/panning';
import { Tool } from '../states/tool';
import type { ToolHost } from '../states/tool-host';
import { DraggingHandle } from './dragging-handle';
import { Idle } from './idle';
import { Marquee } from './marquee';
import { Pointing } from './pointing';
import { PointingCanvas } from './pointing-canvas';
import { PointingWithShift } from './pointing-with-shift';
import type { SelectStates } from './states';
import { Translating } from './translating';
import { TranslatingMany } from './translating-many';

export function createSelectTool(host: ToolHost, onTransition: () => void) {
  return new Tool<'select', SelectStates>(
    'select',
    host,
    {
      idle: Idle,
      pointing: Pointing,
      'pointing-canvas': PointingCanvas,
      'pointing-with-shift': PointingWithShift,
      marquee: Marquee,
      panning: Panning,
      translating: Translating,
      'translating-many': TranslatingMany,
      'dragging-handle': DraggingHandle,
    },
    onTransition,
  );
}
