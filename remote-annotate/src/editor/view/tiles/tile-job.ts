import type { Bounds, Shape, ShapeId } from '../../model/types';
import type { CaptionPlacement } from './caption-layout';
import { paintShape, paintShapeCaption, type Brush } from './paint-shape';
import type { Surface } from './surface';
import { getCellBounds, TILE_SIDE, type Cell } from './tile-grid';
import type { TileLevel } from './tile-level';

/**
 * Number of shapes per rasterization. Each rasterization has a fixed cost of about 0.1 ms, and takes a few milliseconds for this
 * number of shapes.
 */
const SHAPES_PER_FLUSH = 64;

type TilePaint = Pick<Brush, 'kinds' | 'getLook' | 'captions' | 'isSelected'> & {
  readonly pixelRatio: number;
  readonly placements: ReadonlyMap<ShapeId, CaptionPlacement>;
  /** Draws only `area` (in image pixels) again, and copies the rest from `canvas`, the previous tile. Null draws the complete tile. */
  readonly part: { readonly area: Bounds; readonly canvas: CanvasImageSource } | null;
};

/** Draws one tile over several frames, so that a crowded tile does not block a frame. */
export class TileJob {
  private nextIndex = 0;
  private readonly brush: Brush | null;
  private readonly captions: readonly (readonly [Shape, CaptionPlacement])[];

  constructor(
    readonly level: TileLevel,
    readonly cell: Cell,
    /** Null for a cell without shapes. */
    readonly surface: Surface | null,
    private readonly shapes: readonly Shape[],
    paint: TilePaint,
  ) {
    this.brush = surface && createBrush(surface.context, level, cell, paint);
    this.captions = shapes.flatMap((shape) => {
      const placement = paint.placements.get(shape.id);
      return placement ? [[shape, placement] as const] : [];
    });
  }

  /** Draws until the tile is complete or the time is up. Returns whether the tile is complete. */
  run(isTimeUp: () => boolean): boolean {
    const { brush } = this;
    if (!brush) return true;
    const itemCount = this.shapes.length + this.captions.length;
    while (this.nextIndex < itemCount) {
      const flushEnd = Math.min(this.nextIndex + SHAPES_PER_FLUSH, itemCount);
      for (; this.nextIndex < flushEnd; this.nextIndex += 1) this.paint(brush, this.nextIndex);
      this.surface?.flush?.();
      if (this.nextIndex < itemCount && isTimeUp()) return false;
    }
    return true;
  }

  /** Paints a shape, or a caption after the last shape. */
  private paint(brush: Brush, index: number): void {
    const shape = this.shapes[index];
    if (shape) paintShape(brush, shape);
    else paintShapeCaption(brush, ...this.captions[index - this.shapes.length]!);
  }
}

function createBrush(
  context: CanvasRenderingContext2D,
  level: TileLevel,
  cell: Cell,
  { kinds, pixelRatio, getLook, captions, isSelected, part: paintedPart }: TilePaint,
): Brush {
  const scale = level.scale / pixelRatio;
  const origin = getCellBounds(cell, level.scale);
  // Remove the clipping that the previous job has set on this surface.
  context.restore();
  context.save();
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, TILE_SIDE, TILE_SIDE);
  if (paintedPart) {
    const { minX, minY, maxX, maxY } = paintedPart.area;
    const [left, top] = [(minX - origin.minX) * level.scale, (minY - origin.minY) * level.scale].map(Math.round) as [
      number,
      number,
    ];
    const [width, height] = [(maxX - minX) * level.scale, (maxY - minY) * level.scale].map(Math.round) as [number, number];
    context.drawImage(paintedPart.canvas, 0, 0);
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
    scale,
    x: -origin.minX * scale,
    y: -origin.minY * scale,
  };
}
