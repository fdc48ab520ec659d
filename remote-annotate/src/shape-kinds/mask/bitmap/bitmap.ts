import type { Bounds, ImageSize, MaskRuns } from '../../../editor/model/types';
import { collectRuns, getRegion, type VisitRows } from '../mask-region';
import { forEachStretch } from '../run-index';

/** A rectangle of pixels of an image. `pixels` has one byte for each pixel, column by column: 1 if the pixel is set. */
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

/** Calls `visit` for each stretch of equal pixels in a column. `from` and `to` are indexes of `column`; `to` is excluded. */
export function forEachEqualStretch(column: Uint8Array, value: 0 | 1, visit: (from: number, to: number) => void): void {
  // `indexOf` searches typed arrays many times as fast as a loop.
  for (let from = column.indexOf(value); from !== -1;) {
    const end = column.indexOf(1 - value, from);
    visit(from, end === -1 ? column.length : end);
    from = end === -1 ? -1 : column.indexOf(value, end);
  }
}

function getBitmapBounds({ left, top, width, height }: Bitmap): Bounds {
  return { minX: left, minY: top, maxX: left + width, maxY: top + height };
}

/** Sets the pixels of a mask in a bitmap. Pixels outside the bitmap are skipped. */
export function drawMask({ left, top, width, height, pixels }: Bitmap, data: MaskRuns): void {
  const region = getRegion(data);
  const [firstColumn, lastColumn] = [Math.max(0, left - region.left), Math.min(region.width, left + width - region.left)];
  const offset = region.top - top;
  for (let column = firstColumn; column < lastColumn; column += 1) {
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

/** Returns the mask of the set pixels inside the image, or null if there are none. */
export function toMaskRuns(bitmap: Bitmap, imageSize: ImageSize): MaskRuns | null {
  return collectRuns(getBitmapBounds(bitmap), imageSize, (column, from, to, visit) =>
    forEachBitmapStretch(bitmap, column, from, to, visit),
  );
}

/**
 * Calls `visit` for each stretch of consecutive set pixels in a column, from row `from` up to but excluding row `to`. All are in image
 * pixels.
 */
export const forEachBitmapStretch = (
  { left, top, height, pixels }: Bitmap,
  ...[column, from, to, visit]: Parameters<VisitRows>
): void => {
  const start = (column - left) * height - top;
  forEachEqualStretch(pixels.subarray(start + from, start + to), 1, (firstIndex, endIndex) =>
    visit(from + firstIndex, from + endIndex),
  );
};
