import type { Bounds } from '../model/types';

/** Returns the smallest rectangle that contains both rectangles. */
export function getUnion(a: Bounds, b: Bounds): Bounds {
  return {
    minX: Math.min(a.minX, b.minX),
    minY: Math.min(a.minY, b.minY),
    maxX: Math.max(a.maxX, b.maxX),
    maxY: Math.max(a.maxY, b.maxY),
  };
}

/**
 * Returns the intersection over union of two bounds, 0 to 1 (Jaccard index, as in PASCAL VOC and COCO). Returns 0 for bounds without area.
 */
export function getIntersectionOverUnion(a: Bounds, b: Bounds): number {
  const width = Math.min(a.maxX, b.maxX) - Math.max(a.minX, b.minX);
  const height = Math.min(a.maxY, b.maxY) - Math.max(a.minY, b.minY);
  if (width <= 0 || height <= 0) return 0;
  const getArea = ({ minX, minY, maxX, maxY }: Bounds) => (maxX - minX) * (maxY - minY);
  return (width * height) / (getArea(a) + getArea(b) - width * height);
}
