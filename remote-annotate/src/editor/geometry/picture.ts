import type { Bounds, PictureSize, PointData, Vec } from '../types';

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Whether a position in picture pixels lies in the picture, its edges included. */
export function isInPicture(point: Vec, picture: PictureSize): boolean {
  return point.x >= 0 && point.y >= 0 && point.x <= picture.width && point.y <= picture.height;
}

/** The nearest integer position in the picture. */
export function snapToPicture(point: Vec, picture: PictureSize): PointData {
  return [clamp(Math.round(point.x), 0, picture.width), clamp(Math.round(point.y), 0, picture.height)];
}

/**
 * The part of a translation, in whole picture pixels, that keeps `bounds` inside the picture. Bounds that stick out
 * already (a prediction, an older client) are drawn back in by any move; bounds larger than the picture do not move.
 */
export function clampTranslation(bounds: Bounds, delta: Vec, picture: PictureSize): Vec {
  return {
    x: clampAxis(bounds.minX, bounds.maxX, Math.round(delta.x), picture.width),
    y: clampAxis(bounds.minY, bounds.maxY, Math.round(delta.y), picture.height),
  };
}

function clampAxis(min: number, max: number, delta: number, size: number): number {
  if (max - min > size) return 0;
  return clamp(delta, -min, size - max);
}
