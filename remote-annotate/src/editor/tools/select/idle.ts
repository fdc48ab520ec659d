import type { Handle } from '../../geometry/handles';
import type { ClickEditorEvent, PointerEditorEvent } from '../../input/events';
import { getHandleCursor } from '../states/handle-cursor';
import { removeVertexAt } from '../states/remove-vertex';
import { StateNode } from '../states/state-node';
import { subtract } from '../states/thresholds';
import type { SelectStates } from './states';

export class Idle extends StateNode<SelectStates> {
  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'default' });
  }

  override resume(): void {
    this.enter();
  }

  override onPointerMove(event: PointerEditorEvent): void {
    const handle = this.host.findHandleAt(event);
    if (handle)
      return this.host.setHover({ shapeId: this.host.selectedShape?.id ?? null, handle, cursor: getHandleCursor(handle) });
    const shape = this.host.findShapeAt(event);
    const cursor = !shape ? 'default' : this.host.isSelected(shape.id) && !this.host.isReadOnly ? 'move' : 'pointer';
    this.host.setHover({ shapeId: shape?.id ?? null, handle: null, cursor });
  }

  override onPointerDown(event: PointerEditorEvent): void {
    const handle = this.host.findHandleAt(event);
    if (handle) return this.takeHandle(handle, event);
    const shape = this.host.findShapeAt(event);
    if (event.modifiers.shift) return this.machine.transition('pointing-with-shift', { press: event, shape });
    if (shape) return this.machine.transition('pointing', { press: event, shape });
    this.machine.transition('pointing-canvas', { press: event });
  }

  override onRightClick(event: ClickEditorEvent): void {
    removeVertexAt(this.host, event);
  }

  private takeHandle(handle: Handle, event: PointerEditorEvent): void {
    const shape = this.host.selectedShape;
    const drag = shape && this.host.kinds.startDrag(shape, handle, this.host.imageSize);
    if (!drag) return;
    const grab = subtract(this.host.viewport.toImage(event.point), handle.point);
    this.machine.transition('dragging-handle', { shape: drag.shape, drag, grab });
  }
}
