import type { PointerEditorEvent } from '../../input/events';
import { StateNode, type Busy } from '../states/state-node';
import { subtract } from '../states/thresholds';
import type { ZoomStates } from './states';

export class Dragging extends StateNode<ZoomStates, ZoomStates['dragging']> {
  private last = this.info.from;

  override get busy(): Busy {
    return 'gesture';
  }

  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'grabbing' });
  }

  override onPointerMove(event: PointerEditorEvent): void {
    this.host.viewport.panBy(subtract(event.point, this.last));
    this.last = event.point;
  }

  override onPointerUp(): void {
    this.machine.returnToIdle();
  }
}
