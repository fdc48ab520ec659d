import { snapToImage } from '../../../editor/geometry/clamp';
import { MAX_POLYGON_VERTICES, MIN_POLYGON_VERTICES } from '../../../editor/geometry/limits';
import { normalisePolygon, getVertex, countVertices } from '../../../editor/geometry/polygon';
import { thinVertices } from '../../../editor/geometry/thin-vertices';
import type { KeyEditorEvent, PointerEditorEvent } from '../../../editor/input/events';
import type { PolygonData, Vec } from '../../../editor/model/types';
import { ClickDrawing } from '../../../editor/tools/states/click-drawing';
import type { Draft } from '../../../editor/tools/states/feedback';
import { CLOSE_REACH, DRAG_THRESHOLD, getDistance } from '../../../editor/tools/states/thresholds';

/** Maximum distance in screen pixels between a freehand line and its simplified version. */
const FREEHAND_TOLERANCE = 1.5;

/** A press, with the line that is drawn if it becomes a drag. */
interface Stroke {
  /** Start position in screen pixels. */
  readonly start: Vec;
  /** Flat list in image pixels. */
  readonly line: number[];
  isDrag: boolean;
}

/** How the drawing of a polygon starts: with a press that places the first vertex, or with the vertices of an interrupted drawing. */
export type PolygonStart = { readonly press: PointerEditorEvent } | { readonly vertices: readonly number[] };

/**
 * Draws a polygon. Each click adds a vertex at the position of its release. A drag draws freehand, or a straight line while Shift is held.
 * Undo removes the last click or drag.
 */
export abstract class PolygonDrawing<States, Start extends PolygonStart> extends ClickDrawing<States, Start> {
  private vertices: readonly number[] = [];
  /** The length of `vertices` before each step, for undo. */
  private readonly lengthsBeforeSteps: number[] = [];
  private stroke: Stroke | null = null;
  /** Whether the freehand line has moved away from the first vertex. If so, returning to the first vertex closes the polygon. */
  private hasLeftStart = false;
  private pointer: Vec = { x: 0, y: 0 };
  private isSnapped = false;
  private isClosing = false;

  override enter(): void {
    if ('press' in this.info) {
      this.isPressed = true;
      this.updatePointer(this.info.press);
      this.startStroke(this.info.press);
    } else {
      this.vertices = this.info.vertices;
      this.pointer = getVertex(this.vertices, countVertices(this.vertices) - 1);
    }
    super.enter();
  }

  override onPointerDown(event: PointerEditorEvent): void {
    super.onPointerDown(event);
    this.startStroke(event);
  }

  override onRightClick(): void {
    this.close();
  }

  override onKeyDown(event: KeyEditorEvent): boolean {
    if (event.key !== 'Enter' || event.modifiers.ctrl || event.modifiers.meta) return super.onKeyDown(event);
    this.close();
    return true;
  }

  /** Handles Enter. At the position of the last vertex, Enter closes the polygon. */
  override onPlace(event: PointerEditorEvent): boolean {
    this.updatePointer(event);
    if (this.isAtLastVertex()) this.close();
    else this.handleClick();
    return true;
  }

  override interrupt(): void {
    super.interrupt();
    this.stroke = null;
    if (this.vertices.length === 0) this.cancel();
  }

  override suspend(): Draft | null {
    this.stroke = null;
    const draft = super.suspend();
    return this.vertices.length === 0 ? null : draft;
  }

  override undoStep(): boolean {
    if (this.isPressed) return false;
    this.vertices = this.vertices.slice(0, this.lengthsBeforeSteps.pop() ?? -2);
    if (this.vertices.length === 0) this.cancel();
    else this.host.setDraft(this.getDraft());
    return true;
  }

  protected override updatePointer(event: PointerEditorEvent): void {
    const { viewport } = this.host;
    const { position, isSnapped } = this.host.snapVertex(event, viewport.toImage(event.point));
    this.extendStroke(event);
    const line = this.getLine();
    const distanceToFirst = line.length === 0 ? 0 : getDistance(viewport.toScreen(getVertex(line, 0)), event.point);
    const reach = CLOSE_REACH[event.pointerType];
    if (distanceToFirst > 2 * reach) this.hasLeftStart = true;
    const canClose = countVertices(this.vertices) >= MIN_POLYGON_VERTICES || this.hasLeftStart;
    this.isClosing = canClose && countVertices(line) >= MIN_POLYGON_VERTICES && distanceToFirst <= reach;
    this.pointer = position;
    this.isSnapped = isSnapped && !this.isClosing;
  }

  protected override handleClick(): void {
    const stroke = this.stroke?.isDrag ? this.stroke : null;
    this.stroke = null;
    if (stroke) this.addStroke(stroke.line);
    else if (!this.isClosing) this.addVertex();
    if (this.isClosing) return this.close();
    this.host.setDraft(this.getDraft());
  }

  protected override getDraft(): Draft {
    const { pointer, isClosing, isSnapped } = this;
    return { type: 'polygon', vertices: this.getLine(), pointer, isClosing, ...(isSnapped && { isSnapped }) };
  }

  private addVertex(): void {
    const { x, y } = this.pointer;
    // Ignore the second click of a double click, which would repeat the vertex.
    if (!this.isAtLastVertex()) this.addVertices([x, y]);
  }

  private addVertices(newVertices: readonly number[]): void {
    if (countVertices(this.vertices) >= MAX_POLYGON_VERTICES) return;
    this.lengthsBeforeSteps.push(this.vertices.length);
    this.vertices = [...this.vertices, ...newVertices].slice(0, 2 * MAX_POLYGON_VERTICES);
  }

  private startStroke({ point }: PointerEditorEvent): void {
    this.stroke = { start: point, line: [this.pointer.x, this.pointer.y], isDrag: false };
  }

  private extendStroke({ point, pointerType, modifiers }: PointerEditorEvent): void {
    if (!this.stroke || !this.isPressed) return;
    if (getDistance(point, this.stroke.start) >= DRAG_THRESHOLD[pointerType]) this.stroke.isDrag = true;
    if (!this.stroke.isDrag || modifiers.shift) return;
    this.stroke.line.push(...snapToImage(this.host.viewport.toImage(point), this.host.imageSize));
  }

  /** Adds the simplified freehand line. */
  private addStroke(line: readonly number[]): void {
    const { x, y } = this.pointer;
    const tolerance = FREEHAND_TOLERANCE / this.host.viewport.camera.scale;
    this.addVertices(thinVertices(this.isClosing ? line : [...line, x, y], tolerance));
  }

  /** Returns the vertices, including the freehand line that is being drawn. */
  private getLine(): readonly number[] {
    return this.stroke?.isDrag ? [...this.vertices, ...this.stroke.line] : this.vertices;
  }

  private isAtLastVertex(): boolean {
    const vertexCount = countVertices(this.vertices);
    return vertexCount > 0 && getDistance(getVertex(this.vertices, vertexCount - 1), this.pointer) === 0;
  }

  /** Completes the polygon, unless it has no area: too few vertices, or all on one line. */
  private close(): void {
    const data = normalisePolygon(this.vertices, this.host.imageSize);
    if (!data || this.isPressed) return;
    this.complete(data);
  }

  /** Called with the vertices when the polygon is complete and has an area. */
  protected abstract complete(data: PolygonData): void;
}
