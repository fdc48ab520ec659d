import type { PointerEditorEvent } from '../../input/events';
import { DrawingIdle } from '../states/drawing-idle';
import type { PolygonStates } from './states';

export class Idle extends DrawingIdle<PolygonStates> {
  protected override canDraw(): boolean {
    return this.host.labels.polygon.length > 0;
  }

  protected override begin(press: PointerEditorEvent): void {
    this.machine.transition('drawing', { press });
  }
}
