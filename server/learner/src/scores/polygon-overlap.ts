import type { Box } from './box-overlap';

/** A closed outline: x, y, x, y ... */
export type Outline = readonly number[];

/** Number of horizontal lines that areas are measured along. */
const LINES = 200;

/** Returns the smallest box that contains an outline. */
export function getBounds(points: Outline): Box {
  let bounds: [number, number, number, number] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index + 1 < points.length; index += 2) {
    const [x, y] = [points[index]!, points[index + 1]!];
    bounds = [Math.min(bounds[0], x), Math.min(bounds[1], y), Math.max(bounds[2], x), Math.max(bounds[3], y)];
  }
  return bounds;
}

/**
 * Intersection over union of two outlines (even-odd rule), measured along 200 horizontal lines. If `b` is a crowd, the intersection over the area
 * of `a`.
 */
export function computePolygonOverlap(a: Outline, b: Outline, isCrowd = false): number {
  const [first, second] = [getBounds(a), getBounds(b)];
  if (first[2] <= second[0] || second[2] <= first[0] || first[3] <= second[1] || second[3] <= first[1]) return 0;
  const top = Math.min(first[1], second[1]);
  const height = Math.max(first[3], second[3]) - top;
  let intersection = 0;
  let total = 0;
  for (let line = 0; line < LINES; line++) {
    const y = top + ((line + 0.5) * height) / LINES;
    const [inA, inB] = [findCrossings(a, y), findCrossings(b, y)];
    const common = getCommonLength(inA, inB);
    intersection += common;
    total += isCrowd ? getTotalLength(inA) : getTotalLength(inA) + getTotalLength(inB) - common;
  }
  return total > 0 ? intersection / total : 0;
}

/** Whether a point lies inside an outline. */
export function isInsideOutline(points: Outline, x: number, y: number): boolean {
  return findCrossings(points, y).filter((crossing) => crossing <= x).length % 2 === 1;
}

/** Returns the x coordinates where a horizontal line enters and leaves an outline, from left to right. */
function findCrossings(points: Outline, y: number): number[] {
  const result: number[] = [];
  for (let index = 0, previous = points.length - 2; index + 1 < points.length; previous = index, index += 2) {
    const [x1, y1, x2, y2] = [points[previous]!, points[previous + 1]!, points[index]!, points[index + 1]!];
    if (y1 > y !== y2 > y) result.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  }
  return result.sort((one, other) => one - other);
}

function getTotalLength(ends: readonly number[]): number {
  let length = 0;
  for (let index = 0; index + 1 < ends.length; index += 2) length += ends[index + 1]! - ends[index]!;
  return length;
}

function getCommonLength(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  for (let index = 0; index + 1 < a.length; index += 2) {
    for (let other = 0; other + 1 < b.length; other += 2) {
      length += Math.max(0, Math.min(a[index + 1]!, b[other + 1]!) - Math.max(a[index]!, b[other]!));
    }
  }
  return length;
}
