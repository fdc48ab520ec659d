import type { PointerEditorEvent } from '../../input/events';
import { Gesture } from '../states/gesture';
import { subtract, getDistance, DRAG_THRESHOLD } from '../states/thresholds';
import type { SelectStates } from './states';

export class PointingCanvas extends Gesture<SelectStates, SelectStates['pointing-canvas']> {
  override onPointerMove(event: PointerEditorEvent): void {
    const { press } = this.info;
    if (getDistance(press.point, event.point) < DRAG_THRESHOLD[event.pointerType]) return;
    this.host.viewport.panBy(subtract(event.point, press.point));
    this.machine.transition('panning', { from: event.point });
  }

  override onPointerUp(): void {
    this.host.select(null);
    this.machine.returnToIdle();
  }
}
