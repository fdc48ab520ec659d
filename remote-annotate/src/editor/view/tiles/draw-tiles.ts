import type { Bounds } from '../../model/types';
import type { Camera } from '../../viewport/camera';
import { getCellBounds, getCells, countCells, intersectBounds, TILE_SIDE, type Cell } from './tile-grid';
import type { TileLevel } from './tile-level';

/** Maximum number of visible cells. For more cells, a coarser level is faster and looks the same. */
const MAX_CELLS = 150;

interface TileFrame {
  readonly context: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly pixelRatio: number;
}

/** Draws each cell with the tile of the first level (tiles of one scale) that has one. The context uses CSS pixels. */
export function drawTiles(frame: TileFrame, levels: readonly TileLevel[], bounds: Bounds): void {
  const [level, ...otherLevels] = levels;
  if (!level) return;
  if (otherLevels.length > 0 && countCells(bounds, level.scale) > MAX_CELLS) return drawTiles(frame, otherLevels, bounds);
  for (const cell of getCells(bounds, level.scale)) {
    const tile = level.get(cell);
    if (tile?.surface) drawTile(frame, level, cell, tile.surface.canvas);
    else if (!tile) drawFallback(frame, otherLevels, intersectBounds(getCellBounds(cell, level.scale), bounds));
  }
}

function drawTile(
  { context, camera, pixelRatio }: TileFrame,
  level: TileLevel,
  { column, row }: Cell,
  canvas: CanvasImageSource,
): void {
  const cellSide = (TILE_SIDE / level.scale) * camera.scale;
  if (Math.abs(level.scale / pixelRatio / camera.scale - 1) > 1e-6) {
    context.drawImage(canvas, column * cellSide + camera.x, row * cellSide + camera.y, cellSide, cellSide);
    return;
  }
  // Round to whole device pixels. Otherwise, the copy would be blurred.
  const x = Math.round(camera.x * pixelRatio) / pixelRatio;
  const y = Math.round(camera.y * pixelRatio) / pixelRatio;
  context.drawImage(canvas, column * cellSide + x, row * cellSide + y, cellSide, cellSide);
}

/**
 * Fills the area of a missing tile with tiles of other levels. Clips to the area, because translucent fills get darker where tiles overlap.
 */
function drawFallback(frame: TileFrame, levels: readonly TileLevel[], bounds: Bounds | null): void {
  if (!bounds || levels.length === 0) return;
  const { context, camera } = frame;
  context.save();
  context.beginPath();
  context.rect(
    bounds.minX * camera.scale + camera.x,
    bounds.minY * camera.scale + camera.y,
    (bounds.maxX - bounds.minX) * camera.scale,
    (bounds.maxY - bounds.minY) * camera.scale,
  );
  context.clip();
  drawTiles(frame, levels, bounds);
  context.restore();
}
