import { boxFromCorners, isDrawableBox } from '../../geometry/box';
import type { PointerEditorEvent } from '../../input/events';
import type { Vec } from '../../types';
import { ByClicks } from '../by-clicks';
import type { Draft } from '../feedback';
import { distance, DRAG_REACH } from '../thresholds';
import type { DetectionStates } from './states';

/** One corner of a box stands; a click on the opposite one makes the box. */
export class Corner extends ByClicks<DetectionStates, DetectionStates['corner']> {
  private end: Vec = this.info.start;

  override rightClick(): void {
    this.cancel();
  }

  override undoStep(): boolean {
    this.cancel();
    return true;
  }

  protected override follow(event: PointerEditorEvent): void {
    this.end = this.host.viewport.toPicture(event.point);
  }

  protected override click(event: PointerEditorEvent): void {
    const data = this.box();
    if (isDrawableBox(data)) {
      return this.machine.transition('awaiting-label', {
        kind: 'object',
        data,
        suggestedLabelId: this.host.lastLabel('object'),
      });
    }
    // The second click of a double click is no corner.
    const isRepeat = distance(this.host.viewport.toScreen(this.info.start), event.point) < DRAG_REACH[event.pointerType];
    if (!isRepeat) this.host.notify({ type: 'box-too-small' });
  }

  protected override draft(): Draft {
    const data = this.box();
    return { type: 'box', data, tooSmall: !isDrawableBox(data) };
  }

  private box() {
    return boxFromCorners(this.info.start, this.end, this.host.picture);
  }
}
