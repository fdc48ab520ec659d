import { MAX_POLYGON_VERTICES, MIN_POLYGON_VERTICES } from '../../geometry/limits';
import { normalisePolygon, vertexAt, vertexCount } from '../../geometry/polygon';
import type { KeyEditorEvent, PointerEditorEvent } from '../../input/events';
import type { Vec } from '../../types';
import { ByClicks } from '../by-clicks';
import type { Draft } from '../feedback';
import { CLOSE_REACH, distance } from '../thresholds';
import type { PolygonStates } from './states';

/** Each click adds a vertex where it is released. */
export class Drawing extends ByClicks<PolygonStates, PolygonStates['drawing']> {
  private vertices: readonly number[] = [];
  private pointer: Vec = { x: 0, y: 0 };
  private snapped = false;
  private closing = false;

  override enter(): void {
    if ('press' in this.info) {
      this.pressed = true;
      this.follow(this.info.press);
    } else {
      this.vertices = this.info.vertices;
      this.pointer = vertexAt(this.vertices, vertexCount(this.vertices) - 1);
    }
    super.enter();
  }

  override rightClick(): void {
    this.close();
  }

  override keyDown(event: KeyEditorEvent): boolean {
    if (event.key !== 'Enter' || event.modifiers.ctrl || event.modifiers.meta) return super.keyDown(event);
    this.close();
    return true;
  }

  /** Enter where the last vertex stands closes the polygon. */
  override place(event: PointerEditorEvent): boolean {
    this.follow(event);
    if (this.isRepeat()) this.close();
    else this.click();
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
    if (this.pressed) return false;
    this.vertices = this.vertices.slice(0, -2);
    if (this.vertices.length === 0) this.cancel();
    else this.host.setDraft(this.draft());
    return true;
  }

  protected override follow(event: PointerEditorEvent): void {
    const { viewport } = this.host;
    const { position, snapped } = this.host.vertexFor(event, viewport.toPicture(event.point));
    this.closing =
      vertexCount(this.vertices) >= MIN_POLYGON_VERTICES &&
      distance(viewport.toScreen(vertexAt(this.vertices, 0)), event.point) <= CLOSE_REACH[event.pointerType];
    this.pointer = position;
    this.snapped = snapped && !this.closing;
  }

  protected override click(): void {
    if (this.closing) return this.close();
    this.addVertex();
    this.host.setDraft(this.draft());
  }

  protected override draft(): Draft {
    const { vertices, pointer, closing, snapped } = this;
    return { type: 'polygon', vertices, pointer, closing, ...(snapped && { snapped }) };
  }

  private addVertex(): void {
    const { x, y } = this.pointer;
    // The second click of a double click lands on the vertex of the first.
    if (!this.isRepeat() && vertexCount(this.vertices) < MAX_POLYGON_VERTICES) this.vertices = [...this.vertices, x, y];
  }

  private isRepeat(): boolean {
    const count = vertexCount(this.vertices);
    return count > 0 && distance(vertexAt(this.vertices, count - 1), this.pointer) === 0;
  }

  /** Stays open while there is no area to close: too few vertices, or all on one line. */
  private close(): void {
    const data = normalisePolygon(this.vertices, this.host.picture);
    if (!data || this.pressed) return;
    this.host.setDraft({ type: 'polygon', vertices: data, pointer: null, closing: false });
    this.machine.transition('awaiting-label', { kind: 'polygon', data, suggestedLabelId: this.host.lastLabel('polygon') });
  }
}
