import type { Bounds, Shape, ShapeId } from '../../model/types';
import type { CaptionPlacement } from './caption-layout';
import { paintShape, type Brush } from './paint-shape';
import type { Surface } from './surface';
import { getCellBounds, TILE_SIDE, type Cell } from './tile-grid';
import type { TileLevel } from './tile-level';

/** Each rasterization has a fixed cost of about 0.1 ms, and costs a few milliseconds for this number of shapes. */
const SHAPES_PER_FLUSH = 64;

export type TilePaint = Pick<Brush, 'kinds' | 'getLook' | 'captions' | 'isSelected'> & {
  readonly pixelRatio: number;
  readonly placements: ReadonlyMap<ShapeId, CaptionPlacement>;
  /** The area (image pixels) of the previous tile that is drawn again; null to draw the complete tile. */
  readonly part: { readonly area: Bounds; readonly canvas: CanvasImageSource } | null;
};

/** Draws one tile over several frames, so that a crowded tile does not block a frame. */
export class TileJob {
  private next = 0;
  private readonly brush: Brush | null;

  constructor(
    readonly level: TileLevel,
    readonly cell: Cell,
    /** Null for a cell without shapes. */
    readonly surface: Surface | null,
    private readonly shapes: readonly Shape[],
    paint: TilePaint,
  ) {
    this.brush = surface && createBrush(surface.context, level, cell, paint);
  }

  /** Draws until the tile is complete or the time is up. Returns whether the tile is complete. */
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

function createBrush(
  context: CanvasRenderingContext2D,
  level: TileLevel,
  cell: Cell,
  { kinds, pixelRatio, getLook, captions, isSelected, placements, part }: TilePaint,
): Brush {
  const scale = level.scale / pixelRatio;
  const origin = getCellBounds(cell, level.scale);
  // Ends the clipping of the last job on this surface.
  context.restore();
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, TILE_SIDE, TILE_SIDE);
  if (part) {
    const { minX, minY, maxX, maxY } = part.area;
    const [left, top] = [(minX - origin.minX) * level.scale, (minY - origin.minY) * level.scale].map(Math.round) as [
      number,
      number,
    ];
    const [width, height] = [(maxX - minX) * level.scale, (maxY - minY) * level.scale].map(Math.round) as [number, number];
    context.drawImage(part.canvas, 0, 0);
    context.clearRect(left, top, width, height);
    context.beginPath();
    context.rect(left, top, width, height);
    context.clip();
  }
  context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
  context.lineJoin = 'round';
  return {
    kinds,
    context,
    getLook,
    captions,
    isSelected,
    getCaption: ({ id }) => placements.get(id),
    scale,
    x: -origin.minX * scale,
    y: -origin.minY * scale,
  };
}
