import type { PointerEditorEvent } from '../../input/events';
import { StateNode, type Busy } from '../state-node';
import { difference, distance, DRAG_REACH } from '../thresholds';
import type { SelectStates } from './states';

export class Pointing extends StateNode<SelectStates, SelectStates['pointing']> {
  private wasSelected = false;

  override get busy(): Busy {
    return 'gesture';
  }

  override enter(): void {
    const { shape } = this.info;
    this.wasSelected = this.host.isSelected(shape.id);
    // One of several is what a drag of all of them begins with; a click that was none selects it alone.
    if (!this.wasSelected) this.host.select(shape.id);
    this.host.setHover({ shapeId: shape.id, handle: null, cursor: 'move' });
  }

  override pointerMove(event: PointerEditorEvent): void {
    const { press, shape } = this.info;
    if (distance(press.point, event.point) < DRAG_REACH[event.pointerType]) return;
    // A finger has no other way to move the picture, so it drags only what it has selected before.
    if (event.pointerType === 'touch' && !this.wasSelected) {
      this.host.viewport.panBy(difference(event.point, press.point));
      return this.machine.transition('panning', { from: event.point });
    }
    const { viewport } = this.host;
    const way = { from: viewport.toPicture(press.point), to: viewport.toPicture(event.point) };
    if (this.host.selection.length > 1) this.machine.transition('translating-many', way);
    else this.machine.transition('translating', { shape, ...way });
  }

  override pointerUp(): void {
    this.host.select(this.info.shape.id);
    this.machine.toIdle();
  }
}
