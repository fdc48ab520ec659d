import { clamp } from '../../editor/geometry/clamp';
import type { KeyEditorEvent, PointerEditorEvent } from '../../editor/input/events';
import type { MaskOperation, Prompt } from '../../editor/model/prompt';
import type { Suggestion } from '../../editor/model/region';
import type { Vec } from '../../editor/model/types';
import { ClickDrawing } from '../../editor/tools/states/click-drawing';
import type { Draft } from '../../editor/tools/states/feedback';
import { CLOSE_REACH, getDistance } from '../../editor/tools/states/thresholds';
import type { AssistStates } from './states';
import { hasTargetMask, storeSuggestion } from './store-suggestion';

/** Minimum number of clicks after the first one that enclose an area. */
const MIN_CLICKS = 2;

/** A line along edges of the image from one click to the next. */
interface Segment {
  readonly to: Vec;
  /** Flat list of image pixels; null until it is found. */
  readonly line: readonly number[] | null;
}

/**
 * The state that draws lines along edges of the image from click to click. A click on the first position, or Enter, closes the outline and
 * accepts it.
 */
export class Tracing extends ClickDrawing<AssistStates, AssistStates['tracing']> {
  private readonly start: Vec = this.toPosition(this.info.press);
  private segments: readonly Segment[] = [];
  /** The line to the pointer; null until it is found. */
  private lineToPointer: { readonly to: Vec; readonly line: readonly number[] } | null = null;
  private pointer: Vec = this.start;
  private isFirstPress = true;
  private isClosing = false;
  private isClosed = false;
  private operation: MaskOperation = 'add';

  override enter(): void {
    this.isPressed = true;
    super.enter();
  }

  override exit(): void {
    this.host.setPrompt(null);
  }

  override onRightClick(): void {
    this.accept();
  }

  override onKeyDown(event: KeyEditorEvent): boolean {
    if (event.key !== 'Enter') return super.onKeyDown(event);
    this.accept(event.modifiers.shift ? 'subtract' : 'add');
    return true;
  }

  /** Handles Enter. At the position of the last click, Enter closes the outline. */
  override onPlace(event: PointerEditorEvent): boolean {
    const isAtLastPosition = getDistance(this.getLastPosition(), this.toPosition(event)) < 0.5;
    this.updatePointer(event);
    if (isAtLastPosition) this.accept();
    else this.handleClick();
    return true;
  }

  override interrupt(): void {
    super.interrupt();
    if (this.isFirstPress) this.cancel();
  }

  override undoStep(): boolean {
    if (this.isPressed || this.isClosed) return false;
    if (this.segments.length === 0) this.cancel();
    else {
      this.segments = this.segments.slice(0, -1);
      this.requestLine();
      this.host.setDraft(this.getDraft());
    }
    return true;
  }

  override resume(): void {
    super.resume();
    // Request missing lines again, because choosing another tool has ended the prompt.
    if (this.host.prompt === null && this.segments.some(({ line }) => line === null)) this.requestLine();
  }

  override suspend(): Draft | null {
    if (this.isFirstPress) return null;
    this.host.setPrompt(null);
    return super.suspend();
  }

  override receiveSuggestion(prompt: Prompt, { outline }: Suggestion): void {
    if (prompt.type !== 'trace') return;
    const index = this.segments.findIndex(({ line }) => line === null);
    const openSegment = this.segments[index];
    const segmentStart = this.segments[index - 1]?.to ?? this.start;
    if (openSegment && openSegment.to === prompt.to && segmentStart === prompt.from)
      this.segments = this.segments.map((segment) => (segment === openSegment ? { ...segment, line: outline } : segment));
    else if (!openSegment && prompt.from === this.getLastPosition()) this.lineToPointer = { to: prompt.to, line: outline };
    if (this.isClosed && !this.segments.some(({ line }) => line === null)) return this.storeOutline();
    if (prompt === this.host.prompt && prompt.to !== this.pointer) this.requestLine();
    this.host.setDraft(this.getDraft());
  }

  override accept(operation: MaskOperation = 'add'): void {
    if (this.isPressed || this.isClosed || this.segments.length < MIN_CLICKS) return;
    // Keep drawing if there is no mask to change. Otherwise, all lines would be lost.
    if (!hasTargetMask(this.host, operation)) return;
    this.operation = operation;
    this.isClosed = true;
    this.addSegment(this.start);
  }

  protected override updatePointer(event: PointerEditorEvent): void {
    if (this.isClosed) return;
    const distance = getDistance(this.host.viewport.toScreen(this.start), event.point);
    this.isClosing = this.segments.length >= MIN_CLICKS && distance <= CLOSE_REACH[event.pointerType];
    this.pointer = this.isClosing ? this.start : this.toPosition(event);
    if (!this.isFirstPress && getDistance(this.pointer, this.getLastPosition()) > 0) this.requestLine();
  }

  protected override handleClick(): void {
    if (this.isFirstPress) this.isFirstPress = false;
    else if (this.isClosing) this.accept();
    // Ignore the second click of a double click, which is at the same position.
    else if (!this.isClosed && getDistance(this.pointer, this.getLastPosition()) > 0) this.addSegment(this.pointer);
  }

  protected override getDraft(): Draft {
    const lineToPointer = this.lineToPointer?.to === this.pointer ? this.lineToPointer.line : [this.pointer.x, this.pointer.y];
    return {
      type: 'suggestion',
      outlines: [[...this.getOutline(), ...(this.isClosed ? [] : lineToPointer)]],
      isClosed: this.isClosed,
      box: null,
      strokes: [],
      clicks: [this.start, ...this.segments.map(({ to }) => to)].flatMap(({ x, y }) => [x, y]),
    };
  }

  private addSegment(endPoint: Vec): void {
    this.segments = [
      ...this.segments,
      { to: endPoint, line: this.lineToPointer?.to === endPoint ? this.lineToPointer.line : null },
    ];
    this.lineToPointer = null;
    if (this.isClosed && !this.segments.some(({ line }) => line === null)) return this.storeOutline();
    this.requestLine();
    this.host.setDraft(this.getDraft());
  }

  /** Requests the first missing line, or the line to the pointer if none is missing. */
  private requestLine(): void {
    const index = this.segments.findIndex(({ line }) => line === null);
    const segmentStart = index < 0 ? this.getLastPosition() : (this.segments[index - 1]?.to ?? this.start);
    const segmentEnd = this.segments[index]?.to ?? this.pointer;
    this.host.setPrompt({ type: 'trace', from: segmentStart, to: segmentEnd });
  }

  private storeOutline(): void {
    const outline = this.getOutline();
    const isStored = storeSuggestion(this.host, this.machine, { outline, edges: [outline] }, this.operation);
    if (!isStored) this.cancel();
  }

  private getOutline(): readonly number[] {
    return [this.start.x, this.start.y, ...this.segments.flatMap(({ line, to }) => line ?? [to.x, to.y])];
  }

  private getLastPosition(): Vec {
    return this.segments.at(-1)?.to ?? this.start;
  }

  private toPosition({ point }: PointerEditorEvent): Vec {
    const { viewport, imageSize } = this.host;
    const { x, y } = viewport.toImage(point);
    return { x: clamp(x, 0, imageSize.width), y: clamp(y, 0, imageSize.height) };
  }
}
