import { getUnion } from '../../editor/geometry/bounds';
import type { PixelDraft } from '../../editor/model/pixel-draft';
import type { Bounds, ImageSize, MaskRuns, MaskShape, ShapeId, Vec } from '../../editor/model/types';
import { createBitmap, drawMask, forEachBitmapStretch, type Bitmap } from './bitmap/bitmap';
import { fillOutlines, fillPolygon, fillRectangle, fillStroke, getStrokeBounds, type PixelValue } from './bitmap/fill';
import { collectRuns, getMaskBounds, getRegion } from './mask-region';
import { forEachStretch } from './run-index';

/** Side of a tile in pixels. */
const TILE_SIDE = 256;

/**
 * The pixels of the image while the user paints a mask. Only tiles that the user has painted have bitmaps. All other pixels come from the
 * mask that is changed. The cost of a stroke therefore depends on the length of the stroke, not on the size of the image.
 */
export class PixelBuffer implements PixelDraft {
  readonly shapeId: ShapeId | null;
  readonly labelId: string | null;
  private readonly tileRows: number;
  /** The painted tiles by number. Tiles are numbered column by column. */
  private readonly tiles = new Map<number, Bitmap>();
  private readonly listeners = new Set<(area: Bounds) => void>();
  /** The area that can contain set pixels. */
  private contentBounds: Bounds | null;

  /**
   * @param target the mask that is changed; null for a new mask
   * @param labelId the label of a new mask, if it is known
   */
  constructor(
    private readonly imageSize: ImageSize,
    private readonly target: MaskShape | null,
    labelId: string | null,
  ) {
    this.shapeId = target?.id ?? null;
    this.labelId = target?.labelId ?? labelId;
    this.tileRows = Math.ceil(imageSize.height / TILE_SIDE);
    this.contentBounds = target && getMaskBounds(target.data);
  }

  readonly onChange = (listener: (area: Bounds) => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  fillStroke(from: Vec, to: Vec, diameter: number, value: PixelValue): void {
    this.paint(getStrokeBounds(from, to, diameter), (tile) => fillStroke(tile, from, to, diameter, value));
  }

  fillRectangle(bounds: Bounds, value: PixelValue): void {
    this.paint(bounds, (tile) => fillRectangle(tile, bounds, value));
  }

  fillPolygon(vertices: readonly number[], bounds: Bounds, value: PixelValue): void {
    this.paint(bounds, (tile) => fillPolygon(tile, vertices, value));
  }

  /** Fills the pixels inside an odd number of outlines, so that holes are not filled. */
  fillOutlines(outlines: readonly (readonly number[])[], bounds: Bounds, value: PixelValue): void {
    this.paint(bounds, (tile) => fillOutlines(tile, outlines, value));
  }

  forEachStretch(column: number, startRow: number, endRow: number, visit: Visit): void {
    const firstTile = Math.floor(column / TILE_SIDE) * this.tileRows;
    for (let row = startRow; row < endRow;) {
      const tileRow = Math.floor(row / TILE_SIDE);
      const tile = this.tiles.get(firstTile + tileRow);
      let nextTileRow = tileRow + 1;
      while (!tile && nextTileRow * TILE_SIDE < endRow && !this.tiles.has(firstTile + nextTileRow)) nextTileRow += 1;
      const end = Math.min(nextTileRow * TILE_SIDE, endRow);
      if (tile) forEachBitmapStretch(tile, column, row, end, visit);
      else if (this.target) visitMask(this.target.data, column, row, end, visit);
      row = end;
    }
  }

  /** Returns the mask, or null if no pixel is set. */
  toMaskRuns(): MaskRuns | null {
    return this.contentBounds && collectRuns(this.contentBounds, this.imageSize, (...range) => this.forEachStretch(...range));
  }

  private paint(area: Bounds, fill: (tile: Bitmap) => void): void {
    const { width, height } = this.imageSize;
    const firstColumn = Math.floor(Math.max(0, area.minX) / TILE_SIDE);
    const firstRow = Math.floor(Math.max(0, area.minY) / TILE_SIDE);
    for (let column = firstColumn; column * TILE_SIDE < Math.min(width, area.maxX); column += 1)
      for (let row = firstRow; row * TILE_SIDE < Math.min(height, area.maxY); row += 1) fill(this.getTile(column, row));
    this.contentBounds = this.contentBounds ? getUnion(this.contentBounds, area) : area;
    for (const listener of this.listeners) listener(area);
  }

  private getTile(column: number, row: number): Bitmap {
    const tileNumber = column * this.tileRows + row;
    const existingTile = this.tiles.get(tileNumber);
    if (existingTile) return existingTile;
    const [minX, minY] = [column * TILE_SIDE, row * TILE_SIDE];
    const { width, height } = this.imageSize;
    const tile = createBitmap({
      minX,
      minY,
      maxX: Math.min(width, minX + TILE_SIDE),
      maxY: Math.min(height, minY + TILE_SIDE),
    });
    if (this.target) drawMask(tile, this.target.data);
    this.tiles.set(tileNumber, tile);
    return tile;
  }
}

type Visit = (from: number, to: number) => void;

function visitMask(data: MaskRuns, column: number, startRow: number, endRow: number, visit: Visit): void {
  const { left, top } = getRegion(data);
  forEachStretch(data, column - left, (firstRow, rowAfterLast) => {
    const [low, high] = [Math.max(startRow, top + firstRow), Math.min(endRow, top + rowAfterLast)];
    if (low < high) visit(low, high);
  });
}
