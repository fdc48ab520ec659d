import { createBoxFromCorners, getBoxArea } from '../../editor/geometry/box';
import type { ClickEditorEvent, PointerEditorEvent } from '../../editor/input/events';
import type { ModelPrompt, Stroke } from '../../editor/model/prompt';
import type { BoxData, Vec } from '../../editor/model/types';
import { DRAG_THRESHOLD, getDistance } from '../../editor/tools/states/thresholds';
import { Suggesting } from './suggesting';

/** The points and the box before a change of the user. Undo restores them. */
type PromptStep = Pick<ModelPrompt, 'box' | 'strokes' | 'refines'>;

/**
 * The state that shows the object found by the interactive model. A click marks a point of the object. A right click or a click with Shift
 * marks a point of the background. A drag draws a box around the object. Enter accepts, Esc discards.
 */
export class Prompting extends Suggesting {
  private readonly steps: PromptStep[] = [];
  private refines: ModelPrompt | null = null;
  /** The box before the current drag. Undefined without a drag. */
  private previousBox: BoxData | null | undefined;

  override onPointerMove({ point, pointerType }: PointerEditorEvent): void {
    const { heldStroke } = this;
    if (!heldStroke || (this.previousBox === undefined && getDistance(heldStroke.start, point) < DRAG_THRESHOLD[pointerType]))
      return;
    if (this.previousBox === undefined) this.previousBox = this.box;
    const { viewport, imageSize } = this.host;
    this.box = createBoxFromCorners(viewport.toImage(heldStroke.start), viewport.toImage(point), imageSize);
    this.show();
  }

  override onPointerUp(): void {
    const { heldStroke, box, previousBox } = this;
    if (!heldStroke) return;
    if (previousBox === undefined) return this.addPoint(heldStroke.points, heldStroke.isObject);
    if (!box || getBoxArea(box) === 0) return this.interrupt();
    this.endGesture();
    this.steps.push({ ...this.createPrompt(), box: previousBox });
    // A new box may select another object, so its prompt does not refine the previous result.
    this.refines = null;
    this.requestSuggestion();
  }

  override onRightClick({ point }: ClickEditorEvent): void {
    this.addPoint(toPointList(this.host.viewport.toImage(point)), false);
  }

  override interrupt(): void {
    if (this.previousBox !== undefined) this.box = this.previousBox;
    this.endGesture();
    super.interrupt();
  }

  override undoStep(): boolean {
    if (this.heldStroke) return false;
    const step = this.steps.pop();
    if (!step || (step.strokes.length === 0 && step.box === null)) this.cancel();
    else {
      [this.box, this.strokes, this.refines] = [step.box, step.strokes, step.refines];
      this.requestSuggestion();
    }
    return true;
  }

  protected override createPrompt(): ModelPrompt {
    return { type: 'model', box: this.box, strokes: this.strokes, refines: this.refines };
  }

  protected override getStrokes(): readonly Stroke[] {
    // Ignore the held stroke during a drag, because the drag draws a box.
    return this.previousBox === undefined ? super.getStrokes() : this.strokes;
  }

  private addPoint(points: readonly number[], isObject: boolean): void {
    this.endGesture();
    this.steps.push(this.createPrompt());
    const { prompt } = this.host;
    this.refines = prompt?.type === 'model' ? prompt : null;
    this.strokes = [...this.strokes, { points, isObject }];
    this.requestSuggestion();
  }

  private endGesture(): void {
    this.heldStroke = null;
    this.previousBox = undefined;
  }
}

const toPointList = ({ x, y }: Vec) => [x, y];
