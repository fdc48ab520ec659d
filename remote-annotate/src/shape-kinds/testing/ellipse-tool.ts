import type { PointerEditorEvent } from '../../editor/input/events';
import type { DrawingToolId, ShapeKind } from '../../editor/model/types';
import { AwaitingLabel } from '../../editor/tools/states/awaiting-label';
import { DrawingIdle } from '../../editor/tools/states/drawing-idle';
import type { DrawingTool } from '../../editor/tools/states/drawing-tool';
import type { PendingShape } from '../../editor/tools/states/feedback';
import { Gesture } from '../../editor/tools/states/gesture';
import { Tool } from '../../editor/tools/states/tool';
import { getEllipseOutline } from './ellipse-painter';
import { normaliseEllipse, type EllipseData } from './ellipse-util';

type EllipseStates = {
  idle: undefined;
  drawing: { readonly press: PointerEditorEvent };
  'awaiting-label': PendingShape;
};

// Use casts, because the types allow only the kinds of the console, and this kind exists only in tests.
export const ELLIPSE_TOOL = 'ellipse' as DrawingToolId;
const ELLIPSE_KIND = 'ellipse' as ShapeKind;

class Idle extends DrawingIdle<EllipseStates> {
  protected override canDraw(): boolean {
    return this.host.labels.object.length > 0;
  }

  protected override startShape(press: PointerEditorEvent): void {
    this.machine.transition('drawing', { press });
  }
}

/** The state that draws an ellipse, from one corner of its bounds to the opposite corner. */
class Drawing extends Gesture<EllipseStates, EllipseStates['drawing']> {
  override onPointerMove(event: PointerEditorEvent): void {
    const data = this.getDataTo(event);
    if (data) this.host.setDraft({ type: 'outline', points: getEllipseOutline(data), isClosed: true });
  }

  override onPointerUp(event: PointerEditorEvent): void {
    const data = this.getDataTo(event);
    if (!data) return this.machine.returnToIdle();
    this.machine.transition('awaiting-label', { kind: ELLIPSE_KIND, data } as unknown as PendingShape);
  }

  private getDataTo(event: PointerEditorEvent): EllipseData | null {
    const { viewport, imageSize } = this.host;
    const startPosition = viewport.toImage(this.info.press.point);
    const endPosition = viewport.toImage(event.point);
    const radii = [Math.abs(endPosition.x - startPosition.x) / 2, Math.abs(endPosition.y - startPosition.y) / 2];
    return normaliseEllipse([(startPosition.x + endPosition.x) / 2, (startPosition.y + endPosition.y) / 2, ...radii], imageSize);
  }
}

export const ellipseTool: DrawingTool = {
  id: ELLIPSE_TOOL,
  kind: ELLIPSE_KIND,
  create: (host, onTransition) =>
    new Tool<DrawingToolId, EllipseStates>(
      ELLIPSE_TOOL,
      host,
      { idle: Idle, drawing: Drawing, 'awaiting-label': AwaitingLabel },
      onTransition,
    ),
};
