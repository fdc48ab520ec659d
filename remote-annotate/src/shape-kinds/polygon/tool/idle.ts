import type { PointerEditorEvent } from '../../../editor/input/events';
import { DrawingIdle } from '../../../editor/tools/states/drawing-idle';
import type { PolygonStates } from './states';

export class Idle extends DrawingIdle<PolygonStates> {
  protected override canDraw(): boolean {
    return this.host.labels.polygon.length > 0;
  }

  protected override startShape(press: PointerEditorEvent): void {
    this.machine.transition('drawing', { press });
  }
}
