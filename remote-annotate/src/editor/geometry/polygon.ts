import type { Bounds, ImageSize, PolygonData, Vec } from '../model/types';
import { MAX_POLYGON_VERTICES, MIN_POLYGON_VERTICES } from './limits';
import { snapToImage } from './clamp';

export function countVertices(data: PolygonData): number {
  return data.length / 2;
}

/** Returns vertex `index`, which must exist. */
export function getVertex(data: PolygonData, index: number): Vec {
  return { x: data[index * 2]!, y: data[index * 2 + 1]! };
}

/** Returns the smallest rectangle around a non-empty polygon. */
export function getPolygonBounds(data: PolygonData): Bounds {
  let minX = Infinity;
  let minY = Infinity;
  let maxX = -Infinity;
  let maxY = -Infinity;
  for (let i = 0; i < data.length; i += 2) {
    const x = data[i]!;
    const y = data[i + 1]!;
    if (x < minX) minX = x;
    if (x > maxX) maxX = x;
    if (y < minY) minY = y;
    if (y > maxY) maxY = y;
  }
  return { minX, minY, maxX, maxY };
}

/** Returns the area by the shoelace formula in square image pixels. Never negative. */
export function getPolygonArea(data: PolygonData): number {
  let doubleArea = 0;
  for (let i = 0, j = data.length - 2; i < data.length; j = i, i += 2) {
    doubleArea += data[j]! * data[i + 1]! - data[i]! * data[j + 1]!;
  }
  return Math.abs(doubleArea) / 2;
}

/** Whether the API accepts a polygon: its number of vertices is within the limits and its area is positive. */
export function isValidPolygon(data: PolygonData): boolean {
  const count = countVertices(data);
  return Number.isInteger(count) && count >= MIN_POLYGON_VERTICES && count <= MAX_POLYGON_VERTICES && getPolygonArea(data) > 0;
}

/**
 * Rounds and clamps each vertex to the image, and removes repeated vertices that follow each other. Returns null if the result is not
 * valid.
 */
export function normalisePolygon(data: readonly number[], imageSize: ImageSize): PolygonData | null {
  if (data.length % 2 !== 0 || !data.every(Number.isFinite)) return null;
  const result: number[] = [];
  for (let i = 0; i < data.length; i += 2) {
    const [x, y] = snapToImage({ x: data[i]!, y: data[i + 1]! }, imageSize);
    if (result.length > 0 && result[result.length - 2] === x && result[result.length - 1] === y) continue;
    result.push(x, y);
  }
  if (result.length > 2 && result[0] === result[result.length - 2] && result[1] === result[result.length - 1]) result.length -= 2;
  return isValidPolygon(result) ? result : null;
}

/** Returns the nearest vertex of any polygon, or undefined if none is within `reach`. All values are in image pixels. */
export function findNearestVertex(polygons: readonly PolygonData[], point: Vec, reach: number): Vec | undefined {
  let nearestVertex: Vec | undefined;
  let minDistance = reach;
  for (const data of polygons) {
    for (let i = 0; i < data.length; i += 2) {
      const distance = Math.hypot(data[i]! - point.x, data[i + 1]! - point.y);
      if (distance > minDistance) continue;
      minDistance = distance;
      nearestVertex = { x: data[i]!, y: data[i + 1]! };
    }
  }
  return nearestVertex;
}

/** Returns a copy with vertex `index` at `position`, rounded and clamped to the image. */
export function withVertexAt(data: PolygonData, index: number, position: Vec, imageSize: ImageSize): PolygonData {
  const [x, y] = snapToImage(position, imageSize);
  const copy = [...data];
  copy[index * 2] = x;
  copy[index * 2 + 1] = y;
  return copy;
}

/** Returns a copy with a new vertex on the edge that starts at vertex `edge`. The new vertex has the index `edge + 1`. */
export function withVertexInserted(data: PolygonData, edge: number, position: Vec, imageSize: ImageSize): PolygonData {
  const [x, y] = snapToImage(position, imageSize);
  return [...data.slice(0, (edge + 1) * 2), x, y, ...data.slice((edge + 1) * 2)];
}

/** Returns a copy of a polygon without the vertex. */
export function withoutVertex(data: PolygonData, index: number): PolygonData {
  return [...data.slice(0, index * 2), ...data.slice(index * 2 + 2)];
}

/** Returns a copy that is moved by an offset. */
export function translateVertices(data: PolygonData, { x, y }: Vec): PolygonData {
  return data.map((value, index) => value + (index % 2 === 0 ? x : y));
}

/** Returns the middle of the edge that starts at vertex `edge`. */
export function getEdgeMidpoint(data: PolygonData, edge: number): Vec {
  const start = getVertex(data, edge);
  const end = getVertex(data, (edge + 1) % countVertices(data));
  return { x: (start.x + end.x) / 2, y: (start.y + end.y) / 2 };
}

/** Whether a point is inside a polygon by the even-odd rule, which the canvas also uses for the fill. */
export function isInPolygon(point: Vec, data: PolygonData): boolean {
  let isInside = false;
  for (let i = 0, j = data.length - 2; i < data.length; j = i, i += 2) {
    const x1 = data[i]!;
    const y1 = data[i + 1]!;
    const x2 = data[j]!;
    const y2 = data[j + 1]!;
    if (y1 > point.y !== y2 > point.y && point.x < ((x2 - x1) * (point.y - y1)) / (y2 - y1) + x1) isInside = !isInside;
  }
  return isInside;
}

/** Returns the minimum distance from a point to the outline. */
export function getDistanceToOutline(point: Vec, data: PolygonData): number {
  let minDistance = Infinity;
  for (let i = 0, j = data.length - 2; i < data.length; j = i, i += 2) {
    minDistance = Math.min(minDistance, getDistanceToSegment(point, data[j]!, data[j + 1]!, data[i]!, data[i + 1]!));
  }
  return minDistance;
}

/** Returns the distance from a point to the line segment between a and b. */
export function getDistanceToSegment(point: Vec, ax: number, ay: number, bx: number, by: number): number {
  const { x, y } = getNearestOnSegment(point, ax, ay, bx, by);
  return Math.hypot(point.x - x, point.y - y);
}

/** Returns the position on the line segment between a and b that is nearest to a point. */
export function getNearestOnSegment(point: Vec, ax: number, ay: number, bx: number, by: number): Vec {
  const dx = bx - ax;
  const dy = by - ay;
  const squaredLength = dx * dx + dy * dy;
  const segmentRatio =
    squaredLength === 0 ? 0 : Math.min(1, Math.max(0, ((point.x - ax) * dx + (point.y - ay) * dy) / squaredLength));
  return { x: ax + segmentRatio * dx, y: ay + segmentRatio * dy };
}
