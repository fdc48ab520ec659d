import type { Bounds } from '../../types';
import type { Camera } from '../../viewport/camera';
import { cellBounds, cellsIn, countCells, overlap, TILE_SIDE, type Cell } from './tile-grid';
import type { TileLevel } from './tile-level';

/** Past so many cells in view a level is too fine for the zoom: a coarser one is quicker and looks the same. */
const MOST_CELLS = 150;

export interface TileFrame {
  readonly context: CanvasRenderingContext2D;
  readonly camera: Camera;
  readonly pixelRatio: number;
}

/** Draws what is there: of each cell the tile of the first level that has one. The context is in CSS pixels. */
export function drawTiles(frame: TileFrame, levels: readonly TileLevel[], bounds: Bounds): void {
  const [level, ...others] = levels;
  if (!level) return;
  if (others.length > 0 && countCells(bounds, level.scale) > MOST_CELLS) return drawTiles(frame, others, bounds);
  for (const cell of cellsIn(bounds, level.scale)) {
    const tile = level.get(cell);
    if (tile?.surface) drawTile(frame, level, cell, tile.surface.canvas);
    else if (!tile) drawInstead(frame, others, overlap(cellBounds(cell, level.scale), bounds));
  }
}

function drawTile(
  { context, camera, pixelRatio }: TileFrame,
  level: TileLevel,
  { column, row }: Cell,
  canvas: CanvasImageSource,
): void {
  const side = (TILE_SIDE / level.scale) * camera.scale;
  if (Math.abs(level.scale / pixelRatio / camera.scale - 1) > 1e-6) {
    context.drawImage(canvas, column * side + camera.x, row * side + camera.y, side, side);
    return;
  }
  // On whole device pixels the copy is exact; half a pixel off it would be blurred.
  const x = Math.round(camera.x * pixelRatio) / pixelRatio;
  const y = Math.round(camera.y * pixelRatio) / pixelRatio;
  context.drawImage(canvas, column * side + x, row * side + y, side, side);
}

/** Fills the place of a missing tile from other levels, and no more than its place: twice drawn, fills would be darker. */
function drawInstead(frame: TileFrame, levels: readonly TileLevel[], bounds: Bounds | null): void {
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
