import { isInPicture } from '../geometry/picture';
import type { ClickEditorEvent, PointerEditorEvent } from '../input/events';
import type { Vec } from '../types';
import { cursorOf } from './handle-cursor';
import { removeVertexAt } from './remove-vertex';
import { StateNode } from './state-node';

/** Shared by the drawing tools: where a press may begin a shape, and the cursor that says so. */
export abstract class DrawingIdle<States> extends StateNode<States> {
  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
  }

  override resume(): void {
    this.enter();
  }

  override pointerMove(event: PointerEditorEvent): void {
    const handle = this.host.handleAt(event);
    if (handle) return this.host.setHover({ shapeId: null, handle, cursor: cursorOf(handle) });
    const cursor = this.allowsAt(this.host.viewport.toPicture(event.point)) ? 'crosshair' : 'not-allowed';
    this.host.setHover({ shapeId: null, handle: null, cursor });
  }

  override pointerDown(event: PointerEditorEvent): void {
    if (this.allowsAt(this.host.viewport.toPicture(event.point))) return this.begin(event);
    const id = this.host.shapeAt(event)?.id ?? null;
    // A press beside the picture may have been meant as the start of a shape, so it picks nothing.
    if (this.canDraw()) this.host.highlight(id);
    else this.host.select(id);
  }

  override rightClick(event: ClickEditorEvent): void {
    removeVertexAt(this.host, event);
  }

  /** Whether a shape may begin at a position (picture pixels). */
  protected allowsAt(position: Vec): boolean {
    return this.canDraw() && isInPicture(position, this.host.picture);
  }

  /** Whether the workspace has what a new shape needs. */
  protected abstract canDraw(): boolean;

  /** @param press in the picture */
  protected abstract begin(press: PointerEditorEvent): void;
}
