import { RunIndex } from '@console/shared-contract/mask-rle';
import type { Bounds, MaskRuns, Vec } from '../../editor/model/types';
import { getMaskBounds, getRegion, getRuns } from './mask-region';

/**
 * For each mask, an index that finds the set pixels of a column quickly. It is created only once, because the data of a mask is immutable.
 */
const indexesByData = new WeakMap<MaskRuns, RunIndex>();

function getIndex(data: MaskRuns): RunIndex {
  const cachedIndex = indexesByData.get(data);
  if (cachedIndex) return cachedIndex;
  const index = new RunIndex(getRuns(data));
  indexesByData.set(data, index);
  return index;
}

/**
 * Calls `visit` for each stretch of set pixels in a column of the region. `from` and `to` are rows of the region; `to` is excluded.
 * @param column of the region
 */
export function forEachStretch(data: MaskRuns, column: number, visit: (from: number, to: number) => void): void {
  const { width, height } = getRegion(data);
  if (column < 0 || column >= width) return;
  const start = column * height;
  getIndex(data).forEachStretch(start, start + height, (from, to) => visit(from - start, to - start));
}

/** Whether any pixel is set in an area of the image. `maxX` and `maxY` are excluded. */
export function hasSetPixel(data: MaskRuns, { minX, minY, maxX, maxY }: Bounds): boolean {
  const { left, top, width } = getRegion(data);
  let isFound = false;
  for (let column = Math.max(0, minX - left); column < Math.min(width, maxX - left) && !isFound; column += 1)
    forEachStretch(data, column, (from, to) => {
      if (from + top < maxY && to + top > minY) isFound = true;
    });
  return isFound;
}

/** Whether all pixels are set in an area of the image. `maxX` and `maxY` are excluded. */
function isFilled(data: MaskRuns, { minX, minY, maxX, maxY }: Bounds): boolean {
  const bounds = getMaskBounds(data);
  if (minX < bounds.minX || minY < bounds.minY || maxX > bounds.maxX || maxY > bounds.maxY) return false;
  for (let x = minX; x < maxX; x += 1) {
    let isColumnFilled = false;
    forEachStretch(data, x - bounds.minX, (from, to) => {
      if (from + bounds.minY <= minY && to + bounds.minY >= maxY) isColumnFilled = true;
    });
    if (!isColumnFilled) return false;
  }
  return true;
}

/** Returns the square of pixels around a position. */
function getNeighbourhood({ x, y }: Vec, tolerance: number): Bounds {
  const [minX, minY] = [Math.floor(x - tolerance), Math.floor(y - tolerance)];
  return { minX, minY, maxX: Math.floor(x + tolerance) + 1, maxY: Math.floor(y + tolerance) + 1 };
}

/** Whether the mask has a set pixel at a position or within `tolerance` of it, measured along the axes. */
export function isMaskHit(data: MaskRuns, point: Vec, tolerance: number): boolean {
  return hasSetPixel(data, getNeighbourhood(point, tolerance));
}

/** Whether the edge of the mask passes within `tolerance` of a position. */
export function isMaskEdgeHit(data: MaskRuns, point: Vec, tolerance: number): boolean {
  const neighbourhood = getNeighbourhood(point, tolerance);
  return hasSetPixel(data, neighbourhood) && !isFilled(data, neighbourhood);
}
