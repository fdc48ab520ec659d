import type { PointerEditorEvent } from '../../../editor/input/events';
import { DrawingIdle } from '../../../editor/tools/states/drawing-idle';
import type { PointStates } from './states';

export class Idle extends DrawingIdle<PointStates> {
  protected override canDraw(): boolean {
    return true;
  }

  protected override startShape(press: PointerEditorEvent): void {
    this.machine.transition('placing', { start: this.host.viewport.toImage(press.point) });
  }
}
