import type { AnnotationDocument } from './document/annotation-document';
import { edgeMidpoint, vertexAt, vertexCount, withVertexAt, withVertexInserted } from './geometry/polygon';
import type { Signal } from './signals';
import type { PictureSize, PolygonShape, Shape, ShapeId, Vec } from './types';
import type { Viewport } from './viewport/viewport';

interface Around {
  readonly picture: PictureSize;
  readonly document: AnnotationDocument;
  readonly viewport: Viewport;
  /** The one selected shape. */
  readonly selectedShape: Shape | undefined;
  isLocked(id: ShapeId): boolean;
}

/** The vertex of the one selected polygon that keys work on; none until a key walks to it. */
export class PickedVertex {
  constructor(
    private readonly around: Around,
    /** Its index. */
    private readonly topic: Signal<number | null>,
  ) {}

  /** Walks on by one, round the polygon. Returns whether there is one to walk. */
  step(direction: 1 | -1): boolean {
    const { polygon } = this;
    if (!polygon) return false;
    const count = vertexCount(polygon.data);
    const first = direction === 1 ? 0 : count - 1;
    this.pick(polygon, this.index === null ? first : (this.index + direction + count) % count);
    return true;
  }

  /** Moves it by picture pixels; quick repeats are one undo step. Returns whether one is picked. */
  move({ x, y }: Vec): boolean {
    const { polygon, index } = this;
    if (!polygon || index === null) return false;
    const at = vertexAt(polygon.data, index);
    const data = withVertexAt(polygon.data, index, { x: at.x + x, y: at.y + y }, this.around.picture);
    this.around.document.setData(polygon.id, data, { coalesceKey: `vertex:${polygon.id}:${index}` });
    this.show();
    return true;
  }

  /** Takes it away, where three are left; the one before it is picked then. Returns whether one is picked. */
  remove(): boolean {
    const { polygon, index } = this;
    if (!polygon || index === null) return false;
    const before = index === 0 ? vertexCount(polygon.data) - 2 : index - 1;
    if (this.around.document.removeVertex(polygon.id, index)) this.topic.set(before);
    this.show();
    return true;
  }

  /** Puts one on the middle of the edge that begins at it, which is picked then. Returns whether one is picked. */
  insert(): boolean {
    const { polygon, index } = this;
    if (!polygon || index === null) return false;
    const data = withVertexInserted(polygon.data, index, edgeMidpoint(polygon.data, index), this.around.picture);
    // An edge of one pixel has no middle: the new vertex would be one that is there already.
    if (this.around.document.setData(polygon.id, data)) this.topic.set(index + 1);
    this.show();
    return true;
  }

  /** Returns whether one was picked. */
  drop(): boolean {
    const { index } = this;
    this.topic.set(null);
    return index !== null;
  }

  /** Keeps it within a polygon that has changed; drops it with the polygon, and when that is locked. */
  settle(): void {
    const { polygon, index } = this;
    if (index !== null && !(polygon && index < vertexCount(polygon.data))) this.topic.set(null);
  }

  private get index(): number | null {
    return this.topic.getSnapshot();
  }

  private get polygon(): PolygonShape | undefined {
    const { selectedShape } = this.around;
    return selectedShape?.kind === 'polygon' && !this.around.isLocked(selectedShape.id) ? selectedShape : undefined;
  }

  private pick(polygon: PolygonShape, index: number): void {
    this.topic.set(index);
    this.reveal(vertexAt(polygon.data, index));
  }

  private show(): void {
    const { polygon, index } = this;
    if (polygon && index !== null) this.reveal(vertexAt(polygon.data, index));
  }

  private reveal({ x, y }: Vec): void {
    this.around.viewport.reveal({ minX: x, minY: y, maxX: x, maxY: y });
  }
}
