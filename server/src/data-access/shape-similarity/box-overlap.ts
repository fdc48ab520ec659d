/** Computes the intersection over union of two boxes, each `[x1, y1, x2, y2]`: 0 to 1. */
export function computeBoxOverlap(a: readonly number[], b: readonly number[]): number {
  const intersection = computeIntersection(a, b);
  const union = computeArea(a) + computeArea(b) - intersection;
  return union > 0 ? intersection / union : 0;
}

/** Ratio of the area of a box that is inside another box, 0 to 1. */
export function computeCoveredRatio(box: readonly number[], other: readonly number[]): number {
  const area = computeArea(box);
  return area > 0 ? computeIntersection(box, other) / area : 0;
}

function computeIntersection(
  [ax1 = 0, ay1 = 0, ax2 = 0, ay2 = 0]: readonly number[],
  [bx1 = 0, by1 = 0, bx2 = 0, by2 = 0]: readonly number[],
): number {
  return Math.max(0, Math.min(ax2, bx2) - Math.max(ax1, bx1)) * Math.max(0, Math.min(ay2, by2) - Math.max(ay1, by1));
}

const computeArea = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]) => (x2 - x1) * (y2 - y1);
