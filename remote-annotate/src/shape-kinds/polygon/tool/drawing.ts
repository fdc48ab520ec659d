import { MAX_POLYGON_VERTICES, MIN_POLYGON_VERTICES } from '../../../editor/geometry/limits';
import { normalisePolygon, getVertex, countVertices } from '../../../editor/geometry/polygon';
import type { KeyEditorEvent, PointerEditorEvent } from '../../../editor/input/events';
import type { Vec } from '../../../editor/model/types';
import { ClickDrawing } from '../../../editor/tools/states/click-drawing';
import type { Draft } from '../../../editor/tools/states/feedback';
import { CLOSE_REACH, getDistance } from '../../../editor/tools/states/thresholds';
import type { PolygonStates } from './states';

/** Each click adds a vertex at the position of its release. */
export class Drawing extends ClickDrawing<PolygonStates, PolygonStates['drawing']> {
  private vertices: readonly number[] = [];
  private pointer: Vec = { x: 0, y: 0 };
  private isSnapped = false;
  private isClosing = false;

  override enter(): void {
    if ('press' in this.info) {
      this.isPressed = true;
      this.updatePointer(this.info.press);
    } else {
      this.vertices = this.info.vertices;
      this.pointer = getVertex(this.vertices, countVertices(this.vertices) - 1);
    }
    super.enter();
  }

  override onRightClick(): void {
    this.close();
  }

  override onKeyDown(event: KeyEditorEvent): boolean {
    if (event.key !== 'Enter' || event.modifiers.ctrl || event.modifiers.meta) return super.onKeyDown(event);
    this.close();
    return true;
  }

  /** Enter at the position of the last vertex closes the polygon. */
  override onPlace(event: PointerEditorEvent): boolean {
    this.updatePointer(event);
    if (this.isRepeat()) this.close();
    else this.handleClick();
    return true;
  }

  override interrupt(): void {
    super.interrupt();
    if (this.vertices.length === 0) this.cancel();
  }

  override suspend(): Draft | null {
    const draft = super.suspend();
    return this.vertices.length === 0 ? null : draft;
  }

  override undoStep(): boolean {
    if (this.isPressed) return false;
    this.vertices = this.vertices.slice(0, -2);
    if (this.vertices.length === 0) this.cancel();
    else this.host.setDraft(this.getDraft());
    return true;
  }

  protected override updatePointer(event: PointerEditorEvent): void {
    const { viewport } = this.host;
    const { position, isSnapped } = this.host.snapVertex(event, viewport.toImage(event.point));
    this.isClosing =
      countVertices(this.vertices) >= MIN_POLYGON_VERTICES &&
      getDistance(viewport.toScreen(getVertex(this.vertices, 0)), event.point) <= CLOSE_REACH[event.pointerType];
    this.pointer = position;
    this.isSnapped = isSnapped && !this.isClosing;
  }

  protected override handleClick(): void {
    if (this.isClosing) return this.close();
    this.addVertex();
    this.host.setDraft(this.getDraft());
  }

  protected override getDraft(): Draft {
    const { vertices, pointer, isClosing, isSnapped } = this;
    return { type: 'polygon', vertices, pointer, isClosing, ...(isSnapped && { isSnapped }) };
  }

  private addVertex(): void {
    const { x, y } = this.pointer;
    // The second click of a double click would repeat the vertex.
    if (!this.isRepeat() && countVertices(this.vertices) < MAX_POLYGON_VERTICES) this.vertices = [...this.vertices, x, y];
  }

  private isRepeat(): boolean {
    const count = countVertices(this.vertices);
    return count > 0 && getDistance(getVertex(this.vertices, count - 1), this.pointer) === 0;
  }

  /** Completes the polygon, unless it has no area: with too few vertices or all on one line. */
  private close(): void {
    const data = normalisePolygon(this.vertices, this.host.imageSize);
    if (!data || this.isPressed) return;
    this.host.setDraft({ type: 'polygon', vertices: data, pointer: null, isClosing: false });
    this.machine.transition('awaiting-label', { kind: 'polygon', data });
  }
}
