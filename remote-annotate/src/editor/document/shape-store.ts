import type { Shape, ShapeId, ShapeKind } from '../types';
import type { Change } from './changes';

/** The shapes in the order in which they came; a shape that comes back takes its old place. */
export class ShapeStore {
  private shapes = new Map<ShapeId, Shape>();
  private readonly places = new Map<ShapeId, number>();
  private readonly idByServerId = new Map<string, ShapeId>();
  private readonly kindCounts: Record<ShapeKind, number> = { object: 0, polygon: 0, point: 0 };
  private listed: readonly Shape[] | null = [];
  private inOrder = true;

  get size(): number {
    return this.shapes.size;
  }

  get = (id: ShapeId): Shape | undefined => this.shapes.get(id);

  /** The shape that the server knows under `serverId`. */
  byServerId(serverId: string): Shape | undefined {
    const id = this.idByServerId.get(serverId);
    return id === undefined ? undefined : this.shapes.get(id);
  }

  count(kind: ShapeKind): number {
    return this.kindCounts[kind];
  }

  counts(): Readonly<Record<ShapeKind, number>> {
    return { ...this.kindCounts };
  }

  /** All shapes; the same array until something changes. */
  list(): readonly Shape[] {
    if (this.listed) return this.listed;
    if (!this.inOrder) {
      const place = (id: ShapeId) => this.places.get(id) ?? 0;
      this.shapes = new Map([...this.shapes].sort(([a], [b]) => place(a) - place(b)));
      this.inOrder = true;
    }
    this.listed = [...this.shapes.values()];
    return this.listed;
  }

  apply(change: Change): void {
    this.listed = null;
    if (change.op !== 'create') this.remove(change.before.id, change.op === 'update');
    if (change.op !== 'delete') this.put(change.after);
  }

  private put(shape: Shape): void {
    if (!this.shapes.has(shape.id)) {
      if (this.places.has(shape.id)) this.inOrder = false;
      else this.places.set(shape.id, this.places.size);
    }
    this.shapes.set(shape.id, shape);
    this.kindCounts[shape.kind] += 1;
    if (shape.serverId !== undefined) this.idByServerId.set(shape.serverId, shape.id);
  }

  private remove(id: ShapeId, keepPlace: boolean): void {
    const shape = this.shapes.get(id);
    if (!shape) return;
    this.kindCounts[shape.kind] -= 1;
    if (shape.serverId !== undefined) this.idByServerId.delete(shape.serverId);
    if (!keepPlace) this.shapes.delete(id);
  }
}
