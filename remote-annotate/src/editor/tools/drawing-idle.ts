import { isInPicture } from '../geometry/picture';
import type { PointerEditorEvent } from '../input/events';
import type { Vec } from '../types';
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
    const allowed = this.canDraw() && isInPicture(this.host.viewport.toPicture(event.point), this.host.picture);
    this.host.setHover({ shapeId: null, handle: null, cursor: allowed ? 'crosshair' : 'not-allowed' });
  }

  override pointerDown(event: PointerEditorEvent): void {
    const position = this.host.viewport.toPicture(event.point);
    if (this.canDraw() && isInPicture(position, this.host.picture)) return this.begin(position);
    this.host.select(this.host.shapeAt(event)?.id ?? null);
  }

  /** Whether the workspace has what a new shape needs. */
  protected abstract canDraw(): boolean;

  /** @param position in the picture, in picture pixels */
  protected abstract begin(position: Vec): void;
}
