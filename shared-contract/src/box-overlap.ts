import { computeRotatedCorners } from './rotated-box';

/** An upright box `x1, y1, x2, y2`, or a rotated box that `box` encloses. */
export interface OverlapBox {
  box: readonly number[];
  /** `x, y, width, height, angle`; null for an upright box. */
  rotatedBox: readonly number[] | null;
}

type Point = readonly [x: number, y: number];

/** Returns the intersection over union of two boxes, upright or rotated. */
export function computeBoxIou(first: OverlapBox, second: OverlapBox): number {
  const [ax1 = 0, ay1 = 0, ax2 = 0, ay2 = 0] = first.box;
  const [bx1 = 0, by1 = 0, bx2 = 0, by2 = 0] = second.box;
  const width = Math.min(ax2, bx2) - Math.max(ax1, bx1);
  const height = Math.min(ay2, by2) - Math.max(ay1, by1);
  if (width <= 0 || height <= 0) return 0;
  const intersection =
    first.rotatedBox || second.rotatedBox ? computeArea(clipConvex(getCorners(first), getCorners(second))) : width * height;
  const union = computeArea(getCorners(first)) + computeArea(getCorners(second)) - intersection;
  return union > 0 ? intersection / union : 0;
}

function getCorners({ box: [x1 = 0, y1 = 0, x2 = 0, y2 = 0], rotatedBox }: OverlapBox): Point[] {
  if (!rotatedBox)
    return [
      [x1, y1],
      [x2, y1],
      [x2, y2],
      [x1, y2],
    ];
  const flat = computeRotatedCorners(rotatedBox);
  return [0, 2, 4, 6].map((index) => [flat[index] ?? 0, flat[index + 1] ?? 0]);
}

/** Returns the intersection of two convex polygons with the same orientation (Sutherland and Hodgman, 1974). */
function clipConvex(subject: readonly Point[], clip: readonly Point[]): Point[] {
  let clipped = [...subject];
  const sign = Math.sign(computeSignedArea(clip));
  for (const [index, from] of clip.entries()) {
    const to = clip[(index + 1) % clip.length] ?? from;
    /** Positive inside of the edge. */
    const getSide = ([x, y]: Point) => sign * ((to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]));
    clipped = clipped.flatMap((end, at) => {
      const start = clipped.at(at - 1) ?? end;
      const [a, b] = [getSide(start), getSide(end)];
      const crossing: Point[] =
        a * b < 0 ? [[start[0] + ((end[0] - start[0]) * a) / (a - b), start[1] + ((end[1] - start[1]) * a) / (a - b)]] : [];
      return b >= 0 ? [...crossing, end] : crossing;
    });
  }
  return clipped;
}

function computeSignedArea(points: readonly Point[]): number {
  const twice = points.reduce((sum, [x, y], index) => {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [0, 0];
    return sum + x * nextY - nextX * y;
  }, 0);
  return twice / 2;
}

const computeArea = (points: readonly Point[]): number => Math.abs(computeSignedArea(points));
