// This file does not import zod: a remote can use it without bundling the schemas.
import { computeRotatedCorners } from './rotated-box';

// Boxes are upright, `[x1, y1, x2, y2]`, unless the name of a function says otherwise.

/** Computes the intersection over union of two boxes: 0 to 1. */
export function computeBoxOverlap(first: readonly number[], second: readonly number[]): number {
  const intersection = computeIntersection(first, second);
  const union = computeArea(first) + computeArea(second) - intersection;
  return union > 0 ? intersection / union : 0;
}

/** Computes the ratio of a box's area that is inside another box: 0 to 1. */
export function computeCoveredRatio(box: readonly number[], container: readonly number[]): number {
  const area = computeArea(box);
  return area > 0 ? computeIntersection(box, container) / area : 0;
}

function computeIntersection(
  [ax1 = 0, ay1 = 0, ax2 = 0, ay2 = 0]: readonly number[],
  [bx1 = 0, by1 = 0, bx2 = 0, by2 = 0]: readonly number[],
): number {
  return Math.max(0, Math.min(ax2, bx2) - Math.max(ax1, bx1)) * Math.max(0, Math.min(ay2, by2) - Math.max(ay1, by1));
}

const computeArea = ([x1 = 0, y1 = 0, x2 = 0, y2 = 0]: readonly number[]) => (x2 - x1) * (y2 - y1);

/** Returns the box `[x1, y1, x2, y2]` around a flat list of vertices. */
export function computeBoundingBox(data: readonly number[]): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < data.length; index += 2) {
    const x = data[index] ?? 0;
    const y = data[index + 1] ?? 0;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [left, top, right, bottom];
}

/** The geometry of an object. */
export interface BoxGeometry {
  /** The upright box around the object. */
  box: readonly number[];
  /** `[x, y, width, height, angle]` if the box is rotated. */
  rotatedBox?: readonly number[] | null | undefined;
}

type Point = readonly [x: number, y: number];

/** Computes the exact intersection over union of two boxes, each of which may be rotated: 0 to 1. */
export function computeRotatedBoxOverlap(a: BoxGeometry, b: BoxGeometry): number {
  if (!a.rotatedBox && !b.rotatedBox) return computeBoxOverlap(a.box, b.box);
  if (areCirclesSeparate(a, b)) return 0;
  const [first, second] = [listCorners(a), listCorners(b)];
  const intersection = computePolygonArea(clipPolygon(first, second));
  const union = computePolygonArea(first) + computePolygonArea(second) - intersection;
  return union > 0 ? intersection / union : 0;
}

/**
 * Whether the circles around two boxes are separate, so that the boxes cannot overlap. In an image with many boxes, this fast test
 * excludes most pairs.
 */
function areCirclesSeparate(a: BoxGeometry, b: BoxGeometry): boolean {
  const [first, second] = [computeCircle(a), computeCircle(b)];
  return (first.x - second.x) ** 2 + (first.y - second.y) ** 2 > (first.radius + second.radius) ** 2;
}

/** Returns the circle through the four corners of a box. */
function computeCircle({ box, rotatedBox }: BoxGeometry): { x: number; y: number; radius: number } {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
  const uprightBox = [(x1 + x2) / 2, (y1 + y2) / 2, x2 - x1, y2 - y1];
  const [x = 0, y = 0, width = 0, height = 0] = rotatedBox ?? uprightBox;
  return { x, y, radius: Math.sqrt(width ** 2 + height ** 2) / 2 };
}

/** Lists the corners of a box in clockwise order on the screen. */
function listCorners({ box, rotatedBox }: BoxGeometry): Point[] {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = box;
  const corners = rotatedBox ? computeRotatedCorners(rotatedBox) : [x1, y1, x2, y1, x2, y2, x1, y2];
  return [0, 2, 4, 6].map((index) => [corners[index] ?? 0, corners[index + 1] ?? 0] as const);
}

/**
 * Clips a convex polygon to another convex polygon, both clockwise (Sutherland and Hodgman, "Reentrant polygon clipping", 1974).
 */
function clipPolygon(subject: readonly Point[], clipper: readonly Point[]): Point[] {
  let clippedPolygon = [...subject];
  for (const [index, edgeStart] of clipper.entries()) {
    const edgeEnd = clipper[(index + 1) % clipper.length] ?? edgeStart;
    /** Returns a number that is proportional to the point's distance from the edge, positive on the inner side. */
    const getDistance = ([x, y]: Point) =>
      (edgeEnd[0] - edgeStart[0]) * (y - edgeStart[1]) - (edgeEnd[1] - edgeStart[1]) * (x - edgeStart[0]);
    clippedPolygon = clippedPolygon.flatMap((end, position) => {
      const start = clippedPolygon.at(position - 1) ?? end;
      const [startDistance, endDistance] = [getDistance(start), getDistance(end)];
      const isCrossing = startDistance >= 0 !== endDistance >= 0;
      const ratio = startDistance / (startDistance - endDistance);
      const crossing: Point = [start[0] + (end[0] - start[0]) * ratio, start[1] + (end[1] - start[1]) * ratio];
      return [...(isCrossing ? [crossing] : []), ...(endDistance >= 0 ? [end] : [])];
    });
  }
  return clippedPolygon;
}

/** Area of a simple polygon (shoelace formula). */
function computePolygonArea(points: readonly Point[]): number {
  let twiceArea = 0;
  for (const [index, [x, y]] of points.entries()) {
    const [nextX, nextY] = points[(index + 1) % points.length] ?? [0, 0];
    twiceArea += x * nextY - nextX * y;
  }
  return Math.abs(twiceArea) / 2;
}
