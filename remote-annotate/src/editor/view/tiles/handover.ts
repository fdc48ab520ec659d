import type { ChangeEvent } from '../../document/changes';
import { getAfter, getBefore } from '../../document/changes';
import type { Shape, ShapeId } from '../../model/types';
import type { ShapeTiles } from './shape-tiles';

/** Maximum number of simultaneously changed shapes that are painted over the tiles. Larger changes only update the tiles. */
const MAX_SHAPES_OVER_TILES = 50;

type Tiles = Pick<ShapeTiles, 'invalidate' | 'invalidateCovered' | 'exclude' | 'isFresh'>;

/**
 * Prevents flicker while shapes move between the tiles (the cached bitmaps of most shapes) and the live layer, which paints the only
 * selected shape. A shape that was changed or deselected is painted over the tiles until the tiles show its new state.
 */
export class Handover {
  /** The only selected shape. The live layer paints it. */
  private selectedShape: Shape | null = null;
  /** The selected shapes, if there are several. The tiles paint them highlighted. */
  private group: ReadonlySet<ShapeId> = new Set();
  private readonly shapesOverTiles = new Map<ShapeId, Shape>();

  constructor(
    private readonly tiles: Tiles,
    /** Returns the current state of a shape. */
    private readonly getShape: (id: ShapeId) => Shape | undefined,
  ) {}

  /** Returns the shapes to paint over the tiles. */
  getShapes(): readonly Shape[] {
    return [...this.shapesOverTiles.values()];
  }

  select(shapes: readonly Shape[]): void {
    this.selectOne(shapes.length === 1 ? shapes[0]! : null);
    this.selectGroup(shapes.length > 1 ? shapes : []);
  }

  isInGroup(shape: Shape): boolean {
    return this.group.has(shape.id);
  }

  private selectOne(shape: Shape | null): void {
    const previousShape = this.selectedShape;
    this.selectedShape = shape;
    if (previousShape?.id === shape?.id) return;
    this.tiles.exclude(shape ? [shape] : []);
    if (previousShape) this.paintOverTiles(previousShape);
    if (shape) {
      this.shapesOverTiles.delete(shape.id);
      this.tiles.invalidateCovered([shape]);
    }
  }

  private selectGroup(shapes: readonly Shape[]): void {
    const previousGroup = this.group;
    const group = new Map(shapes.map((shape) => [shape.id, shape]));
    const deselectedShapes = [...previousGroup].filter((id) => !group.has(id)).map(this.getShape);
    const changedShapes = [...deselectedShapes, ...shapes.filter(({ id }) => !previousGroup.has(id))].filter(
      (shape) => shape !== undefined,
    );
    if (changedShapes.length === 0) return;
    this.group = new Set(group.keys());
    if (changedShapes.length > MAX_SHAPES_OVER_TILES) return this.tiles.invalidate(changedShapes);
    this.tiles.invalidateCovered(changedShapes);
    for (const shape of changedShapes) if (shape.id !== this.selectedShape?.id) this.shapesOverTiles.set(shape.id, shape);
  }

  handleChange({ cause, changes }: ChangeEvent): void {
    // An acknowledgement does not change the appearance of shapes.
    if (cause === 'acknowledge') return;
    for (const change of changes) {
      const before = getBefore(change);
      const after = getAfter(change);
      if (before) this.tiles.invalidate([before]);
      if (!after) {
        this.shapesOverTiles.delete(change.op === 'delete' ? change.before.id : '');
        if (this.selectedShape && this.selectedShape.id === before?.id) {
          this.selectedShape = null;
          // The shape may be created again without being selected, for example when an earlier version is restored. The tiles must then
          // paint it.
          this.tiles.exclude([]);
        }
      } else if (after.id === this.selectedShape?.id) {
        this.selectedShape = after;
      } else if (changes.length <= MAX_SHAPES_OVER_TILES) {
        this.paintOverTiles(after);
      } else {
        this.tiles.invalidate([after]);
      }
    }
  }

  /** Removes the shapes whose current state the tiles show. Called after tiles were drawn. */
  removeFresh(): void {
    for (const [id, shape] of this.shapesOverTiles) if (this.tiles.isFresh(shape)) this.shapesOverTiles.delete(id);
  }

  private paintOverTiles(shape: Shape): void {
    this.shapesOverTiles.set(shape.id, shape);
    this.tiles.invalidateCovered([shape]);
  }
}
