import type { Shape, ShapeId, ShapeKind } from '../model/types';
import type { ShapeChange } from './changes';

/**
 * Stores the shapes in the order of their creation. Shapes that are not yet stored on the server come last, in the order in which
 * they were added. A restored shape returns to its former position.
 */
export class ShapeStore {
  private shapes = new Map<ShapeId, Shape>();
  /** Sort positions of shapes with the same time of creation, and of shapes that are not yet stored on the server. */
  private readonly positions = new Map<ShapeId, number>();
  private readonly idByServerId = new Map<string, ShapeId>();
  private readonly kindCounts: Record<ShapeKind, number>;
  private cachedList: readonly Shape[] | null = [];
  private isSorted = true;

  constructor(kinds: readonly ShapeKind[]) {
    this.kindCounts = Object.fromEntries(kinds.map((kind) => [kind, 0])) as Record<ShapeKind, number>;
  }

  get size(): number {
    return this.shapes.size;
  }

  get = (id: ShapeId): Shape | undefined => this.shapes.get(id);

  /** Returns the shape with this row id. */
  findByServerId(serverId: string): Shape | undefined {
    const id = this.idByServerId.get(serverId);
    return id === undefined ? undefined : this.shapes.get(id);
  }

  getCounts(): Readonly<Record<ShapeKind, number>> {
    return { ...this.kindCounts };
  }

  /** Returns all shapes. The array is the same object until a shape changes. */
  getShapes(): readonly Shape[] {
    if (this.cachedList) return this.cachedList;
    if (!this.isSorted) {
      this.shapes = new Map([...this.shapes].sort(([, a], [, b]) => this.compareByCreation(a, b)));
      this.isSorted = true;
    }
    this.cachedList = [...this.shapes.values()];
    return this.cachedList;
  }

  /**
   * Reserves sort positions for older shapes before they are added. They precede all other shapes with the same time of creation. `shapes`
   * are listed newest first. Shapes that already have a position keep it.
   */
  placeFirst(shapes: readonly Shape[]): void {
    for (const { id, created } of shapes)
      if (created !== undefined && !this.positions.has(id)) this.positions.set(id, -this.positions.size - 1);
  }

  apply(change: ShapeChange): void {
    this.cachedList = null;
    if (change.op !== 'create') this.remove(change.before.id, change.op === 'update');
    if (change.op !== 'delete') this.put(change.after);
  }

  private put(shape: Shape): void {
    const storedShape = this.shapes.get(shape.id);
    if (storedShape ? storedShape.created !== shape.created : shape.created !== undefined || this.positions.has(shape.id))
      this.isSorted = false;
    if (!this.positions.has(shape.id)) this.positions.set(shape.id, this.positions.size);
    this.shapes.set(shape.id, shape);
    this.kindCounts[shape.kind] += 1;
    if (shape.serverId !== undefined) this.idByServerId.set(shape.serverId, shape.id);
  }

  private compareByCreation(a: Shape, b: Shape): number {
    if (a.created !== b.created) {
      if (a.created === undefined || b.created === undefined) return a.created === undefined ? 1 : -1;
      return a.created < b.created ? -1 : 1;
    }
    return (this.positions.get(a.id) ?? 0) - (this.positions.get(b.id) ?? 0);
  }

  private remove(id: ShapeId, shouldKeepPosition: boolean): void {
    const shape = this.shapes.get(id);
    if (!shape) return;
    this.kindCounts[shape.kind] -= 1;
    if (shape.serverId !== undefined) this.idByServerId.delete(shape.serverId);
    if (!shouldKeepPosition) this.shapes.delete(id);
  }
}
