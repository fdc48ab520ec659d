import { clamp } from '../../../editor/geometry/clamp';
import type { PointerEditorEvent } from '../../../editor/input/events';
import type { Vec } from '../../../editor/model/types';
import { TwoPointDrawing } from '../../../editor/tools/states/two-point-drawing';
import { DrawingIdle } from '../../../editor/tools/states/drawing-idle';
import type { DrawingTool } from '../../../editor/tools/states/drawing-tool';
import type { Draft } from '../../../editor/tools/states/feedback';
import { DRAG_THRESHOLD, getDistance } from '../../../editor/tools/states/thresholds';
import { Tool } from '../../../editor/tools/states/tool';

type CutStates = {
  idle: undefined;
  line: { readonly press: PointerEditorEvent };
};

class Idle extends DrawingIdle<CutStates> {
  protected override canDraw(): boolean {
    return this.host.unlockedSelectedShapes.some(({ kind }) => kind === 'polygon');
  }

  protected override startShape(press: PointerEditorEvent): void {
    this.machine.transition('line', { press });
  }
}

/** The state that draws the cutting line, by a drag or by two clicks. */
class Line extends TwoPointDrawing<CutStates, CutStates['line']> {
  private readonly start: Vec = this.toPosition(this.info.press);
  private end: Vec = this.start;

  protected override updatePointer(event: PointerEditorEvent): void {
    this.end = this.toPosition(event);
  }

  protected override handleClick(event: PointerEditorEvent): void {
    // Ignore the release of the first click, which is at the same position.
    if (getDistance(this.host.viewport.toScreen(this.start), event.point) < DRAG_THRESHOLD[event.pointerType]) return;
    const { start, end, host } = this;
    this.cancel();
    host.setPrompt({ type: 'cut', line: [start.x, start.y, end.x, end.y] });
  }

  protected override getDraft(): Draft {
    return { type: 'outline', points: [this.start.x, this.start.y, this.end.x, this.end.y], isClosed: false };
  }

  private toPosition({ point }: PointerEditorEvent): Vec {
    const { viewport, imageSize } = this.host;
    const { x, y } = viewport.toImage(point);
    return { x: clamp(x, 0, imageSize.width), y: clamp(y, 0, imageSize.height) };
  }
}

export const cutTool: DrawingTool = {
  id: 'cut',
  kind: 'polygon',
  isCommand: true,
  create: (host, onTransition) => new Tool<'cut', CutStates>('cut', host, { idle: Idle, line: Line }, onTransition),
};
