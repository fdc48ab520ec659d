import { MAX_POLYGON_VERTICES } from '../../../editor/geometry/limits';
import { getPolygonBounds, isInPolygon } from '../../../editor/geometry/polygon';
import { thinVertices } from '../../../editor/geometry/thin-vertices';
import type { Bitmap } from './bitmap';
import { getSignedArea, traceContours, type Contour } from './contours';

/** Maximum distance in image pixels between the edge of a mask and its polygon. */
export const POLYGON_TOLERANCE = 1;

/**
 * Returns a polygon for each part. Holes are connected with the outline by an edge that the polygon follows in both directions, because
 * polygons have no holes. Parts and holes without area after simplification are omitted.
 * @param tolerance maximum distance from the edges of the pixels. It is doubled until a polygon has at most `MAX_POLYGON_VERTICES`.
 */
export function toPolygons(bitmap: Bitmap, tolerance = POLYGON_TOLERANCE): readonly (readonly number[])[] {
  const contours = traceContours(bitmap).map((contour) => ({ contour, area: getSignedArea(contour) }));
  const parts = contours
    .filter(({ area }) => area > 0)
    .map((part) => ({ ...part, bounds: getPolygonBounds(part.contour), holes: [] as Contour[] }));
  const bySize = parts.toSorted((a, b) => a.area - b.area);
  for (const { contour, area } of contours) {
    if (area > 0) continue;
    const [x, y] = [contour[0]!, contour[1]!];
    const isAround = (part: (typeof parts)[number]) =>
      x >= part.bounds.minX && x <= part.bounds.maxX && y >= part.bounds.minY && y <= part.bounds.maxY;
    bySize.find((part) => part.area > -area && isAround(part) && isInPolygon({ x, y }, part.contour))?.holes.push(contour);
  }
  return parts.map(({ contour, holes }) => connect(contour, holes, tolerance)).filter((polygon) => polygon !== null);
}

function connect(part: Contour, holes: readonly Contour[], tolerance: number): readonly number[] | null {
  let polygon = thinContour(part, tolerance);
  if (polygon.length < 6 || getSignedArea(polygon) <= 0) return null;
  for (const hole of holes) {
    const inner = thinContour(hole, tolerance);
    if (inner.length >= 6 && getSignedArea(inner) < 0) polygon = bridge(polygon, inner);
  }
  return polygon.length / 2 <= MAX_POLYGON_VERTICES ? polygon : connect(part, holes, 2 * tolerance);
}

/** Simplifies a closed line between its first vertex and the one that is farthest from it. */
function thinContour(contour: Contour, tolerance: number): readonly number[] {
  let [farthest, maxDistance] = [0, -1];
  for (let i = 0; i < contour.length; i += 2) {
    const distance = Math.hypot(contour[i]! - contour[0]!, contour[i + 1]! - contour[1]!);
    if (distance > maxDistance) [farthest, maxDistance] = [i, distance];
  }
  const firstLine = thinVertices(contour.slice(0, farthest + 2), tolerance);
  const secondLine = thinVertices([...contour.slice(farthest), contour[0]!, contour[1]!], tolerance);
  return [...firstLine, ...secondLine.slice(2, -2)];
}

/** Inserts a hole at the vertex of the outline that is nearest to one of its vertices. */
function bridge(outline: readonly number[], hole: readonly number[]): readonly number[] {
  let [outer, inner, minDistance] = [0, 0, Infinity];
  for (let i = 0; i < outline.length; i += 2)
    for (let j = 0; j < hole.length; j += 2) {
      const distance = Math.hypot(outline[i]! - hole[j]!, outline[i + 1]! - hole[j + 1]!);
      if (distance < minDistance) [outer, inner, minDistance] = [i, j, distance];
    }
  const entry = [hole[inner]!, hole[inner + 1]!];
  return [...outline.slice(0, outer + 2), ...hole.slice(inner), ...hole.slice(0, inner), ...entry, ...outline.slice(outer)];
}
