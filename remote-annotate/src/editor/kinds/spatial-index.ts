import RBush from 'rbush';
import type { Bounds, Shape, ShapeId, Vec } from '../model/types';
import type { ShapeKinds } from './shape-kinds';

interface IndexItem extends Bounds {
  readonly shape: Shape;
  readonly area: number;
}

/** Ratio of changed items above which rebuilding the tree is faster than updating each item. */
const REBUILD_RATIO = 0.25;

/** R-tree over the bounds of shapes, for hit tests and for visible shapes. */
export class SpatialIndex {
  private readonly tree = new RBush<IndexItem>();
  private readonly items = new Map<ShapeId, IndexItem>();

  constructor(private readonly kinds: ShapeKinds) {}

  /** Adds or replaces `upserts` and removes `deletes`. */
  update(upserts: readonly Shape[], deletes: readonly ShapeId[] = []): void {
    const needsRebuild = upserts.length + deletes.length > this.items.size * REBUILD_RATIO;
    for (const id of deletes) this.remove(id, needsRebuild);
    const addedItems = upserts.map((shape) => {
      this.remove(shape.id, needsRebuild);
      const item = { ...this.kinds.getBounds(shape), shape, area: this.kinds.getArea(shape) };
      this.items.set(shape.id, item);
      return item;
    });
    if (needsRebuild) {
      this.tree.clear();
      this.tree.load([...this.items.values()]);
      return;
    }
    for (const item of addedItems) this.tree.insert(item);
  }

  /**
   * Returns the shapes that touch `bounds` in painting order: the largest first, so that the smaller shape, which a click hits, is on top.
   */
  findTouching(bounds: Bounds): readonly Shape[] {
    return this.tree
      .search(bounds)
      .sort((a, b) => b.area - a.area)
      .map((item) => item.shape);
  }

  /** Returns the shapes that lie completely in `bounds`. */
  findWithin(bounds: Bounds): readonly Shape[] {
    return this.tree
      .search(bounds)
      .filter(
        (item) => item.minX >= bounds.minX && item.minY >= bounds.minY && item.maxX <= bounds.maxX && item.maxY <= bounds.maxY,
      )
      .map((item) => item.shape);
  }

  /**
   * Returns the smallest shape at a point, so that a shape inside a larger one can be hit. Among equal sizes, the shape with
   * the nearer center wins.
   * @param tolerance maximum distance to a shape in image pixels
   */
  findHit(point: Vec, tolerance: number, isAccepted: (shape: Shape) => boolean = () => true): Shape | undefined {
    const candidates = this.tree
      .search({ minX: point.x - tolerance, minY: point.y - tolerance, maxX: point.x + tolerance, maxY: point.y + tolerance })
      .filter((item) => isAccepted(item.shape));
    // Prefer a shape that contains the pointer over a smaller shape nearby. Shapes without area cannot contain the pointer, so the
    // tolerance applies.
    const exactHit = this.findBestHit(candidates, point, (shape) => (this.kinds.hasArea(shape) ? 0 : tolerance));
    return (exactHit ?? this.findBestHit(candidates, point, () => tolerance))?.shape;
  }

  private remove(id: ShapeId, isRebuilding: boolean): void {
    const item = this.items.get(id);
    if (!item) return;
    this.items.delete(id);
    if (!isRebuilding) this.tree.remove(item);
  }

  private findBestHit(items: readonly IndexItem[], point: Vec, getTolerance: (shape: Shape) => number): IndexItem | undefined {
    let bestItem: IndexItem | undefined;
    for (const item of items) {
      if (bestItem && !isBetterHit(item, bestItem, point)) continue;
      if (this.kinds.isHit(item.shape, point, getTolerance(item.shape))) bestItem = item;
    }
    return bestItem;
  }
}

function isBetterHit(item: IndexItem, bestItem: IndexItem, point: Vec): boolean {
  if (item.area !== bestItem.area) return item.area < bestItem.area;
  return getDistanceToCenter(item, point) < getDistanceToCenter(bestItem, point);
}

function getDistanceToCenter(bounds: Bounds, point: Vec): number {
  return Math.hypot((bounds.minX + bounds.maxX) / 2 - point.x, (bounds.minY + bounds.maxY) / 2 - point.y);
}
