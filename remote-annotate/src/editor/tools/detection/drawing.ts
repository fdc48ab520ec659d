import { boxFromCorners, isDrawableBox } from '../../geometry/box';
import type { PointerEditorEvent } from '../../input/events';
import type { BoxData, ShapeId } from '../../types';
import { StateNode, type Busy } from '../state-node';
import { distance, DRAG_REACH } from '../thresholds';
import type { DetectionStates } from './states';

export class Drawing extends StateNode<DetectionStates, DetectionStates['drawing']> {
  override get busy(): Busy {
    return 'gesture';
  }

  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
  }

  override pointerMove(event: PointerEditorEvent): void {
    const data = this.boxTo(event);
    this.host.setDraft({ type: 'box', data, tooSmall: !isDrawableBox(data) });
  }

  override pointerUp(event: PointerEditorEvent): void {
    if (distance(this.info.press.point, event.point) < DRAG_REACH[event.pointerType]) return this.click(event);
    const data = this.boxTo(event);
    if (!isDrawableBox(data)) {
      this.host.notify({ type: 'box-too-small' });
      this.cancel();
      // The drag was meant to draw, so the shape below is not picked: its handles must not take the next try.
      return this.host.highlight(this.idAt(event));
    }
    this.host.setDraft({ type: 'box', data, tooSmall: false });
    this.machine.transition('awaiting-label', { kind: 'object', data, suggestedLabelId: this.host.lastLabel('object') });
  }

  override interrupt(): void {
    this.cancel();
  }

  override cancel(): void {
    this.host.setDraft(null);
    this.machine.toIdle();
  }

  private click(event: PointerEditorEvent): void {
    const { boxWay, viewport } = this.host;
    if (boxWay === 'drag') {
      this.cancel();
      return this.host.select(this.idAt(event));
    }
    this.machine.transition(boxWay === 'extremes' ? 'extremes' : 'corner', { start: viewport.toPicture(event.point) });
  }

  private idAt(event: PointerEditorEvent): ShapeId | null {
    return this.host.shapeAt(event)?.id ?? null;
  }

  private boxTo(event: PointerEditorEvent): BoxData {
    const { viewport, picture } = this.host;
    return boxFromCorners(viewport.toPicture(this.info.press.point), viewport.toPicture(event.point), picture);
  }
}
