import RBush from 'rbush';
import type { Bounds, Shape, ShapeId, Vec } from '../types';
import { hitsShape, shapeArea, shapeBounds } from './shape';

interface IndexItem extends Bounds {
  readonly shape: Shape;
  readonly area: number;
}

/** Past this share of changed items a rebuild is quicker than item-by-item updates of the tree. */
const REBUILD_SHARE = 0.25;

/** R-tree over the shapes' bounds, for hit tests and for what is in view. */
export class SpatialIndex {
  private readonly tree = new RBush<IndexItem>();
  private readonly items = new Map<ShapeId, IndexItem>();

  get size(): number {
    return this.items.size;
  }

  /** Adds or replaces `upserts` and forgets `deletes`. */
  update(upserts: readonly Shape[], deletes: readonly ShapeId[] = []): void {
    const rebuild = upserts.length + deletes.length > this.items.size * REBUILD_SHARE;
    for (const id of deletes) this.remove(id, rebuild);
    const added = upserts.map((shape) => {
      this.remove(shape.id, rebuild);
      const item = { ...shapeBounds(shape), shape, area: shapeArea(shape) };
      this.items.set(shape.id, item);
      return item;
    });
    if (rebuild) {
      this.tree.clear();
      this.tree.load([...this.items.values()]);
      return;
    }
    for (const item of added) this.tree.insert(item);
  }

  /** The shapes whose bounds touch `bounds`, the largest first: drawn in this order, what a click would take lies on top. */
  inBounds(bounds: Bounds): readonly Shape[] {
    return this.tree
      .search(bounds)
      .sort((a, b) => b.area - a.area)
      .map((item) => item.shape);
  }

  /** The shapes that lie wholly in `bounds`. */
  within(bounds: Bounds): readonly Shape[] {
    return this.tree
      .search(bounds)
      .filter(
        (item) => item.minX >= bounds.minX && item.minY >= bounds.minY && item.maxX <= bounds.maxX && item.maxY <= bounds.maxY,
      )
      .map((item) => item.shape);
  }

  /**
   * The smallest shape at a point, so that a shape inside a larger one can be reached; at equal size the nearer centre wins.
   * @param tolerance how far outside a shape still hits it, in picture pixels
   */
  hit(point: Vec, tolerance: number, accept: (shape: Shape) => boolean = () => true): Shape | undefined {
    const candidates = this.tree
      .search({ minX: point.x - tolerance, minY: point.y - tolerance, maxX: point.x + tolerance, maxY: point.y + tolerance })
      .filter((item) => accept(item.shape));
    // A near miss of a small box must not win over the box that the pointer is in; only points have no inside to hit.
    const exact = bestHit(candidates, point, (shape) => (shape.kind === 'point' ? tolerance : 0));
    return (exact ?? bestHit(candidates, point, () => tolerance))?.shape;
  }

  private remove(id: ShapeId, treeIsRebuilt: boolean): void {
    const item = this.items.get(id);
    if (!item) return;
    this.items.delete(id);
    if (!treeIsRebuilt) this.tree.remove(item);
  }
}

function bestHit(items: readonly IndexItem[], point: Vec, toleranceOf: (shape: Shape) => number): IndexItem | undefined {
  let best: IndexItem | undefined;
  for (const item of items) {
    if (best && !isBetterHit(item, best, point)) continue;
    if (hitsShape(item.shape, point, toleranceOf(item.shape))) best = item;
  }
  return best;
}

function isBetterHit(item: IndexItem, best: IndexItem, point: Vec): boolean {
  if (item.area !== best.area) return item.area < best.area;
  return distanceToCentre(item, point) < distanceToCentre(best, point);
}

function distanceToCentre(bounds: Bounds, point: Vec): number {
  return Math.hypot((bounds.minX + bounds.maxX) / 2 - point.x, (bounds.minY + bounds.maxY) / 2 - point.y);
}
