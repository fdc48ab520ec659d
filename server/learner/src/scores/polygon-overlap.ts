import type { Box } from './box-overlap';

/**
 * A closed outline: x, y, x, y ... A point is inside by the even-odd rule. Edges that are traversed in both directions therefore do
 * not count: they join the parts and holes of a mask to one outline.
 */
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
 * Intersection over union of two outlines (even-odd rule), measured along 200 horizontal lines. If `b` is a crowd, the intersection over
 * the area of `a`.
 */
export function computePolygonOverlap(a: Outline, b: Outline, isCrowd = false): number {
  const [first, second] = [getBounds(a), getBounds(b)];
  if (first[2] <= second[0] || second[2] <= first[0] || first[3] <= second[1] || second[3] <= first[1]) return 0;
  const top = Math.min(first[1], second[1]);
  const distance = (Math.max(first[3], second[3]) - top) / LINES;
  const [inA, inB] = [a, b].map((points) => findCrossings(points, top + distance / 2, distance, LINES)) as [
    number[][],
    number[][],
  ];
  let intersection = 0;
  let total = 0;
  for (let line = 0; line < LINES; line++) {
    const common = getCommonLength(inA[line]!, inB[line]!);
    intersection += common;
    total += isCrowd ? getTotalLength(inA[line]!) : getTotalLength(inA[line]!) + getTotalLength(inB[line]!) - common;
  }
  return total > 0 ? intersection / total : 0;
}

/** Whether a point lies inside an outline. */
export function isInsideOutline(points: Outline, x: number, y: number): boolean {
  const [crossings = []] = findCrossings(points, y, 1, 1);
  return crossings.filter((crossing) => crossing <= x).length % 2 === 1;
}

/**
 * Returns for each of `count` horizontal lines the x coordinates where it enters and leaves an outline, from left to right. The
 * first line is at `top`. Each edge is visited once, because the outline of a mask can have thousands of short edges.
 */
function findCrossings(points: Outline, top: number, distance: number, count: number): number[][] {
  const lines = Array.from({ length: count }, (): number[] => []);
  for (let index = 0, previous = points.length - 2; index + 1 < points.length; previous = index, index += 2) {
    const [x1, y1, x2, y2] = [points[previous]!, points[previous + 1]!, points[index]!, points[index + 1]!];
    // An edge crosses a line at its upper end, but not at its lower end. One more line on each side is tested because of rounding.
    const from = Math.max(0, Math.floor((Math.min(y1, y2) - top) / distance) - 1);
    const to = Math.min(count - 1, Math.ceil((Math.max(y1, y2) - top) / distance) + 1);
    for (let line = from; line <= to; line++) {
      const y = top + line * distance;
      if (y1 > y !== y2 > y) lines[line]!.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  for (const line of lines) line.sort((a, b) => a - b);
  return lines;
}

function getTotalLength(ends: readonly number[]): number {
  let length = 0;
  for (let index = 0; index + 1 < ends.length; index += 2) length += ends[index + 1]! - ends[index]!;
  return length;
}

/** Returns the length that two ascending lists of intervals have in common. */
function getCommonLength(a: readonly number[], b: readonly number[]): number {
  let [length, firstIndex, secondIndex] = [0, 0, 0];
  while (firstIndex + 1 < a.length && secondIndex + 1 < b.length) {
    length += Math.max(0, Math.min(a[firstIndex + 1]!, b[secondIndex + 1]!) - Math.max(a[firstIndex]!, b[secondIndex]!));
    if (a[firstIndex + 1]! < b[secondIndex + 1]!) firstIndex += 2;
    else secondIndex += 2;
  }
  return length;
}
