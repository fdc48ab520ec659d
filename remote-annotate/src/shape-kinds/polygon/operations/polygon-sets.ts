import * as library from 'polygon-clipping';
import type { MultiPolygon, Polygon, Ring } from 'polygon-clipping';
import { getPolygonBounds } from '../../../editor/geometry/polygon';
import type { PolygonData, Vec } from '../../../editor/model/types';
import { coverGap } from './polygon-gaps';

// The module has only a default export, which its types do not declare.
const polygonClipping = ('default' in library ? library.default : library) as typeof library;

/** The polygons that replace one polygon. Usually one; several if it was divided or had holes. Coordinates need rounding. */
export type Pieces = readonly PolygonData[];

/** A straight line between two positions in image pixels. */
export interface Line {
  readonly from: Vec;
  readonly to: Vec;
}

/** Returns the union of polygons: pieces for each connected area. */
export function unitePolygons(polygons: readonly PolygonData[]): readonly Pieces[] {
  const [first, ...others] = polygons.map(toPolygon);
  return first ? toPieces(polygonClipping.union(first, ...others)) : [];
}

/** Returns a polygon without the area of other polygons. Empty if nothing is left. */
export function subtractPolygons(polygon: PolygonData, others: readonly PolygonData[]): Pieces {
  return toPieces(polygonClipping.difference(toPolygon(polygon), ...others.map(toPolygon))).flat();
}

/**
 * Returns a polygon whose border follows its neighbours: without their area, and with the gaps of at most `maxGap` image pixels to
 * them. Empty if nothing is left.
 */
export function fitToNeighbours(data: PolygonData, neighbours: readonly PolygonData[], maxGap: number): Pieces {
  const others = neighbours.map(toPolygon);
  const filled = maxGap > 0 ? fillGaps(data, neighbours, maxGap) : [toPolygon(data)];
  const pieces = toPieces(polygonClipping.difference(filled, ...others)).flat();
  return pieces.filter((piece) => getSharedArea(piece, data) > 0);
}

/** Returns the union of a polygon with its gaps. It overlaps the neighbours a little. */
function fillGaps(data: PolygonData, neighbours: readonly PolygonData[], maxGap: number): MultiPolygon {
  const strips = neighbours.flatMap((neighbour) => coverGap(data, neighbour, maxGap)).map(toPolygon);
  try {
    const extended = polygonClipping.union(toPolygon(data), ...strips);
    // Strips do not cover dents with steep sides, but enclose them.
    const dents = findHoles(polygonClipping.union(extended, ...neighbours.map(toPolygon)), maxGap ** 2);
    return polygonClipping.union(extended, ...dents);
  } catch {
    // The library fails for about one of a thousand arrangements. Another width then succeeds.
    return [toPolygon(data)];
  }
}

/** Returns the area that all polygons share. Empty if there is none. */
export function intersectPolygons(polygons: readonly PolygonData[]): Pieces {
  const [first, ...others] = polygons.map(toPolygon);
  return first ? toPieces(polygonClipping.intersection(first, ...others)).flat() : [];
}

/** Divides a polygon along a line. Returns one piece if the line does not cross it. */
export function cutPolygon(polygon: PolygonData, { from, to }: Line): Pieces {
  if (!crossesOutline(polygon, { from, to })) return [polygon];
  const side = createSide(polygon, { from, to });
  const source = toPolygon(polygon);
  return [...polygonClipping.difference(source, side), ...polygonClipping.intersection(source, side)].flatMap(splitAtHoles);
}

/** Returns the shared area of two polygons in square image pixels. */
export function getSharedArea(a: PolygonData, b: PolygonData): number {
  return polygonClipping.intersection(toPolygon(a), toPolygon(b)).reduce((sum, polygon) => sum + getArea(polygon), 0);
}

function findHoles(polygons: MultiPolygon, maxArea: number): readonly Polygon[] {
  return polygons.flatMap(([, ...holes]) => holes.map((hole): Polygon => [hole]).filter((hole) => getArea(hole) <= maxArea));
}

function toPolygon(data: PolygonData): Polygon {
  const ring: Ring = [];
  for (let i = 0; i < data.length; i += 2) ring.push([data[i]!, data[i + 1]!]);
  return [ring];
}

function toPieces(polygons: MultiPolygon): readonly Pieces[] {
  return polygons.map((polygon) => splitAtHoles(polygon));
}

/** Divides a polygon at the middle of each hole, because polygons of the console cannot have holes. No area is added or lost. */
function splitAtHoles(polygon: Polygon): readonly PolygonData[] {
  const [outer = [], hole] = polygon;
  // The library repeats the first vertex at the end.
  if (!hole) return [outer.slice(0, -1).flat()];
  const { minY, maxY } = getPolygonBounds(hole.flat());
  const bounds = getPolygonBounds(outer.flat());
  const above = toPolygon(toRectangle({ ...bounds, minY: bounds.minY - 1, maxY: (minY + maxY) / 2 }));
  return [...polygonClipping.intersection(polygon, above), ...polygonClipping.difference(polygon, above)].flatMap(splitAtHoles);
}

function toRectangle({ minX, minY, maxX, maxY }: ReturnType<typeof getPolygonBounds>): PolygonData {
  return [minX - 1, minY, maxX + 1, minY, maxX + 1, maxY, minX - 1, maxY];
}

/** Returns a rectangle at one side of a line that is larger than the polygon. */
function createSide(polygon: PolygonData, { from, to }: Line): Polygon {
  const { minX, minY, maxX, maxY } = getPolygonBounds(polygon);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const size = 2 * (maxX - minX + maxY - minY) + length;
  const along = { x: ((to.x - from.x) / length) * size, y: ((to.y - from.y) / length) * size };
  const [a, b] = [
    { x: from.x - along.x, y: from.y - along.y },
    { x: to.x + along.x, y: to.y + along.y },
  ];
  return toPolygon([a.x, a.y, b.x, b.y, b.x - along.y, b.y + along.x, a.x - along.y, a.y + along.x]);
}

function crossesOutline(polygon: PolygonData, { from, to }: Line): boolean {
  if (from.x === to.x && from.y === to.y) return false;
  for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
    const [a, b] = [
      { x: polygon[j]!, y: polygon[j + 1]! },
      { x: polygon[i]!, y: polygon[i + 1]! },
    ];
    if (getTurn(from, to, a) * getTurn(from, to, b) <= 0 && getTurn(a, b, from) * getTurn(a, b, to) <= 0) return true;
  }
  return false;
}

/** Returns a positive number if c is to the right of the direction from a to b, 0 on the line. */
function getTurn(a: Vec, b: Vec, c: Vec): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

function getArea(polygon: Polygon): number {
  const [outer = 0, ...holes] = polygon.map((ring) => {
    let doubleArea = 0;
    for (const [index, [x, y]] of ring.entries()) {
      const [nextX, nextY] = ring[(index + 1) % ring.length]!;
      doubleArea += x * nextY - nextX * y;
    }
    return Math.abs(doubleArea) / 2;
  });
  return holes.reduce((area, hole) => area - hole, outer);
}
