import type { Bounds, ImageSize, PointData, Vec } from '../model/types';

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Whether a position in image pixels lies inside the image, including its edges. */
export function isInImage(point: Vec, imageSize: ImageSize): boolean {
  return point.x >= 0 && point.y >= 0 && point.x <= imageSize.width && point.y <= imageSize.height;
}

/** Returns the nearest integer position inside the image. */
export function snapToImage(point: Vec, imageSize: ImageSize): PointData {
  return [clamp(Math.round(point.x), 0, imageSize.width), clamp(Math.round(point.y), 0, imageSize.height)];
}

/**
 * Limits a translation so that `bounds` stay inside the image, in whole image pixels. Bounds that extend beyond the image, for example
 * of a prediction, are moved inside by any translation. Bounds larger than the image do not move.
 */
export function clampTranslation(bounds: Bounds, delta: Vec, imageSize: ImageSize): Vec {
  return {
    x: clampAxis(bounds.minX, bounds.maxX, Math.round(delta.x), imageSize.width),
    y: clampAxis(bounds.minY, bounds.maxY, Math.round(delta.y), imageSize.height),
  };
}

function clampAxis(min: number, max: number, delta: number, size: number): number {
  if (max - min > size) return 0;
  return clamp(delta, -min, size - max);
}
