import type { Shape, ShapeId, ShapeKind } from '../model/types';
import type { Change } from './changes';

/** Stores the shapes in the order in which they were added. A restored shape returns to its former position. */
export class ShapeStore {
  private shapes = new Map<ShapeId, Shape>();
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
      const getPosition = (id: ShapeId) => this.positions.get(id) ?? 0;
      this.shapes = new Map([...this.shapes].sort(([a], [b]) => getPosition(a) - getPosition(b)));
      this.isSorted = true;
    }
    this.cachedList = [...this.shapes.values()];
    return this.cachedList;
  }

  apply(change: Change): void {
    this.cachedList = null;
    if (change.op !== 'create') this.remove(change.before.id, change.op === 'update');
    if (change.op !== 'delete') this.put(change.after);
  }

  private put(shape: Shape): void {
    if (!this.shapes.has(shape.id)) {
      if (this.positions.has(shape.id)) this.isSorted = false;
      else this.positions.set(shape.id, this.positions.size);
    }
    this.shapes.set(shape.id, shape);
    this.kindCounts[shape.kind] += 1;
    if (shape.serverId !== undefined) this.idByServerId.set(shape.serverId, shape.id);
  }

  private remove(id: ShapeId, shouldKeepPosition: boolean): void {
    const shape = this.shapes.get(id);
    if (!shape) return;
    this.kindCounts[shape.kind] -= 1;
    if (shape.serverId !== undefined) this.idByServerId.delete(shape.serverId);
    if (!shouldKeepPosition) this.shapes.delete(id);
  }
}
