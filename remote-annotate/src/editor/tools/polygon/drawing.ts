import { MAX_POLYGON_VERTICES, MIN_POLYGON_VERTICES } from '../../geometry/limits';
import { snapToPicture } from '../../geometry/picture';
import { normalisePolygon, vertexAt, vertexCount } from '../../geometry/polygon';
import type { KeyEditorEvent, PointerEditorEvent } from '../../input/events';
import type { Vec } from '../../types';
import { StateNode, type Busy } from '../state-node';
import { CLOSE_REACH, distance } from '../thresholds';
import type { PolygonStates } from './states';

/** Each click (press and release) adds a vertex where it is released. */
export class Drawing extends StateNode<PolygonStates, PolygonStates['drawing']> {
  private vertices: readonly number[] = [];
  private pointer: Vec = this.info.start;
  private pressed = true;
  private closing = false;

  override get busy(): Busy {
    return this.pressed ? 'gesture' : 'creating';
  }

  override enter(): void {
    this.resume();
    this.show();
  }

  override resume(): void {
    this.host.setHover({ shapeId: null, handle: null, cursor: 'crosshair' });
  }

  override pointerDown(event: PointerEditorEvent): void {
    this.pressed = true;
    this.follow(event);
  }

  override pointerMove(event: PointerEditorEvent): void {
    this.follow(event);
  }

  override pointerUp(event: PointerEditorEvent): void {
    if (!this.pressed) return;
    this.pressed = false;
    this.follow(event);
    if (this.closing) return this.close();
    this.addVertex();
    this.show();
  }

  override rightClick(): void {
    this.close();
  }

  override keyDown(event: KeyEditorEvent): boolean {
    if (event.key === 'Enter') {
      this.close();
      return true;
    }
    return event.key === 'Backspace' && this.undoStep();
  }

  override interrupt(): void {
    this.pressed = false;
    if (this.vertices.length === 0) this.cancel();
  }

  override cancel(): void {
    this.host.setDraft(null);
    this.machine.toIdle();
  }

  override undoStep(): boolean {
    if (this.pressed) return false;
    this.vertices = this.vertices.slice(0, -2);
    if (this.vertices.length === 0) this.cancel();
    else this.show();
    return true;
  }

  private follow(event: PointerEditorEvent): void {
    const [x, y] = snapToPicture(this.host.viewport.toPicture(event.point), this.host.picture);
    this.pointer = { x, y };
    this.closing =
      vertexCount(this.vertices) >= MIN_POLYGON_VERTICES &&
      distance(this.host.viewport.toScreen(vertexAt(this.vertices, 0)), event.point) <= CLOSE_REACH[event.pointerType];
    this.show();
  }

  private addVertex(): void {
    const { x, y } = this.pointer;
    const count = vertexCount(this.vertices);
    // The second click of a double click lands on the vertex of the first.
    const repeats = count > 0 && distance(vertexAt(this.vertices, count - 1), this.pointer) === 0;
    if (!repeats && count < MAX_POLYGON_VERTICES) this.vertices = [...this.vertices, x, y];
  }

  /** Stays open while there is no area to close: too few vertices, or all on one line. */
  private close(): void {
    const data = normalisePolygon(this.vertices, this.host.picture);
    if (!data || this.pressed) return;
    this.host.setDraft({ type: 'polygon', vertices: data, pointer: null, closing: false });
    this.machine.transition('awaiting-label', { kind: 'polygon', data, suggestedLabelId: this.host.lastLabel('polygon') });
  }

  private show(): void {
    this.host.setDraft({ type: 'polygon', vertices: this.vertices, pointer: this.pointer, closing: this.closing });
  }
}
