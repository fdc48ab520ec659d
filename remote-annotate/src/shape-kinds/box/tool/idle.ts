import type { PointerEditorEvent } from '../../../editor/input/events';
import { DrawingIdle } from '../../../editor/tools/states/drawing-idle';
import type { DetectionStates } from './states';

export class Idle extends DrawingIdle<DetectionStates> {
  protected override canDraw(): boolean {
    return this.host.labels.object.length > 0;
  }

  protected override begin(press: PointerEditorEvent): void {
    this.machine.transition('drawing', { press });
  }

  /** The keyboard cannot drag, so Enter places a corner or an outermost point. */
  override onPlace(event: PointerEditorEvent): boolean {
    const start = this.host.viewport.toImage(event.point);
    if (this.canBeginAt(start))
      this.machine.transition(this.host.boxDrawingMode === 'extremes' ? 'extremes' : 'corner', { start });
    return true;
  }
}
