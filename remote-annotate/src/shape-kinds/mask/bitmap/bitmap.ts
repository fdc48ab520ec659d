import type { Bounds, ImageSize, MaskRuns } from '../../../editor/model/types';
import { createMaskRuns, getRegion } from '../mask-region';
import { forEachStretch } from '../run-index';

/** A rectangle of pixels of an image. `pixels` has one byte for each, column by column: 1 if it is set. */
export interface Bitmap {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint8Array;
}

export function createBitmap({ minX, minY, maxX, maxY }: Bounds): Bitmap {
  const [width, height] = [maxX - minX, maxY - minY];
  return { left: minX, top: minY, width, height, pixels: new Uint8Array(width * height) };
}

export function getBitmapBounds({ left, top, width, height }: Bitmap): Bounds {
  return { minX: left, minY: top, maxX: left + width, maxY: top + height };
}

/** Sets the pixels of a mask in a bitmap. Pixels outside the bitmap are skipped. */
export function drawMask({ left, top, width, height, pixels }: Bitmap, data: MaskRuns): void {
  const region = getRegion(data);
  const [first, last] = [Math.max(0, left - region.left), Math.min(region.width, left + width - region.left)];
  const offset = region.top - top;
  for (let column = first; column < last; column += 1) {
    const start = (column + region.left - left) * height;
    forEachStretch(data, column, (from, to) => {
      const [low, high] = [Math.max(0, from + offset), Math.min(height, to + offset)];
      if (low < high) pixels.fill(1, start + low, start + high);
    });
  }
}

/** Returns the pixels of a mask with a margin of unset pixels. */
export function toBitmap(data: MaskRuns, margin = 0): Bitmap {
  const { left, top, width, height } = getRegion(data);
  const bounds = { minX: left - margin, minY: top - margin, maxX: left + width + margin, maxY: top + height + margin };
  const bitmap = createBitmap(bounds);
  drawMask(bitmap, data);
  return bitmap;
}

/** Returns the mask of the set pixels inside the image and the area, or null without any. */
export function toMaskRuns(bitmap: Bitmap, imageSize: ImageSize, area: Bounds = getBitmapBounds(bitmap)): MaskRuns | null {
  const { left, top, height, pixels } = bitmap;
  const bounds = getBitmapBounds(bitmap);
  const [firstColumn, lastColumn] = [Math.max(0, area.minX, bounds.minX), Math.min(imageSize.width, area.maxX, bounds.maxX)];
  const [firstRow, lastRow] = [Math.max(0, area.minY, bounds.minY), Math.min(imageSize.height, area.maxY, bounds.maxY)];
  let [minX, minY, maxX, maxY] = [Infinity, Infinity, -Infinity, -Infinity];
  // `indexOf` searches typed arrays many times as fast as a loop.
  for (let x = firstColumn; x < lastColumn; x += 1) {
    const start = (x - left) * height - top;
    const column = pixels.subarray(start + firstRow, start + lastRow);
    const first = column.indexOf(1);
    if (first === -1) continue;
    minX = Math.min(minX, x);
    maxX = x + 1;
    minY = Math.min(minY, firstRow + first);
    maxY = Math.max(maxY, firstRow + column.lastIndexOf(1) + 1);
  }
  if (maxX < minX) return null;
  const region = { left: minX, top: minY, width: maxX - minX, height: maxY - minY };
  const runs: number[] = [];
  let [run, value] = [0, 0];
  for (let x = minX; x < maxX; x += 1) {
    const start = (x - left) * height - top;
    const column = pixels.subarray(start + minY, start + maxY);
    for (let row = 0; row < column.length;) {
      const next = column.indexOf(1 - value, row);
      const end = next === -1 ? column.length : next;
      run += end - row;
      row = end;
      if (next === -1) continue;
      runs.push(run);
      [run, value] = [0, 1 - value];
    }
  }
  runs.push(run);
  return createMaskRuns(region, imageSize, runs);
}
