import type { AnnotationDocument } from '../document/annotation-document';
import { getEdgeMidpoint, countVertices, withVertexInserted } from '../geometry/polygon';
import type { PointMark, PointOperations } from '../kinds/shape-util';
import type { Signal } from '../model/signals';
import type { ImageSize, Shape, ShapeId, Vec } from '../model/types';
import type { Viewport } from '../viewport/viewport';

interface PickedVertexHost {
  readonly imageSize: ImageSize;
  readonly document: AnnotationDocument;
  readonly viewport: Viewport;
  /** The selected shape, if exactly one is selected. */
  readonly selectedShape: Shape | undefined;
  isLocked(id: ShapeId): boolean;
}

/**
 * The vertex or point that the keyboard edits. It belongs to the only selected shape, such as a polygon. No vertex is picked
 * until a key picks one.
 */
export class PickedVertex {
  constructor(
    private readonly host: PickedVertexHost,
    /** Index of the picked vertex. Null if no vertex is picked. */
    private readonly topic: Signal<number | null>,
  ) {}

  /** Moves to the next or previous point of the shape that is not absent. Returns false if there is none. */
  step(direction: 1 | -1): boolean {
    const { edited } = this;
    if (!edited) return false;
    const { shape, points } = edited;
    const pointCount = points.count(shape);
    const firstIndex = direction === 1 ? 0 : pointCount - 1;
    let index = this.index === null ? firstIndex : (this.index + direction + pointCount) % pointCount;
    // Stop after one round: a shape has at least one point that is not absent.
    for (let attempt = 1; attempt < pointCount && points.get(shape, index) === null; attempt++)
      index = (index + direction + pointCount) % pointCount;
    this.topic.set(index);
    this.revealPoint();
    return true;
  }

  /** Moves the vertex by image pixels. Quick repeats are one undo step. Returns whether a vertex is picked. */
  move({ x, y }: Vec): boolean {
    const { edited, index } = this;
    if (!edited || index === null) return false;
    const { shape, points } = edited;
    const position = points.get(shape, index);
    if (!position) return false;
    const data = points.moveTo(shape, index, { x: position.x + x, y: position.y + y }, this.host.imageSize);
    this.host.document.setData(shape.id, data, { coalesceKey: `vertex:${shape.id}:${index}` });
    this.revealPoint();
    return true;
  }

  /**
   * Removes the vertex if at least three vertices remain, and picks the previous vertex. A point with a name becomes absent instead.
   * Returns whether a vertex was picked.
   */
  remove(): boolean {
    const { edited, index } = this;
    if (!edited || index === null) return false;
    const { shape, points } = edited;
    if (points.mark) {
      if (this.host.document.markPoint(shape.id, index, 'absent')) this.step(-1);
      return true;
    }
    const previousIndex = index === 0 ? countVertices(shape.data) - 2 : index - 1;
    if (this.host.document.removeVertex(shape.id, index)) this.topic.set(previousIndex);
    this.revealPoint();
    return true;
  }

  /** Inserts and picks a vertex in the middle of the edge that starts at the picked vertex. Returns whether a vertex was picked. */
  insert(): boolean {
    const { edited, index } = this;
    if (!edited || index === null || edited.points.mark) return false;
    const { shape } = edited;
    const data = withVertexInserted(shape.data, index, getEdgeMidpoint(shape.data, index), this.host.imageSize);
    // The document rejects the new vertex on an edge of one pixel, because it would repeat an existing vertex.
    if (this.host.document.setData(shape.id, data)) this.topic.set(index + 1);
    this.revealPoint();
    return true;
  }

  /**
   * Marks the picked point, or the point `hovered`, as occluded or absent. Removes the mark if the point already has it. Returns
   * false if there is no such point.
   */
  mark(mark: PointMark, hovered: number | null): boolean {
    const { edited } = this;
    const index = this.index ?? hovered;
    if (!edited?.points.mark || index === null) return false;
    this.host.document.markPoint(edited.shape.id, index, mark);
    return true;
  }

  /** Picks a point of the selected shape by its index, for example after a click in a list of points. */
  pick(index: number): void {
    if (!this.edited) return;
    this.topic.set(index);
    this.revealPoint();
  }

  /** Clears the picked vertex. Returns whether a vertex was picked. */
  clear(): boolean {
    const { index } = this;
    this.topic.set(null);
    return index !== null;
  }

  /** Clears the picked vertex if the shape was deleted or locked, or has too few vertices. */
  validate(): void {
    const { edited, index } = this;
    if (index !== null && !(edited && index < edited.points.count(edited.shape))) this.topic.set(null);
  }

  private get index(): number | null {
    return this.topic.getSnapshot();
  }

  private get edited(): { readonly shape: Shape; readonly points: PointOperations } | undefined {
    const { selectedShape: shape, document } = this.host;
    const points = shape && document.kinds.getPoints(shape);
    return shape && points && !this.host.isLocked(shape.id) ? { shape, points } : undefined;
  }

  private revealPoint(): void {
    const { edited, index } = this;
    const position = edited && index !== null ? edited.points.get(edited.shape, index) : null;
    if (position) this.host.viewport.reveal({ minX: position.x, minY: position.y, maxX: position.x, maxY: position.y });
  }
}
