import type { Bounds, PictureSize, PointData, Vec } from '../model/types';

export function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}

/** Whether a position in image pixels lies inside the image, including its edges. */
export function isInPicture(point: Vec, picture: PictureSize): boolean {
  return point.x >= 0 && point.y >= 0 && point.x <= picture.width && point.y <= picture.height;
}

/** Returns the nearest integer position inside the image. */
export function snapToPicture(point: Vec, picture: PictureSize): PointData {
  return [clamp(Math.round(point.x), 0, picture.width), clamp(Math.round(point.y), 0, picture.height)];
}

/**
 * Limits a translation so that `bounds` stay inside the image, in whole image pixels. Any move brings overhanging bounds back
 * inside, for example those of a prediction. Bounds larger than the image do not move.
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
