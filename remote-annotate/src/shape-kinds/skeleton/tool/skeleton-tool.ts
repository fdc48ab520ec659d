import type { PointerEditorEvent } from '../../../editor/input/events';
import type { NewShape } from '../../../editor/document/annotation-document';
import { createBoxFromCorners, isDrawableBox } from '../../../editor/geometry/box';
import { listLabels, type BoxData, type Vec } from '../../../editor/model/types';
import { AwaitingLabel } from '../../../editor/tools/states/awaiting-label';
import { ClickDrawing } from '../../../editor/tools/states/click-drawing';
import { DrawingIdle } from '../../../editor/tools/states/drawing-idle';
import type { DrawingTool } from '../../../editor/tools/states/drawing-tool';
import type { Draft, PendingShape } from '../../../editor/tools/states/feedback';
import { Gesture } from '../../../editor/tools/states/gesture';
import { getDistance, DRAG_THRESHOLD } from '../../../editor/tools/states/thresholds';
import { Tool } from '../../../editor/tools/states/tool';
import { getSkeletonBounds, placeSkeleton } from '../skeleton-data';
import { getSkeletonTemplate } from '../skeleton-templates';

type SkeletonStates = {
  idle: undefined;
  /** The button is held, for a click or for a drag of the box that places the points. */
  drawing: { readonly press: PointerEditorEvent };
  /** One corner of the box is placed at `start` in image pixels. The next click places the opposite corner. */
  corner: { readonly start: Vec };
  'awaiting-label': PendingShape;
};

/** Stores the box as two visible points. The number of points is unknown until the user has chosen the label. */
const toPending = ([x1, y1, x2, y2]: BoxData): PendingShape => ({ kind: 'skeleton', data: [x1, y1, 2, x2, y2, 2] });

class Idle extends DrawingIdle<SkeletonStates> {
  protected override canDraw(): boolean {
    return listLabels(this.host.labels, 'skeleton').length > 0;
  }

  protected override startShape(press: PointerEditorEvent): void {
    this.machine.transition('drawing', { press });
  }

  /** The keyboard cannot drag, so Enter places a corner of the box. */
  override onPlace(event: PointerEditorEvent): boolean {
    const start = this.host.viewport.toImage(event.point);
    if (this.canBeginAt(start)) this.machine.transition('corner', { start });
    return true;
  }
}

class Drawing extends Gesture<SkeletonStates, SkeletonStates['drawing']> {
  override enter(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
  }

  override onPointerMove(event: PointerEditorEvent): void {
    const data = this.getBoxTo(event);
    this.host.setDraft({ type: 'box', data, isTooSmall: !isDrawableBox(data) });
  }

  override onPointerUp(event: PointerEditorEvent): void {
    const data = this.getBoxTo(event);
    if (isDrawableBox(data)) {
      this.host.setDraft({ type: 'box', data, isTooSmall: false });
      return this.machine.transition('awaiting-label', toPending(data));
    }
    const isClick = getDistance(this.info.press.point, event.point) < DRAG_THRESHOLD[event.pointerType];
    this.cancel();
    const id = this.host.findShapeAt(event)?.id ?? null;
    if (isClick) return this.host.select(id);
    this.host.notify({ type: 'box-too-small' });
    this.host.selectByCommand(id);
  }

  private getBoxTo(event: PointerEditorEvent): BoxData {
    const { viewport, imageSize } = this.host;
    return createBoxFromCorners(viewport.toImage(this.info.press.point), viewport.toImage(event.point), imageSize);
  }
}

/** The state after one corner of the box was placed by keyboard. */
class Corner extends ClickDrawing<SkeletonStates, SkeletonStates['corner']> {
  private end: Vec = this.info.start;

  override onRightClick(): void {
    this.cancel();
  }

  override onPlace(event: PointerEditorEvent): boolean {
    this.updatePointer(event);
    this.handleClick();
    return true;
  }

  override undoStep(): boolean {
    this.cancel();
    return true;
  }

  protected override updatePointer(event: PointerEditorEvent): void {
    this.end = this.host.viewport.toImage(event.point);
  }

  protected override handleClick(): void {
    const data = this.getBox();
    if (isDrawableBox(data)) this.machine.transition('awaiting-label', toPending(data));
    else this.host.notify({ type: 'box-too-small' });
  }

  protected override getDraft(): Draft {
    const data = this.getBox();
    return { type: 'box', data, isTooSmall: !isDrawableBox(data) };
  }

  private getBox(): BoxData {
    return createBoxFromCorners(this.info.start, this.end, this.host.imageSize);
  }
}

/** The state while the user chooses the label. Afterwards, the points of the label are placed in the box. */
class PlacingPoints extends AwaitingLabel<SkeletonStates> {
  protected override toNewShape(labelId: string): NewShape {
    const { minX, minY, maxX, maxY } = getSkeletonBounds(this.info.data);
    const template = getSkeletonTemplate(labelId);
    const data = template ? placeSkeleton(template, [minX, minY, maxX, maxY]) : [];
    return { kind: 'skeleton', labelId, data, ...this.getDefaults(labelId) };
  }
}

/** The tool for skeletons. The user draws a box, in which the points of the skeleton are placed. */
export const skeletonTool: DrawingTool = {
  id: 'skeleton',
  kind: 'skeleton',
  create: (host, onTransition) =>
    new Tool<'skeleton', SkeletonStates>(
      'skeleton',
      host,
      { idle: Idle, drawing: Drawing, corner: Corner, 'awaiting-label': PlacingPoints },
      onTransition,
    ),
};
