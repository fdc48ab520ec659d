import { computeRotatedCorners } from '@console/shared-contract/rotated-box';

/** The geometry of an object: its upright box `[x1, y1, x2, y2]`, and `[x, y, width, height, angle]` if it is rotated. */
export interface BoxGeometry {
  data: readonly number[];
  rotated_box?: readonly number[] | null;
}

type Point = readonly [x: number, y: number];

/** Computes the exact intersection over union of two boxes, each of which may be rotated: 0 to 1. */
export function computeRotatedBoxOverlap(a: BoxGeometry, b: BoxGeometry): number {
  const [first, second] = [listCorners(a), listCorners(b)];
  const intersection = computeArea(clip(first, second));
  const union = computeArea(first) + computeArea(second) - intersection;
  return union > 0 ? intersection / union : 0;
}

/** The corners in clockwise order on the screen. */
function listCorners({ data, rotated_box }: BoxGeometry): Point[] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
  const corners = rotated_box ? computeRotatedCorners(rotated_box) : [x1, y1, x2, y1, x2, y2, x1, y2];
  return [0, 2, 4, 6].map((index) => [corners[index] ?? 0, corners[index + 1] ?? 0] as const);
}

/** Clips a convex polygon to another one, both clockwise (Sutherland and Hodgman, "Reentrant polygon clipping", 1974). */
function clip(subject: readonly Point[], clipper: readonly Point[]): Point[] {
  let clipped = [...subject];
  for (const [index, from] of clipper.entries()) {
    const to = clipper[(index + 1) % clipper.length]!;
    /** Positive on the inner side of the edge, proportional to the distance from it. */
    const getDistance = ([x, y]: Point) => (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
    clipped = clipped.flatMap((end, position) => {
      const start = clipped[(position + clipped.length - 1) % clipped.length]!;
      const [startDistance, endDistance] = [getDistance(start), getDistance(end)];
      const isCrossing = startDistance >= 0 !== endDistance >= 0;
      const ratio = startDistance / (startDistance - endDistance);
      const crossing: Point = [start[0] + (end[0] - start[0]) * ratio, start[1] + (end[1] - start[1]) * ratio];
      return [...(isCrossing ? [crossing] : []), ...(endDistance >= 0 ? [end] : [])];
    });
  }
  return clipped;
}

/** Area of a simple polygon (shoelace formula). */
function computeArea(points: readonly Point[]): number {
  let twiceArea = 0;
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(index + 1) % points.length]!;
    twiceArea += x * nextY - nextX * y;
  }
  return Math.abs(twiceArea) / 2;
}
