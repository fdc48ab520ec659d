import { getUnion } from '../../geometry/bounds';
import type { Bounds } from '../../model/types';
import type { Surface } from './surface';
import { getCellBounds, getCellKey, intersectBounds, isTouching, type Cell } from './tile-grid';

export interface Tile {
  readonly cell: Cell;
  /** Null without shapes. */
  readonly surface: Surface | null;
  /**
   * The part of the cell in which shapes have changed since the tile was drawn. Null if there is none. The old tile is shown until it is
   * drawn again.
   */
  readonly staleArea: Bounds | null;
}

/** The tiles of one scale. */
export class TileLevel {
  private readonly tiles = new Map<string, Tile>();

  /** @param scale device pixels for each image pixel */
  constructor(readonly scale: number) {}

  get size(): number {
    return this.tiles.size;
  }

  get(cell: Cell): Tile | undefined {
    return this.tiles.get(getCellKey(cell));
  }

  isFresh(cell: Cell): boolean {
    return this.get(cell)?.staleArea === null;
  }

  /** Stores a drawn tile. Returns the surface that it replaces. */
  put(cell: Cell, surface: Surface | null): Surface | null {
    const replacedSurface = this.get(cell)?.surface ?? null;
    this.tiles.set(getCellKey(cell), { cell, surface, staleArea: null });
    return replacedSurface;
  }

  /** Marks the parts of tiles that lie in any of the areas as stale (to be drawn again). */
  invalidate(areas: readonly Bounds[]): void {
    for (const [key, tile] of this.tiles) {
      const cellBounds = getCellBounds(tile.cell, this.scale);
      let { staleArea } = tile;
      for (const area of areas) {
        const changedArea = intersectBounds(area, cellBounds);
        if (changedArea) staleArea = staleArea ? getUnion(staleArea, changedArea) : changedArea;
      }
      if (staleArea !== tile.staleArea) this.tiles.set(key, { ...tile, staleArea });
    }
  }

  /** Removes the tiles outside `bounds`. Returns their surfaces. */
  removeOutside(bounds: Bounds): Surface[] {
    const freedSurfaces: Surface[] = [];
    for (const [key, { cell, surface }] of this.tiles) {
      if (isTouching(getCellBounds(cell, this.scale), bounds)) continue;
      if (surface) freedSurfaces.push(surface);
      this.tiles.delete(key);
    }
    return freedSurfaces;
  }

  getSurfaces(): Surface[] {
    return [...this.tiles.values()].flatMap(({ surface }) => (surface ? [surface] : []));
  }
}
