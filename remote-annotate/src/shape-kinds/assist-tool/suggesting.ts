import { clamp } from '../../editor/geometry/clamp';
import type { ClickEditorEvent, KeyEditorEvent, PointerEditorEvent } from '../../editor/input/events';
import { MAX_TOLERANCE, type AssistPrompt, type MaskOperation, type Prompt, type Stroke } from '../../editor/model/prompt';
import type { Suggestion } from '../../editor/model/region';
import type { BoxData, Vec } from '../../editor/model/types';
import type { Draft } from '../../editor/tools/states/feedback';
import { StateNode, type Busy } from '../../editor/tools/states/state-node';
import { DRAG_THRESHOLD, getDistance } from '../../editor/tools/states/thresholds';
import type { AssistStates } from './states';
import { storeSuggestion } from './store-suggestion';

/** Length of a drag, in screen pixels, that increases the tolerance by one. */
const PIXELS_PER_TOLERANCE = 4;
const TOLERANCE_KEYS: Readonly<Record<string, number>> = { PageUp: 2, PageDown: -2 };

/** A stroke while the button is held. */
interface HeldStroke {
  /** Screen pixels. */
  readonly start: Vec;
  readonly points: number[];
  readonly isObject: boolean;
  readonly tolerance: number;
}

/**
 * The state that shows the object found at the strokes or in the box. Further strokes extend the object or, with Shift, reduce it. Enter
 * accepts, Esc discards. Dragging with the magic wand sets its tolerance.
 */
export class Suggesting extends StateNode<AssistStates, AssistStates['suggesting']> {
  protected box: BoxData | null = 'box' in this.info ? this.info.box : null;
  private readonly isWand = this.box === null && this.host.assistOptions.mode === 'wand';
  protected strokes: readonly Stroke[] = [];
  protected heldStroke: HeldStroke | null = null;
  private suggestion: Suggestion | null = null;
  private isSuggestionCurrent = false;
  /** The operation with which the user has accepted the suggestion before it was computed. Null if the user has not. */
  private acceptedOperation: MaskOperation | null = null;
  /** The position of the last press in image pixels. */
  private lastPosition: Vec | null = null;

  override get busy(): Busy {
    return this.heldStroke ? 'gesture' : 'creating';
  }

  override enter(): void {
    this.resume();
    if ('press' in this.info) this.onPointerDown(this.info.press);
  }

  override resume(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
    // Search if there is no prompt yet, or if choosing another tool has ended the prompt. Keep an existing result, because a new search
    // could find another object.
    if (this.hasMarks && !this.isSuggestionCurrent && this.host.prompt === null) this.requestSuggestion();
    else this.show();
  }

  /** Keeps the suggestion until the user returns to the tool. */
  override suspend(): Draft | null {
    if (this.heldStroke) this.interrupt();
    if (!this.hasMarks) return null;
    this.host.setPrompt(null);
    this.host.setDraft(null);
    return this.getDraft();
  }

  override exit(): void {
    this.host.setPrompt(null);
  }

  override onPointerDown({ point, modifiers }: PointerEditorEvent): void {
    const { x, y } = this.host.viewport.toImage(point);
    this.lastPosition = { x, y };
    const { isRemoving, tolerance } = this.host.assistOptions;
    const isObject = this.hasMarks ? modifiers.shift === isRemoving : true;
    this.heldStroke = { start: point, points: [x, y], isObject, tolerance };
    this.show();
  }

  override onPointerMove({ point, pointerType }: PointerEditorEvent): void {
    const { heldStroke } = this;
    if (!heldStroke || (heldStroke.points.length === 2 && getDistance(heldStroke.start, point) < DRAG_THRESHOLD[pointerType]))
      return;
    if (this.isWand) {
      const tolerance = Math.round(heldStroke.tolerance + (point.x - heldStroke.start.x) / PIXELS_PER_TOLERANCE);
      return this.host.setAssistOptions({ tolerance: clamp(tolerance, 1, MAX_TOLERANCE) });
    }
    const { x, y } = this.host.viewport.toImage(point);
    heldStroke.points.push(x, y);
    this.show();
  }

  override onPointerUp(): void {
    if (!this.heldStroke) return;
    const { points, isObject } = this.heldStroke;
    this.heldStroke = null;
    this.strokes = [...this.strokes, { points, isObject }];
    this.requestSuggestion();
  }

  override onRightClick(_event: ClickEditorEvent): void {
    this.accept();
  }

  override onKeyDown({ key, modifiers }: KeyEditorEvent): boolean {
    const toleranceStep = this.isWand ? TOLERANCE_KEYS[key] : undefined;
    if (toleranceStep !== undefined) {
      const tolerance = clamp(this.host.assistOptions.tolerance + toleranceStep, 1, MAX_TOLERANCE);
      this.host.setAssistOptions({ tolerance });
      return true;
    }
    if (key === 'Backspace') return this.undoStep();
    if (key !== 'Enter') return false;
    this.accept(modifiers.shift ? 'subtract' : 'add');
    return true;
  }

  /** Handles Enter. At a new position of the crosshair, Enter is a click. At the same position, it accepts the suggestion. */
  override onPlace(event: PointerEditorEvent): boolean {
    const position = this.host.viewport.toImage(event.point);
    const isAtLastPosition = this.lastPosition !== null && getDistance(this.lastPosition, position) < 0.5;
    if (isAtLastPosition) this.accept();
    else {
      this.onPointerDown(event);
      this.onPointerUp();
    }
    return true;
  }

  override interrupt(): void {
    this.heldStroke = null;
    if (this.hasMarks) this.requestSuggestion();
    else this.cancel();
  }

  override cancel(): void {
    this.host.setDraft(null);
    this.machine.returnToIdle();
  }

  override undoStep(): boolean {
    if (this.heldStroke) return false;
    this.strokes = this.strokes.slice(0, -1);
    if (this.hasMarks) this.requestSuggestion();
    else this.cancel();
    return true;
  }

  override onAssistOptions(): void {
    if (this.isWand) this.requestSuggestion();
    // Show the suggestion again, because the kind of the new shape determines which edges are shown.
    else this.show();
  }

  override receiveSuggestion(prompt: Prompt, suggestion: Suggestion): void {
    this.suggestion = suggestion;
    this.isSuggestionCurrent = prompt === this.host.prompt;
    this.show();
    if (this.acceptedOperation && this.isSuggestionCurrent) this.accept(this.acceptedOperation);
  }

  override accept(operation: MaskOperation = 'add'): void {
    if (this.heldStroke) return;
    const isReady = this.suggestion !== null && this.isSuggestionCurrent;
    this.acceptedOperation = isReady ? null : operation;
    if (this.suggestion && isReady) storeSuggestion(this.host, this.machine, this.suggestion, operation);
  }

  protected requestSuggestion(): void {
    this.isSuggestionCurrent = false;
    // If the user has already accepted the result of the previous prompt, the acceptance does not apply to the new prompt.
    this.acceptedOperation = null;
    this.host.setPrompt(this.createPrompt());
    this.show();
  }

  protected createPrompt(): AssistPrompt {
    const { box } = this;
    const strokes = this.getStrokes();
    const { tolerance } = this.host.assistOptions;
    return this.isWand ? { type: 'wand', strokes, tolerance } : { type: 'grab-cut', box, strokes };
  }

  protected getStrokes(): readonly Stroke[] {
    return this.heldStroke
      ? [...this.strokes, { points: [...this.heldStroke.points], isObject: this.heldStroke.isObject }]
      : this.strokes;
  }

  protected show(): void {
    this.host.setDraft(this.getDraft());
  }

  private get hasMarks(): boolean {
    return this.strokes.length > 0 || this.box !== null;
  }

  private getDraft(): Draft {
    const { outline = [], edges = [] } = this.suggestion ?? {};
    return {
      type: 'suggestion',
      outlines: this.host.getDrawnKind('assist') === 'mask' ? edges : [outline],
      isClosed: true,
      box: this.box,
      strokes: this.getStrokes(),
      clicks: [],
    };
  }
}
