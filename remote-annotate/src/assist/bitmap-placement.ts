import { clamp } from '../editor/geometry/clamp';
import type { Bounds, ImageSize } from '../editor/model/types';
import type { BitmapPlacement } from '../editor/model/region';

/** Maximum number of processed pixels for each method. A larger part of the image is scaled down, so that a suggestion appears at once. */
export const MAX_PIXELS = { wand: 1_000_000, grabCut: 40_000, trace: 160_000 } as const;

/** Returns the part of the image within the bounds as a bitmap position in whole pixels. */
export function toBitmapPlacement({ minX, minY, maxX, maxY }: Bounds, imageSize: ImageSize, maxPixels: number): BitmapPlacement {
  const x = Math.floor(clamp(minX, 0, imageSize.width - 1));
  const y = Math.floor(clamp(minY, 0, imageSize.height - 1));
  const width = Math.ceil(clamp(maxX, x + 1, imageSize.width)) - x;
  const height = Math.ceil(clamp(maxY, y + 1, imageSize.height)) - y;
  const step = Math.max(1, Math.sqrt((width * height) / maxPixels));
  return { x, y, step, columns: Math.max(1, Math.round(width / step)), rows: Math.max(1, Math.round(height / step)) };
}

/** Expands bounds by a ratio of their size, and by at least `min` image pixels. */
export function expand({ minX, minY, maxX, maxY }: Bounds, ratio: number, min: number): Bounds {
  const marginX = Math.max(min, (maxX - minX) * ratio);
  const marginY = Math.max(min, (maxY - minY) * ratio);
  return { minX: minX - marginX, minY: minY - marginY, maxX: maxX + marginX, maxY: maxY + marginY };
}
