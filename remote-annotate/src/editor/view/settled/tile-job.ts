import type { Shape, ShapeId } from '../../types';
import { paintShape, type Brush } from './paint-shape';
import type { Surface } from './surface';
import { cellBounds, TILE_SIDE, type Cell } from './tile-grid';
import type { TileLevel } from './tile-level';

/** Turning shapes into pixels costs some fixed tenth of a millisecond each time, and a few milliseconds for so many. */
const SHAPES_PER_FLUSH = 64;

export type TilePaint = Pick<Brush, 'lookOf' | 'captions' | 'isSelected'> & {
  readonly pixelRatio: number;
  /** Of the captions, in CSS pixels. */
  readonly rooms: ReadonlyMap<ShapeId, number>;
};

/** One tile being drawn, a piece of it in each frame, so that no frame waits for a crowded one. */
export class TileJob {
  private next = 0;
  private readonly brush: Brush | null;

  constructor(
    readonly level: TileLevel,
    readonly cell: Cell,
    /** Null for a cell without shapes, which needs none. */
    readonly surface: Surface | null,
    private readonly shapes: readonly Shape[],
    paint: TilePaint,
  ) {
    this.brush = surface && prepare(surface.context, level, cell, paint);
  }

  /** Draws until the tile is done (true) or the time is up. */
  run(isTimeUp: () => boolean): boolean {
    const { brush } = this;
    if (!brush) return true;
    while (this.next < this.shapes.length) {
      const end = Math.min(this.next + SHAPES_PER_FLUSH, this.shapes.length);
      for (; this.next < end; this.next += 1) paintShape(brush, this.shapes[this.next]!);
      this.surface?.flush?.();
      if (this.next < this.shapes.length && isTimeUp()) return false;
    }
    return true;
  }
}

function prepare(
  context: CanvasRenderingContext2D,
  level: TileLevel,
  cell: Cell,
  { pixelRatio, lookOf, captions, isSelected, rooms }: TilePaint,
): Brush {
  const scale = level.scale / pixelRatio;
  const origin = cellBounds(cell, level.scale);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, TILE_SIDE, TILE_SIDE);
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.lineJoin = 'round';
  const roomOf = ({ id }: Shape) => rooms.get(id) ?? 0;
  return { context, lookOf, captions, isSelected, roomOf, scale, x: -origin.minX * scale, y: -origin.minY * scale };
}
