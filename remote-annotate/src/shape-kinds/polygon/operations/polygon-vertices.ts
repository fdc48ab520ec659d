import { MAX_POLYGON_VERTICES } from '../../../editor/geometry/limits';
import { isValidPolygon } from '../../../editor/geometry/polygon';
import { thinVertices } from '../../../editor/geometry/thin-vertices';
import type { PolygonData } from '../../../editor/model/types';

/** Maximum distance in image pixels between the smooth outline and the vertices that remain of it. */
const SMOOTH_TOLERANCE = 0.5;
/** Each round doubles the vertices and halves the angles. */
const SMOOTH_ROUNDS = 2;

/**
 * Returns the polygon without the vertices that lie within `tolerance` (image pixels) of the remaining outline. Returns the same
 * polygon if less than a triangle would remain.
 */
export function simplifyPolygon(data: PolygonData, tolerance: number): PolygonData {
  // The algorithm keeps the ends of a line, so the outline is divided at two distant vertices.
  const start = findFarthest(data, 0);
  const ring = [...data.slice(start), ...data.slice(0, start), data[start]!, data[start + 1]!];
  const middle = findFarthest(ring, 0);
  const firstLine = thinVertices(ring.slice(0, middle + 2), tolerance);
  const secondLine = thinVertices(ring.slice(middle), tolerance);
  const simplified = [...firstLine, ...secondLine.slice(2, -2)];
  return isValidPolygon(simplified) && simplified.length < data.length ? simplified : data;
}

/** Returns the polygon with rounded corners (Chaikin). Each call moves the outline a little to the inside of its corners. */
export function smoothPolygon(data: PolygonData): PolygonData {
  let smooth = data;
  for (let round = 0; round < SMOOTH_ROUNDS; round += 1) smooth = cutCorners(smooth);
  const thinned = simplifyPolygon(smooth, SMOOTH_TOLERANCE);
  return isValidPolygon(thinned) && thinned.length <= 2 * MAX_POLYGON_VERTICES ? thinned : data;
}

function cutCorners(data: PolygonData): PolygonData {
  const corners: number[] = [];
  for (let i = 0; i < data.length; i += 2) {
    const nextIndex = (i + 2) % data.length;
    const [x, y, nextX, nextY] = [data[i]!, data[i + 1]!, data[nextIndex]!, data[nextIndex + 1]!];
    corners.push(0.75 * x + 0.25 * nextX, 0.75 * y + 0.25 * nextY, 0.25 * x + 0.75 * nextX, 0.25 * y + 0.75 * nextY);
  }
  return corners;
}

/** Returns the position in the flat list of the vertex that is farthest from the vertex at `from`. */
function findFarthest(data: PolygonData, origin: number): number {
  let [farthest, maxDistance] = [origin, -1];
  for (let i = 0; i < data.length; i += 2) {
    const distance = Math.hypot(data[i]! - data[origin]!, data[i + 1]! - data[origin + 1]!);
    if (distance > maxDistance) [farthest, maxDistance] = [i, distance];
  }
  return farthest;
}
