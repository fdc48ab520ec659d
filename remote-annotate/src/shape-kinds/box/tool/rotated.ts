import { isDrawableBox } from '../../../editor/geometry/box';
import { clamp } from '../../../editor/geometry/clamp';
import {
  createRotatedBox,
  getAnyBoxBounds,
  getRotatedCorners,
  normaliseRotatedBox,
  snapDirection,
} from '../../../editor/geometry/rotated-box';
import type { PointerEditorEvent } from '../../../editor/input/events';
import type { RotatedBoxData, Vec } from '../../../editor/model/types';
import { ClickDrawing } from '../../../editor/tools/states/click-drawing';
import type { Draft } from '../../../editor/tools/states/feedback';
import { getDistance, DRAG_THRESHOLD } from '../../../editor/tools/states/thresholds';
import type { DetectionStates } from './states';

/**
 * The state after the user has placed one end of an edge. The second click places the other end, and the third click places the opposite
 * edge. The direction of the first edge determines the angle of the box. Shift snaps the angle to multiples of 15 degrees.
 */
export class Rotated extends ClickDrawing<DetectionStates, DetectionStates['rotated']> {
  private end: Vec | null = null;
  private pointer: Vec = this.info.start;

  override onRightClick(): void {
    this.cancel();
  }

  override undoStep(): boolean {
    if (this.end === null) this.cancel();
    else {
      this.end = null;
      this.host.setDraft(this.getDraft());
    }
    return true;
  }

  protected override updatePointer({ point, modifiers }: PointerEditorEvent): void {
    const { viewport, imageSize } = this.host;
    const { x, y } = viewport.toImage(point);
    const position = { x: clamp(x, 0, imageSize.width), y: clamp(y, 0, imageSize.height) };
    this.pointer = this.end === null && modifiers.shift ? snapDirection(this.info.start, position) : position;
  }

  protected override handleClick(event: PointerEditorEvent): void {
    // Ignore the second click of a double click.
    const lastPoint = this.host.viewport.toScreen(this.end ?? this.info.start);
    if (getDistance(lastPoint, event.point) < DRAG_THRESHOLD[event.pointerType]) return;
    if (this.end === null) {
      this.end = this.pointer;
      return this.host.setDraft(this.getDraft());
    }
    const data = this.getBox(this.end);
    if (!data || !isLargeEnough(data)) return this.host.notify({ type: 'box-too-small' });
    this.host.setDraft({ type: 'outline', points: getRotatedCorners(data), isClosed: true });
    this.machine.transition('awaiting-label', { kind: 'object', data });
  }

  protected override getDraft(): Draft {
    const { start } = this.info;
    const end = this.end ?? this.pointer;
    const box = this.end && this.getBox(this.end);
    if (box) return { type: 'outline', points: getRotatedCorners(box), isClosed: true };
    return { type: 'outline', points: [start.x, start.y, end.x, end.y], isClosed: false };
  }

  private getBox(end: Vec): RotatedBoxData | null {
    return normaliseRotatedBox(createRotatedBox(this.info.start, end, this.pointer), this.host.imageSize);
  }
}

/** Whether the enclosing upright box has the minimum size, because older clients see only this box. */
function isLargeEnough(data: RotatedBoxData): boolean {
  const { minX, minY, maxX, maxY } = getAnyBoxBounds(data);
  return isDrawableBox([minX, minY, maxX, maxY]);
}
