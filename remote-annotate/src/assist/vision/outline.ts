import { contours } from 'd3-contour';
import { getPolygonArea } from '../../editor/geometry/polygon';
import { simplifyPolygon } from '../../shape-kinds/polygon/operations/polygon-vertices';
import type { BitmapRegion, Suggestion } from '../../editor/model/region';

/** Maximum distance in bitmap pixels between the exact outline and the polygon. */
export const OUTLINE_TOLERANCE = 1;

/** Returns the edges of a region, and the simplified outline of its largest part, in image pixels. Both are empty for an empty region. */
export function traceRegion(region: BitmapRegion): Pick<Suggestion, 'outline' | 'edges'> {
  const { values, columns, rows, left, top } = cropToContent(region);
  const [regionContour] = contours().size([columns, rows]).thresholds([0.5])(values);
  const { x, y, step } = region;
  const toImageCoordinate = (value: number, index: number) =>
    index % 2 === 0 ? (value + left) * step + x : (value + top) * step + y;
  const edges: (readonly number[])[] = [];
  let [largestRing, maxArea]: [readonly number[], number] = [[], 0];
  for (const polygonRings of regionContour?.coordinates ?? []) {
    const [outer = [], ...holes] = polygonRings.map((ring) =>
      ring.slice(0, -1).flatMap(([column = 0, row = 0]) => [column, row]),
    );
    edges.push(...[outer, ...holes].map((ring) => ring.map(toImageCoordinate)));
    const area = getPolygonArea(outer);
    if (area > maxArea) [largestRing, maxArea] = [outer, area];
  }
  return { outline: simplifyPolygon(largestRing, OUTLINE_TOLERANCE).map(toImageCoordinate), edges };
}

/** Crops a region to its set pixels, because tracing a large empty area takes long. */
function cropToContent({ bits, columns, rows }: BitmapRegion) {
  let [left, top, right, bottom] = [columns, rows, 0, 0];
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1) {
      if (bits[row * columns + column] === 0) continue;
      [left, right] = [Math.min(left, column), Math.max(right, column + 1)];
      [top, bottom] = [Math.min(top, row), row + 1];
    }
  const [width, height] = [Math.max(1, right - left), Math.max(1, bottom - top)];
  const values = Array.from(
    { length: width * height },
    (_, index) => bits[(top + Math.floor(index / width)) * columns + left + (index % width)] ?? 0,
  );
  return { values, columns: width, rows: height, left, top };
}
