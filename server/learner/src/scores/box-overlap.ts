/** A box: x1, y1, x2, y2. */
export type Box = readonly [number, number, number, number];

/**
 * Intersection over union of two boxes: 0 for separate boxes, 1 for equal boxes. If `b` is a crowd, the intersection over the area
 * of `a`.
 */
export function computeBoxOverlap(a: Box, b: Box, isCrowd = false): number {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  if (width <= 0 || height <= 0) return 0;
  const intersection = width * height;
  return intersection / (isCrowd ? getArea(a) : getArea(a) + getArea(b) - intersection);
}

function getArea([x1, y1, x2, y2]: Box): number {
  return (x2 - x1) * (y2 - y1);
}
