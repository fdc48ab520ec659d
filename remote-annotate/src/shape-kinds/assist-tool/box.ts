import { createBoxFromCorners, getBoxArea } from '../../editor/geometry/box';
import type { PointerEditorEvent } from '../../editor/input/events';
import type { BoxData, Vec } from '../../editor/model/types';
import { TwoPointDrawing } from '../../editor/tools/states/two-point-drawing';
import type { Draft } from '../../editor/tools/states/feedback';
import { DRAG_THRESHOLD, getDistance } from '../../editor/tools/states/thresholds';
import type { AssistStates } from './states';

/** The state in which the user draws the box around the object to find. */
export class BoxPrompt extends TwoPointDrawing<AssistStates, AssistStates['box']> {
  private readonly start: Vec = this.host.viewport.toImage(this.info.press.point);
  private data: BoxData = createBoxFromCorners(this.start, this.start, this.host.imageSize);

  protected override updatePointer({ point }: PointerEditorEvent): void {
    this.data = createBoxFromCorners(this.start, this.host.viewport.toImage(point), this.host.imageSize);
  }

  protected override handleClick({ point, pointerType }: PointerEditorEvent): void {
    const isFirstClick = getDistance(this.host.viewport.toScreen(this.start), point) < DRAG_THRESHOLD[pointerType];
    if (!isFirstClick && getBoxArea(this.data) > 0) this.machine.transition('suggesting', { box: this.data });
  }

  protected override getDraft(): Draft {
    return { type: 'box', data: this.data, isTooSmall: false };
  }
}
