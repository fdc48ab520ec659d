import { MAX_POLYGON_VERTICES } from '../../../editor/geometry/limits';
import { isValidPolygon } from '../../../editor/geometry/polygon';
import { thinVertices } from '../../../editor/geometry/thin-vertices';
import type { PolygonData } from '../../../editor/model/types';

/** Tolerance in image pixels for removing vertices from the smoothed outline. */
const SMOOTH_TOLERANCE = 0.5;
/** Number of smoothing rounds. Each round doubles the number of vertices and halves the turn at each vertex. */
const SMOOTH_ROUNDS = 2;

/**
 * Simplifies a polygon: removes vertices whose distance from the remaining outline is at most `tolerance` (image pixels). Returns
 * the same polygon if less than a triangle would remain.
 */
export function simplifyPolygon(data: PolygonData, tolerance: number): PolygonData {
  // The algorithm never removes the ends of a line, so divide the outline at two distant vertices.
  const startIndex = findFarthest(data, 0);
  const ring = [...data.slice(startIndex), ...data.slice(0, startIndex), data[startIndex]!, data[startIndex + 1]!];
  const middleIndex = findFarthest(ring, 0);
  const firstLine = thinVertices(ring.slice(0, middleIndex + 2), tolerance);
  const secondLine = thinVertices(ring.slice(middleIndex), tolerance);
  const simplifiedData = [...firstLine, ...secondLine.slice(2, -2)];
  return isValidPolygon(simplifiedData) && simplifiedData.length < data.length ? simplifiedData : data;
}

/** Rounds the corners of a polygon (Chaikin's algorithm). Each call moves the outline slightly inwards at its corners. */
export function smoothPolygon(data: PolygonData): PolygonData {
  let smoothedData = data;
  for (let round = 0; round < SMOOTH_ROUNDS; round += 1) smoothedData = cutCorners(smoothedData);
  const thinnedData = simplifyPolygon(smoothedData, SMOOTH_TOLERANCE);
  return isValidPolygon(thinnedData) && thinnedData.length <= 2 * MAX_POLYGON_VERTICES ? thinnedData : data;
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

/** Returns the position in the flat list of the vertex that is farthest from the vertex at `origin`. */
function findFarthest(data: PolygonData, origin: number): number {
  let [farthestIndex, maxDistance] = [origin, -1];
  for (let i = 0; i < data.length; i += 2) {
    const distance = Math.hypot(data[i]! - data[origin]!, data[i + 1]! - data[origin + 1]!);
    if (distance > maxDistance) [farthestIndex, maxDistance] = [i, distance];
  }
  return farthestIndex;
}
