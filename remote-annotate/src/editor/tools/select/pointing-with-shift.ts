import type { PointerEditorEvent } from '../../input/events';
import { StateNode, type Busy } from '../state-node';
import { distance, DRAG_REACH } from '../thresholds';
import type { SelectStates } from './states';

/** Pressed with Shift: a click adds the shape or takes it away, a drag is a marquee, wherever it begins. */
export class PointingWithShift extends StateNode<SelectStates, SelectStates['pointing-with-shift']> {
  override get busy(): Busy {
    return 'gesture';
  }

  override pointerMove(event: PointerEditorEvent): void {
    const { press } = this.info;
    if (distance(press.point, event.point) < DRAG_REACH[event.pointerType]) return;
    const { viewport } = this.host;
    this.machine.transition('marquee', { from: viewport.toPicture(press.point), to: viewport.toPicture(event.point) });
  }

  override pointerUp(): void {
    const { shape } = this.info;
    if (shape) this.host.toggleSelected(shape.id);
    this.machine.toIdle();
  }
}
