import { isDrawableBox } from '../../../editor/geometry/box';
import { snapToImage } from '../../../editor/geometry/clamp';
import { getPolygonBounds, getVertex } from '../../../editor/geometry/polygon';
import type { KeyEditorEvent, PointerEditorEvent } from '../../../editor/input/events';
import type { BoxData } from '../../../editor/model/types';
import { ClickDrawing } from '../../../editor/tools/states/click-drawing';
import type { Draft } from '../../../editor/tools/states/feedback';
import { getDistance, DRAG_THRESHOLD } from '../../../editor/tools/states/thresholds';
import type { DetectionStates } from './states';

/** Number of outermost points of a box, one for each side. */
const POINT_COUNT = 4;

/**
 * The state that draws a box from the four outermost points of an object, clicked in any order. Enter or a right click finishes a box with
 * fewer points, because one point can be outermost on two sides.
 */
export class Extremes extends ClickDrawing<DetectionStates, DetectionStates['extremes']> {
  private points: readonly number[] = snapToImage(this.info.start, this.host.imageSize);
  private pointer: readonly number[] = this.points;

  override onRightClick(): void {
    this.finish();
  }

  override onKeyDown(event: KeyEditorEvent): boolean {
    if (event.key !== 'Enter') return super.onKeyDown(event);
    this.finish();
    return true;
  }

  /** Adds a point at the keyboard cursor. A second point at the same position finishes the box. */
  override onPlace(event: PointerEditorEvent): boolean {
    this.updatePointer(event);
    if (this.isRepeat(event)) this.finish();
    else this.handleClick(event);
    return true;
  }

  override undoStep(): boolean {
    this.points = this.points.slice(0, -2);
    if (this.points.length === 0) this.cancel();
    else this.host.setDraft(this.getDraft());
    return true;
  }

  protected override updatePointer(event: PointerEditorEvent): void {
    this.pointer = snapToImage(this.host.viewport.toImage(event.point), this.host.imageSize);
  }

  protected override handleClick(event: PointerEditorEvent): void {
    if (this.isRepeat(event)) return;
    this.points = [...this.points, ...this.pointer];
    if (this.points.length === 2 * POINT_COUNT) this.finish();
    else this.host.setDraft(this.getDraft());
  }

  protected override getDraft(): Draft {
    return { type: 'extremes', points: this.points, data: getBoxAround([...this.points, ...this.pointer]) };
  }

  private isRepeat({ point, pointerType }: PointerEditorEvent): boolean {
    const lastPoint = this.host.viewport.toScreen(getVertex(this.points, this.points.length / 2 - 1));
    return getDistance(lastPoint, point) < DRAG_THRESHOLD[pointerType];
  }

  private finish(): void {
    if (this.points.length <= 2) return;
    const data = getBoxAround(this.points);
    if (!isDrawableBox(data)) {
      this.host.notify({ type: 'box-too-small' });
      return this.cancel();
    }
    this.host.setDraft({ type: 'box', data, isTooSmall: false });
    this.machine.transition('awaiting-label', { kind: 'object', data });
  }
}

function getBoxAround(points: readonly number[]): BoxData {
  const { minX, minY, maxX, maxY } = getPolygonBounds(points);
  return [minX, minY, maxX, maxY];
}
