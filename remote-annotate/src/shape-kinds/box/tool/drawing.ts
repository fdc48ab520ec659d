import { createBoxFromCorners, isDrawableBox } from '../../../editor/geometry/box';
import type { PointerEditorEvent } from '../../../editor/input/events';
import type { BoxData, ShapeId } from '../../../editor/model/types';
import { Gesture } from '../../../editor/tools/states/gesture';
import { getDistance, DRAG_THRESHOLD } from '../../../editor/tools/states/thresholds';
import { getClickState, type DetectionStates } from './states';

/** State of the box tool while the user draws a box. */
export class Drawing extends Gesture<DetectionStates, DetectionStates['drawing']> {
  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
  }

  override onPointerMove(event: PointerEditorEvent): void {
    const data = this.getBoxTo(event);
    this.host.setDraft({ type: 'box', data, isTooSmall: !isDrawableBox(data) });
  }

  override onPointerUp(event: PointerEditorEvent): void {
    if (getDistance(this.info.press.point, event.point) < DRAG_THRESHOLD[event.pointerType]) return this.click(event);
    const data = this.getBoxTo(event);
    if (!isDrawableBox(data)) {
      this.host.notify({ type: 'box-too-small' });
      this.cancel();
      // The drag was too small for a box. Select the shape below the pointer, without making its handles draggable, because the user may
      // try to draw again.
      return this.host.selectByCommand(this.findIdAt(event));
    }
    this.host.setDraft({ type: 'box', data, isTooSmall: false });
    // The kind of a box is `object`.
    this.machine.transition('awaiting-label', { kind: 'object', data });
  }

  private click(event: PointerEditorEvent): void {
    const { boxDrawingMode, viewport } = this.host;
    if (boxDrawingMode === 'drag') {
      this.cancel();
      return this.host.select(this.findIdAt(event));
    }
    this.machine.transition(getClickState(boxDrawingMode), { start: viewport.toImage(event.point) });
  }

  private findIdAt(event: PointerEditorEvent): ShapeId | null {
    return this.host.findShapeAt(event)?.id ?? null;
  }

  private getBoxTo(event: PointerEditorEvent): BoxData {
    const { viewport, imageSize } = this.host;
    return createBoxFromCorners(viewport.toImage(this.info.press.point), viewport.toImage(event.point), imageSize);
  }
}
