import type { AnnotationDocument } from '../document/annotation-document';
import { getEdgeMidpoint, getVertex, countVertices, withVertexAt, withVertexInserted } from '../geometry/polygon';
import type { Signal } from '../model/signals';
import type { ImageSize, Shape, ShapeId, Vec } from '../model/types';
import type { Viewport } from '../viewport/viewport';

interface PickedVertexHost {
  readonly imageSize: ImageSize;
  readonly document: AnnotationDocument;
  readonly viewport: Viewport;
  /** The one selected shape. */
  readonly selectedShape: Shape | undefined;
  isLocked(id: ShapeId): boolean;
}

/** The vertex that the keyboard edits, in the only selected shape with vertices, such as a polygon. None until a key moves to one. */
export class PickedVertex {
  constructor(
    private readonly host: PickedVertexHost,
    /** Index of the vertex. */
    private readonly topic: Signal<number | null>,
  ) {}

  /** Moves to the next or previous vertex of the polygon. Returns false without a polygon. */
  step(direction: 1 | -1): boolean {
    const { polygon } = this;
    if (!polygon) return false;
    const count = countVertices(polygon.data);
    const first = direction === 1 ? 0 : count - 1;
    this.pick(polygon, this.index === null ? first : (this.index + direction + count) % count);
    return true;
  }

  /** Moves the vertex by image pixels. Quick repeats are one undo step. Returns whether a vertex is picked. */
  move({ x, y }: Vec): boolean {
    const { polygon, index } = this;
    if (!polygon || index === null) return false;
    const vertex = getVertex(polygon.data, index);
    const data = withVertexAt(polygon.data, index, { x: vertex.x + x, y: vertex.y + y }, this.host.imageSize);
    this.host.document.setData(polygon.id, data, { coalesceKey: `vertex:${polygon.id}:${index}` });
    this.revealPoint();
    return true;
  }

  /** Removes the vertex, if three remain, and picks the previous one. Returns whether a vertex is picked. */
  remove(): boolean {
    const { polygon, index } = this;
    if (!polygon || index === null) return false;
    const previousIndex = index === 0 ? countVertices(polygon.data) - 2 : index - 1;
    if (this.host.document.removeVertex(polygon.id, index)) this.topic.set(previousIndex);
    this.revealPoint();
    return true;
  }

  /** Inserts and picks a vertex in the middle of the edge that starts at the vertex. Returns whether a vertex is picked. */
  insert(): boolean {
    const { polygon, index } = this;
    if (!polygon || index === null) return false;
    const data = withVertexInserted(polygon.data, index, getEdgeMidpoint(polygon.data, index), this.host.imageSize);
    // An edge of one pixel has no middle: the new vertex would repeat an existing one.
    if (this.host.document.setData(polygon.id, data)) this.topic.set(index + 1);
    this.revealPoint();
    return true;
  }

  /** Clears the picked vertex. Returns whether one was picked. */
  clear(): boolean {
    const { index } = this;
    this.topic.set(null);
    return index !== null;
  }

  /** Clears the picked vertex if the polygon was deleted or locked, or has too few vertices. */
  validate(): void {
    const { polygon, index } = this;
    if (index !== null && !(polygon && index < countVertices(polygon.data))) this.topic.set(null);
  }

  private get index(): number | null {
    return this.topic.getSnapshot();
  }

  private get polygon(): Shape | undefined {
    const { selectedShape, document } = this.host;
    const isEditable = selectedShape && document.kinds.hasVertices(selectedShape) && !this.host.isLocked(selectedShape.id);
    return isEditable ? selectedShape : undefined;
  }

  private pick(polygon: Shape, index: number): void {
    this.topic.set(index);
    this.reveal(getVertex(polygon.data, index));
  }

  private revealPoint(): void {
    const { polygon, index } = this;
    if (polygon && index !== null) this.reveal(getVertex(polygon.data, index));
  }

  private reveal({ x, y }: Vec): void {
    this.host.viewport.reveal({ minX: x, minY: y, maxX: x, maxY: y });
  }
}
