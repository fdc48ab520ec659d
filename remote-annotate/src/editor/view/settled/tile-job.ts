import type { Shape } from '../../types';
import { paintShape, type Brush } from './paint-shape';
import type { Surface } from './surface';
import { cellBounds, TILE_SIDE, type Cell } from './tile-grid';
import type { TileLevel } from './tile-level';

/** Reading the clock costs as much as a small shape. */
const SHAPES_PER_LOOK = 8;

/** One tile being drawn, a piece of it in each frame, so that no frame waits for a crowded one. */
export class TileJob {
  private next = 0;
  private readonly brush: Brush;

  constructor(
    readonly level: TileLevel,
    readonly cell: Cell,
    readonly surface: Surface,
    private readonly shapes: readonly Shape[],
    paint: Pick<Brush, 'lookOf' | 'captions'> & { readonly pixelRatio: number },
  ) {
    const { context } = surface;
    const { pixelRatio, lookOf, captions } = paint;
    const scale = level.scale / pixelRatio;
    const origin = cellBounds(cell, level.scale);
    context.setTransform(1, 0, 0, 1, 0, 0);
    context.clearRect(0, 0, TILE_SIDE, TILE_SIDE);
    context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    context.lineJoin = 'round';
    this.brush = { context, lookOf, captions, scale, x: -origin.minX * scale, y: -origin.minY * scale };
  }

  get isEmpty(): boolean {
    return this.shapes.length === 0;
  }

  /** Draws until the tile is done (true) or the time is up. */
  run(isTimeUp: () => boolean): boolean {
    while (this.next < this.shapes.length) {
      const end = Math.min(this.next + SHAPES_PER_LOOK, this.shapes.length);
      for (; this.next < end; this.next += 1) paintShape(this.brush, this.shapes[this.next]!);
      if (this.next < this.shapes.length && isTimeUp()) return false;
    }
    return true;
  }
}
