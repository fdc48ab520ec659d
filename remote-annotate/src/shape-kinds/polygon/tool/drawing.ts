import type { PolygonData } from '../../../editor/model/types';
import { PolygonDrawing } from './polygon-drawing';
import type { PolygonStates } from './states';

/** The state that draws a polygon. The completed polygon waits for its label. */
export class Drawing extends PolygonDrawing<PolygonStates, PolygonStates['drawing']> {
  protected override complete(data: PolygonData): void {
    this.host.setDraft({ type: 'polygon', vertices: data, pointer: null, isClosing: false });
    this.machine.transition('awaiting-label', { kind: 'polygon', data });
  }
}
