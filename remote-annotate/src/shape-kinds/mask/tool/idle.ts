import type { PointerEditorEvent } from '../../../editor/input/events';
import { isInImage } from '../../../editor/geometry/clamp';
import { DrawingIdle } from '../../../editor/tools/states/drawing-idle';
import { findTarget, isErasing } from './paint-target';
import type { MaskStates } from './states';

export class Idle extends DrawingIdle<MaskStates> {
  override onPointerMove(event: PointerEditorEvent): void {
    super.onPointerMove(event);
    // A press on a handle drags the handle, even while Alt is held.
    if (!this.host.findHandleAt(event) && this.isErasingNothing(event))
      this.host.setHover({ shapeId: null, handle: null, cursor: 'not-allowed' });
  }

  override onPointerDown(event: PointerEditorEvent): void {
    if (this.isErasingNothing(event)) this.host.notify({ type: 'nothing-to-erase' });
    else super.onPointerDown(event);
  }

  /** Handles Enter. The user cannot hold a button by keyboard, so Enter starts a stroke and the next Enter ends the stroke. */
  override onPlace(event: PointerEditorEvent): boolean {
    if (this.host.maskDrawing.mode === 'polygon') return false;
    this.onPointerDown(event);
    return true;
  }

  protected override canDraw(): boolean {
    return this.host.labels.polygon.length > 0;
  }

  protected override startShape(press: PointerEditorEvent): void {
    const { mode } = this.host.maskDrawing;
    if (mode === 'rectangle') this.machine.transition('rectangle', { press });
    else if (mode === 'polygon') this.machine.transition('drawing', { press });
    else this.machine.transition('painting', { press });
  }

  private isErasingNothing(event: PointerEditorEvent): boolean {
    const isInside = isInImage(this.host.viewport.toImage(event.point), this.host.imageSize);
    return isInside && isErasing(this.host, event) && findTarget(this.host, event) === null;
  }
}
