import { createBoxFromCorners, isDrawableBox } from '../../../editor/geometry/box';
import type { PointerEditorEvent } from '../../../editor/input/events';
import type { Vec } from '../../../editor/model/types';
import { ClickDrawing } from '../../../editor/tools/states/click-drawing';
import type { Draft } from '../../../editor/tools/states/feedback';
import { getDistance, DRAG_THRESHOLD } from '../../../editor/tools/states/thresholds';
import type { DetectionStates } from './states';

/** The state after the user has placed one corner of a box. A click on the opposite corner completes the box. */
export class Corner extends ClickDrawing<DetectionStates, DetectionStates['corner']> {
  private end: Vec = this.info.start;

  override onRightClick(): void {
    this.cancel();
  }

  override undoStep(): boolean {
    this.cancel();
    return true;
  }

  protected override updatePointer(event: PointerEditorEvent): void {
    this.end = this.host.viewport.toImage(event.point);
  }

  protected override handleClick(event: PointerEditorEvent): void {
    const data = this.getBox();
    if (isDrawableBox(data)) {
      return this.machine.transition('awaiting-label', { kind: 'object', data });
    }
    // Ignore the second click of a double click.
    const isRepeat = getDistance(this.host.viewport.toScreen(this.info.start), event.point) < DRAG_THRESHOLD[event.pointerType];
    if (!isRepeat) this.host.notify({ type: 'box-too-small' });
  }

  protected override getDraft(): Draft {
    const data = this.getBox();
    return { type: 'box', data, isTooSmall: !isDrawableBox(data) };
  }

  private getBox() {
    return createBoxFromCorners(this.info.start, this.end, this.host.imageSize);
  }
}
