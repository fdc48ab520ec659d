import type { PointerEditorEvent } from '../../input/events';
import type { Bounds, Vec } from '../../model/types';
import { Gesture } from '../states/gesture';
import type { SelectStates } from './states';

/** A marquee selection. It adds only shapes that are completely inside, so that a shape around all others is not selected. */
export class Marquee extends Gesture<SelectStates, SelectStates['marquee']> {
  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
    this.showDraft(this.info.to);
  }

  override exit(): void {
    this.host.setDraft(null);
  }

  override onPointerMove(event: PointerEditorEvent): void {
    this.showDraft(this.host.viewport.toImage(event.point));
  }

  override onPointerUp(event: PointerEditorEvent): void {
    this.host.selectWithin(this.showDraft(this.host.viewport.toImage(event.point)));
    this.machine.returnToIdle();
  }

  private showDraft(position: Vec): Bounds {
    const { from } = this.info;
    const bounds = {
      minX: Math.min(from.x, position.x),
      minY: Math.min(from.y, position.y),
      maxX: Math.max(from.x, position.x),
      maxY: Math.max(from.y, position.y),
    };
    this.host.setDraft({ type: 'marquee', bounds });
    return bounds;
  }
}
