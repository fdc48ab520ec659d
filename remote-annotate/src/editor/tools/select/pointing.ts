import type { PointerEditorEvent } from '../../input/events';
import { Gesture } from '../states/gesture';
import { subtract, getDistance, DRAG_THRESHOLD } from '../states/thresholds';
import type { SelectStates } from './states';

export class Pointing extends Gesture<SelectStates, SelectStates['pointing']> {
  private wasSelected = false;

  override enter(): void {
    const { shape } = this.info;
    this.wasSelected = this.host.isSelected(shape.id);
    // A press on one of several selected shapes can start a drag of all of them. A click without a drag selects only the pressed shape.
    if (!this.wasSelected) this.host.select(shape.id);
    this.host.setHover({ shapeId: shape.id, handle: null, cursor: this.host.isReadOnly ? 'pointer' : 'move' });
  }

  override onPointerMove(event: PointerEditorEvent): void {
    const { press, shape } = this.info;
    if (getDistance(press.point, event.point) < DRAG_THRESHOLD[event.pointerType]) return;
    // A finger drags only shapes that were already selected, because dragging with a finger must also be able to move the image.
    if (this.host.isReadOnly || (event.pointerType === 'touch' && !this.wasSelected)) {
      this.host.viewport.panBy(subtract(event.point, press.point));
      return this.machine.transition('panning', { from: event.point });
    }
    const { viewport } = this.host;
    const movement = { from: viewport.toImage(press.point), to: viewport.toImage(event.point) };
    if (this.host.selection.length > 1) this.machine.transition('translating-many', movement);
    else this.machine.transition('translating', { shape, ...movement });
  }

  override onPointerUp(): void {
    this.host.select(this.info.shape.id);
    this.machine.returnToIdle();
  }
}
