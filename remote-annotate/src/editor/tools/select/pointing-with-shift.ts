import type { PointerEditorEvent } from '../../input/events';
import { Gesture } from '../states/gesture';
import { getDistance, DRAG_THRESHOLD } from '../states/thresholds';
import type { SelectStates } from './states';

/**
 * A press with Shift. A click adds the shape to the selection or removes it. A drag is a marquee selection, even if it starts on a shape.
 */
export class PointingWithShift extends Gesture<SelectStates, SelectStates['pointing-with-shift']> {
  override onPointerMove(event: PointerEditorEvent): void {
    const { press } = this.info;
    if (getDistance(press.point, event.point) < DRAG_THRESHOLD[event.pointerType]) return;
    const { viewport } = this.host;
    this.machine.transition('marquee', { from: viewport.toImage(press.point), to: viewport.toImage(event.point) });
  }

  override onPointerUp(): void {
    const { shape } = this.info;
    if (shape) this.host.toggleSelected(shape.id);
    this.machine.returnToIdle();
  }
}
