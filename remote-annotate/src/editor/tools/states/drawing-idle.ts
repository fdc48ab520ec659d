import { isInImage } from '../../geometry/clamp';
import type { ClickEditorEvent, PointerEditorEvent } from '../../input/events';
import type { Vec } from '../../model/types';
import { getHandleCursor } from './handle-cursor';
import { removeVertexAt } from './remove-vertex';
import { StateNode } from './state-node';

/** The idle state of the drawing tools. It determines where a press can start a shape, and shows the matching cursor. */
export abstract class DrawingIdle<States> extends StateNode<States> {
  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
  }

  override resume(): void {
    this.enter();
  }

  override onPointerMove(event: PointerEditorEvent): void {
    const handle = this.host.findHandleAt(event);
    if (handle) return this.host.setHover({ shapeId: null, handle, cursor: getHandleCursor(handle) });
    const cursor = this.canBeginAt(this.host.viewport.toImage(event.point)) ? 'crosshair' : 'not-allowed';
    this.host.setHover({ shapeId: null, handle: null, cursor });
  }

  override onPointerDown(event: PointerEditorEvent): void {
    if (this.canBeginAt(this.host.viewport.toImage(event.point))) return this.startShape(event);
    const id = this.host.findShapeAt(event)?.id ?? null;
    // A press outside the image may be a failed attempt to draw. Select the shape without making its handles draggable.
    if (this.canDraw()) this.host.selectByCommand(id);
    else this.host.select(id);
  }

  override onRightClick(event: ClickEditorEvent): void {
    removeVertexAt(this.host, event);
  }

  /** Whether a shape can start at a position (image pixels). */
  protected canBeginAt(position: Vec): boolean {
    return this.canDraw() && isInImage(position, this.host.imageSize);
  }

  /** Whether the workspace has the labels that a new shape needs. */
  protected abstract canDraw(): boolean;

  /** @param press a press inside the image */
  protected abstract startShape(press: PointerEditorEvent): void;
}
