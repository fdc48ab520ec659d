import type { Bounds } from '../../types';
import { CAPTION_HEIGHT, CAPTION_WIDEST } from '../look';
import { PAINT_REACH } from './paint-shape';
import type { Surface } from './surface';
import { cellBounds, cellKey, touches, type Cell } from './tile-grid';

export interface Tile {
  readonly cell: Cell;
  /** Null where no shape lies. */
  readonly surface: Surface | null;
  /** False: a shape in it has changed since. It is shown until its successor is drawn. */
  readonly fresh: boolean;
}

/** The tiles of one scale. */
export class TileLevel {
  private readonly tiles = new Map<string, Tile>();

  /** @param scale device pixels to a picture pixel */
  constructor(
    readonly scale: number,
    private readonly pixelRatio: number,
  ) {}

  get size(): number {
    return this.tiles.size;
  }

  get(cell: Cell): Tile | undefined {
    return this.tiles.get(cellKey(cell));
  }

  isFresh(cell: Cell): boolean {
    return this.get(cell)?.fresh ?? false;
  }

  /** Puts a freshly drawn tile in place; returns the surface that it replaces. */
  put(cell: Cell, surface: Surface | null): Surface | null {
    const before = this.get(cell)?.surface ?? null;
    this.tiles.set(cellKey(cell), { cell, surface, fresh: true });
    return before;
  }

  /** What must be looked at to draw a cell: shapes beside it whose strokes or captions reach into it. */
  paintedBy(cell: Cell): Bounds {
    const { minX, minY, maxX, maxY } = cellBounds(cell, this.scale);
    const unit = this.pixelRatio / this.scale;
    return {
      minX: minX - PAINT_REACH.right * unit,
      minY: minY - PAINT_REACH.down * unit,
      maxX: maxX + PAINT_REACH.left * unit,
      maxY: maxY + PAINT_REACH.up * unit,
    };
  }

  /** What decides how a cell looks: what is painted in it, and what ends the captions in it by standing beside them. */
  decidedBy(cell: Cell): Bounds {
    const painted = this.paintedBy(cell);
    const unit = this.pixelRatio / this.scale;
    return {
      minX: painted.minX,
      minY: painted.minY - CAPTION_HEIGHT * unit,
      maxX: painted.maxX + CAPTION_WIDEST * unit,
      maxY: painted.maxY + CAPTION_HEIGHT * unit,
    };
  }

  /** Marks the tiles on which something within any of the places is painted. */
  spoilAll(places: readonly Bounds[]): void {
    for (const [key, tile] of this.tiles) {
      if (!tile.fresh) continue;
      const decided = this.decidedBy(tile.cell);
      if (places.some((bounds) => touches(decided, bounds))) this.tiles.set(key, { ...tile, fresh: false });
    }
  }

  /** Forgets the tiles outside `bounds`; returns their surfaces. */
  keepWithin(bounds: Bounds): Surface[] {
    const freed: Surface[] = [];
    for (const [key, { cell, surface }] of this.tiles) {
      if (touches(cellBounds(cell, this.scale), bounds)) continue;
      if (surface) freed.push(surface);
      this.tiles.delete(key);
    }
    return freed;
  }

  surfaces(): Surface[] {
    return [...this.tiles.values()].flatMap(({ surface }) => (surface ? [surface] : []));
  }
}
