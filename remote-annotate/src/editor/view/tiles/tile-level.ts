import type { Bounds } from '../../model/types';
import { CAPTION_HEIGHT, MAX_CAPTION_WIDTH } from '../../painting/look';
import { PAINT_REACH } from './paint-shape';
import type { Surface } from './surface';
import { getCellBounds, getCellKey, isTouching, type Cell } from './tile-grid';

export interface Tile {
  readonly cell: Cell;
  /** Null without shapes. */
  readonly surface: Surface | null;
  /** False if a shape in the tile has changed. A stale tile is shown until it is drawn again. */
  readonly isFresh: boolean;
}

/** The tiles of one scale. */
export class TileLevel {
  private readonly tiles = new Map<string, Tile>();

  /** @param scale device pixels for each image pixel */
  constructor(
    readonly scale: number,
    private readonly pixelRatio: number,
  ) {}

  get size(): number {
    return this.tiles.size;
  }

  get(cell: Cell): Tile | undefined {
    return this.tiles.get(getCellKey(cell));
  }

  isFresh(cell: Cell): boolean {
    return this.get(cell)?.isFresh ?? false;
  }

  /** Stores a drawn tile. Returns the surface that it replaces. */
  put(cell: Cell, surface: Surface | null): Surface | null {
    const replacedSurface = this.get(cell)?.surface ?? null;
    this.tiles.set(getCellKey(cell), { cell, surface, isFresh: true });
    return replacedSurface;
  }

  /** Returns the area whose shapes can paint into a cell with their strokes or captions. */
  getPaintBounds(cell: Cell): Bounds {
    const { minX, minY, maxX, maxY } = getCellBounds(cell, this.scale);
    const unit = this.pixelRatio / this.scale;
    return {
      minX: minX - PAINT_REACH.right * unit,
      minY: minY - PAINT_REACH.down * unit,
      maxX: maxX + PAINT_REACH.left * unit,
      maxY: maxY + PAINT_REACH.up * unit,
    };
  }

  /** Returns the area that affects a cell: shapes that paint into it, and shapes that limit the captions in it. */
  getAffectingBounds(cell: Cell): Bounds {
    const paintBounds = this.getPaintBounds(cell);
    const unit = this.pixelRatio / this.scale;
    return {
      minX: paintBounds.minX,
      minY: paintBounds.minY - CAPTION_HEIGHT * unit,
      maxX: paintBounds.maxX + MAX_CAPTION_WIDTH * unit,
      maxY: paintBounds.maxY + CAPTION_HEIGHT * unit,
    };
  }

  /** Marks the tiles that are affected by any of the areas as stale. */
  invalidateAll(areas: readonly Bounds[]): void {
    for (const [key, tile] of this.tiles) {
      if (!tile.isFresh) continue;
      const affectedBounds = this.getAffectingBounds(tile.cell);
      if (areas.some((bounds) => isTouching(affectedBounds, bounds))) this.tiles.set(key, { ...tile, isFresh: false });
    }
  }

  /** Removes the tiles outside `bounds`. Returns their surfaces. */
  removeOutside(bounds: Bounds): Surface[] {
    const freed: Surface[] = [];
    for (const [key, { cell, surface }] of this.tiles) {
      if (isTouching(getCellBounds(cell, this.scale), bounds)) continue;
      if (surface) freed.push(surface);
      this.tiles.delete(key);
    }
    return freed;
  }

  getSurfaces(): Surface[] {
    return [...this.tiles.values()].flatMap(({ surface }) => (surface ? [surface] : []));
  }
}
