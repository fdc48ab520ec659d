import type { BoxHandle } from '../../geometry/box';
import type { Handle } from '../../geometry/handles';
import { withVertexInserted } from '../../geometry/polygon';
import type { ClickEditorEvent, PointerEditorEvent } from '../../input/events';
import type { Cursor } from '../feedback';
import { StateNode } from '../state-node';
import { difference } from '../thresholds';
import type { SelectStates } from './states';

const RESIZE_CURSORS: Readonly<Record<BoxHandle, Cursor>> = {
  nw: 'nwse-resize',
  se: 'nwse-resize',
  ne: 'nesw-resize',
  sw: 'nesw-resize',
  n: 'ns-resize',
  s: 'ns-resize',
  w: 'ew-resize',
  e: 'ew-resize',
};

export class Idle extends StateNode<SelectStates> {
  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'default' });
  }

  override resume(): void {
    this.enter();
  }

  override pointerMove(event: PointerEditorEvent): void {
    const handle = this.host.handleAt(event);
    if (handle) return this.host.setHover({ shapeId: this.host.selectedShape?.id ?? null, handle, cursor: cursorOf(handle) });
    const shape = this.host.shapeAt(event);
    const cursor = !shape ? 'default' : this.host.isSelected(shape.id) ? 'move' : 'pointer';
    this.host.setHover({ shapeId: shape?.id ?? null, handle: null, cursor });
  }

  override pointerDown(event: PointerEditorEvent): void {
    const handle = this.host.handleAt(event);
    if (handle) return this.takeHandle(handle, event);
    const shape = this.host.shapeAt(event);
    if (event.modifiers.shift) return this.machine.transition('pointing-with-shift', { press: event, shape });
    if (shape) return this.machine.transition('pointing', { press: event, shape });
    this.machine.transition('pointing-canvas', { press: event });
  }

  override rightClick(event: ClickEditorEvent): void {
    const handle = this.host.handleAt(event);
    const shape = this.host.selectedShape;
    if (handle?.type === 'vertex' && shape) this.host.document.removeVertex(shape.id, handle.index);
  }

  private takeHandle(handle: Handle, event: PointerEditorEvent): void {
    const shape = this.host.selectedShape;
    const grab = difference(this.host.viewport.toPicture(event.point), handle.point);
    if (shape?.kind === 'object' && handle.type === 'box')
      this.machine.transition('resizing', { shape, handle: handle.handle, grab });
    if (shape?.kind !== 'polygon') return;
    if (handle.type === 'vertex') this.machine.transition('dragging-vertex', { shape, index: handle.index, grab });
    if (handle.type === 'midpoint') {
      const data = withVertexInserted(shape.data, handle.edge, handle.point, this.host.picture);
      this.machine.transition('dragging-vertex', { shape: { ...shape, data }, index: handle.edge + 1, grab });
    }
  }
}

function cursorOf(handle: Handle): Cursor {
  if (handle.type === 'box') return RESIZE_CURSORS[handle.handle];
  return handle.type === 'midpoint' ? 'copy' : 'move';
}
