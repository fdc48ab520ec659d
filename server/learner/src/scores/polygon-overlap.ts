import type { Box } from './box-overlap';

/**
 * A closed outline: x, y, x, y ... A point is inside by the even-odd rule. Edges that are traversed in both directions therefore do
 * not count: they join the parts and holes of a mask to one outline.
 */
export type Outline = readonly number[];

/** Number of horizontal lines that areas are measured along. */
const SCAN_LINES = 200;

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
  const [firstBounds, secondBounds] = [getBounds(a), getBounds(b)];
  if (
    firstBounds[2] <= secondBounds[0] ||
    secondBounds[2] <= firstBounds[0] ||
    firstBounds[3] <= secondBounds[1] ||
    secondBounds[3] <= firstBounds[1]
  )
    return 0;
  const top = Math.min(firstBounds[1], secondBounds[1]);
  const lineDistance = (Math.max(firstBounds[3], secondBounds[3]) - top) / SCAN_LINES;
  const [crossingsInA, crossingsInB] = [a, b].map((points) =>
    findCrossings(points, top + lineDistance / 2, lineDistance, SCAN_LINES),
  ) as [number[][], number[][]];
  let intersection = 0;
  let totalLength = 0;
  for (let lineIndex = 0; lineIndex < SCAN_LINES; lineIndex++) {
    const commonLength = getCommonLength(crossingsInA[lineIndex]!, crossingsInB[lineIndex]!);
    intersection += commonLength;
    totalLength += isCrowd
      ? getTotalLength(crossingsInA[lineIndex]!)
      : getTotalLength(crossingsInA[lineIndex]!) + getTotalLength(crossingsInB[lineIndex]!) - commonLength;
  }
  return totalLength > 0 ? intersection / totalLength : 0;
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
function findCrossings(points: Outline, top: number, lineDistance: number, count: number): number[][] {
  const lines = Array.from({ length: count }, (): number[] => []);
  for (let index = 0, previousIndex = points.length - 2; index + 1 < points.length; previousIndex = index, index += 2) {
    const [x1, y1, x2, y2] = [points[previousIndex]!, points[previousIndex + 1]!, points[index]!, points[index + 1]!];
    // An edge crosses a line at its upper end, but not at its lower end. One more line on each side is tested because of rounding.
    const from = Math.max(0, Math.floor((Math.min(y1, y2) - top) / lineDistance) - 1);
    const to = Math.min(count - 1, Math.ceil((Math.max(y1, y2) - top) / lineDistance) + 1);
    for (let lineIndex = from; lineIndex <= to; lineIndex++) {
      const y = top + lineIndex * lineDistance;
      if (y1 > y !== y2 > y) lines[lineIndex]!.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
    }
  }
  for (const lineIndex of lines) lineIndex.sort((a, b) => a - b);
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
