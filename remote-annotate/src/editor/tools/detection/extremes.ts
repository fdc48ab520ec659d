import { isDrawableBox } from '../../geometry/box';
import { snapToPicture } from '../../geometry/picture';
import { polygonBounds, vertexAt } from '../../geometry/polygon';
import type { KeyEditorEvent, PointerEditorEvent } from '../../input/events';
import type { BoxData } from '../../types';
import { ByClicks } from '../by-clicks';
import type { Draft } from '../feedback';
import { distance, DRAG_REACH } from '../thresholds';
import type { DetectionStates } from './states';

/** A box has as many outermost points as sides. */
const POINTS = 4;

/** A box by the four outermost points of a thing, in any order. Two make a box by Enter or a right click: a corner is outermost on two sides. */
export class Extremes extends ByClicks<DetectionStates, DetectionStates['extremes']> {
  private points: readonly number[] = snapToPicture(this.info.start, this.host.picture);
  private pointer: readonly number[] = this.points;

  override rightClick(): void {
    this.finish();
  }

  override keyDown(event: KeyEditorEvent): boolean {
    if (event.key !== 'Enter') return super.keyDown(event);
    this.finish();
    return true;
  }

  /** Enter where the last point stands: there is no other. */
  override place(event: PointerEditorEvent): boolean {
    this.follow(event);
    if (this.isRepeat(event)) this.finish();
    else this.click(event);
    return true;
  }

  override undoStep(): boolean {
    this.points = this.points.slice(0, -2);
    if (this.points.length === 0) this.cancel();
    else this.host.setDraft(this.draft());
    return true;
  }

  protected override follow(event: PointerEditorEvent): void {
    this.pointer = snapToPicture(this.host.viewport.toPicture(event.point), this.host.picture);
  }

  protected override click(event: PointerEditorEvent): void {
    if (this.isRepeat(event)) return;
    this.points = [...this.points, ...this.pointer];
    if (this.points.length === 2 * POINTS) this.finish();
    else this.host.setDraft(this.draft());
  }

  protected override draft(): Draft {
    return { type: 'extremes', points: this.points, data: boxAround([...this.points, ...this.pointer]) };
  }

  private isRepeat({ point, pointerType }: PointerEditorEvent): boolean {
    const last = this.host.viewport.toScreen(vertexAt(this.points, this.points.length / 2 - 1));
    return distance(last, point) < DRAG_REACH[pointerType];
  }

  private finish(): void {
    if (this.points.length <= 2) return;
    const data = boxAround(this.points);
    if (!isDrawableBox(data)) {
      this.host.notify({ type: 'box-too-small' });
      return this.cancel();
    }
    this.host.setDraft({ type: 'box', data, tooSmall: false });
    this.machine.transition('awaiting-label', { kind: 'object', data, suggestedLabelId: this.host.lastLabel('object') });
  }
}

function boxAround(points: readonly number[]): BoxData {
  const { minX, minY, maxX, maxY } = polygonBounds(points);
  return [minX, minY, maxX, maxY];
}
