import type { PointerEditorEvent } from '../../../editor/input/events';
import { DrawingIdle } from '../../../editor/tools/states/drawing-idle';
import { getClickState, type DetectionStates } from './states';

export class Idle extends DrawingIdle<DetectionStates> {
  protected override canDraw(): boolean {
    return this.host.labels.object.length > 0;
  }

  protected override startShape(press: PointerEditorEvent): void {
    this.machine.transition('drawing', { press });
  }

  /** The keyboard cannot drag, so Enter places a corner, an outermost point or the end of an edge. */
  override onPlace(event: PointerEditorEvent): boolean {
    const start = this.host.viewport.toImage(event.point);
    if (this.canBeginAt(start)) this.machine.transition(getClickState(this.host.boxDrawingMode), { start });
    return true;
  }
}
