import { ClipType, FillRule } from 'clipper2-ts/dist/Core.js';
import { Clipper64, PolyTree64, type PolyPath64 } from 'clipper2-ts/dist/Engine.js';
import { getPolygonBounds } from '../../../editor/geometry/polygon';
import type { PolygonData, Vec } from '../../../editor/model/types';
import { coverGap } from './polygon-gaps';

/** A closed line. Coordinates are integers: image pixels multiplied by `SCALE`. */
type Ring = { x: number; y: number }[];
/** An outer ring and its holes, which have the opposite direction. */
type Polygon = readonly [outer: Ring, ...holes: Ring[]];

/**
 * Units of the polygon library for each image pixel. The library uses integers, because libraries with floating point numbers failed or
 * looped endlessly for some shapes.
 */
const SCALE = 65_536;

/**
 * The polygons that replace one polygon. There are several if the polygon was divided or had holes. The coordinates are not rounded yet.
 */
export type Pieces = readonly PolygonData[];

/** A straight line between two positions in image pixels. */
export interface Line {
  readonly from: Vec;
  readonly to: Vec;
}

/** Returns the union of polygons, as the pieces of each connected area. */
export function unitePolygons(polygons: readonly PolygonData[]): readonly Pieces[] {
  return uniteRings(polygons.flatMap(toArea)).map(splitAtHoles);
}

/** Returns a polygon without the area of other polygons. Empty if nothing is left. */
export function subtractPolygons(polygon: PolygonData, otherPolygons: readonly PolygonData[]): Pieces {
  return combineRings(ClipType.Difference, toArea(polygon), otherPolygons.flatMap(toArea)).flatMap(splitAtHoles);
}

/**
 * Fits a polygon to its neighbours: fills gaps of at most `maxGap` image pixels, and removes the area of the neighbours. Empty if nothing
 * remains.
 */
export function fitToNeighbours(data: PolygonData, neighbours: readonly PolygonData[], maxGap: number): Pieces {
  const area = maxGap > 0 ? fillGaps(data, neighbours, maxGap) : toArea(data);
  const pieces = combineRings(ClipType.Difference, area, neighbours.flatMap(toArea)).flatMap(splitAtHoles);
  return pieces.filter((piece) => getSharedArea(piece, data) > 0);
}

/** Returns the union of a polygon with the gaps to its neighbours. The result slightly overlaps the neighbours. */
function fillGaps(data: PolygonData, neighbours: readonly PolygonData[], maxGap: number): Ring[] {
  const strips = neighbours.flatMap((neighbour) => coverGap(data, neighbour, maxGap));
  const extendedAreas = uniteRings([data, ...strips].flatMap(toArea)).flat();
  // Also fill small holes between the polygon and its neighbours. They remain at dents with steep sides, which the strips do not cover.
  const holes = uniteRings([...extendedAreas, ...neighbours.flatMap(toArea)]).flatMap(([, ...inner]) => inner);
  const dentAreas = holes.filter((hole) => -getArea(hole) <= maxGap ** 2).map((hole) => hole.toReversed());
  return uniteRings([...extendedAreas, ...dentAreas]).flat();
}

/** Returns the area that all polygons share. Empty if there is none. */
export function intersectPolygons([firstPolygon, ...otherPolygons]: readonly PolygonData[]): Pieces {
  if (!firstPolygon) return [];
  let area = toPolygons(firstPolygon);
  for (const polygon of otherPolygons) area = combineRings(ClipType.Intersection, area.flat(), toArea(polygon));
  return area.flatMap(splitAtHoles);
}

/** Divides a polygon along a line. Returns one piece if the line does not cross the polygon. */
export function cutPolygon(polygon: PolygonData, { from, to }: Line): Pieces {
  if (!crossesOutline(polygon, { from, to })) return [polygon];
  return divideByArea(toArea(polygon), toArea(coverSideOfLine(polygon, { from, to }))).flatMap(splitAtHoles);
}

/** Returns the shared area of two polygons in square image pixels. */
export function getSharedArea(a: PolygonData, b: PolygonData): number {
  const sharedAreas = combineRings(ClipType.Intersection, toArea(a), toArea(b)).flat();
  return sharedAreas.reduce((sum, ring) => sum + getArea(ring), 0);
}

const uniteRings = (rings: Ring[]): readonly Polygon[] => combineRings(ClipType.Union, rings, []);

/** Combines two areas with the polygon library. An area is a list of rings; a ring in the opposite direction is a hole. */
function combineRings(type: ClipType, subject: Ring[], clip: Ring[]): readonly Polygon[] {
  const clipper = new Clipper64();
  clipper.addSubject(subject);
  clipper.addClip(clip);
  const tree = new PolyTree64();
  clipper.execute(type, FillRule.NonZero, tree);
  return listPolygons(tree);
}

function listPolygons(parent: PolyPath64): readonly Polygon[] {
  return listChildren(parent).flatMap((outer) => {
    const holes = listChildren(outer);
    return [[outer.poly ?? [], ...holes.map(({ poly }) => poly ?? [])], ...holes.flatMap(listPolygons)];
  });
}

const listChildren = (parent: PolyPath64): readonly PolyPath64[] =>
  Array.from({ length: parent.count }, (_, index) => parent.child(index));

/** Divides an area into the parts outside and inside of another area. */
const divideByArea = (area: Ring[], dividingArea: Ring[]): readonly Polygon[] =>
  [ClipType.Difference, ClipType.Intersection].flatMap((type) => combineRings(type, area, dividingArea));

function toPolygons(data: PolygonData): readonly Polygon[] {
  const ring: Ring = [];
  for (let i = 0; i < data.length; i += 2) ring.push({ x: Math.round(data[i]! * SCALE), y: Math.round(data[i + 1]! * SCALE) });
  // Unite the ring with itself. If its line crosses itself, some parts would otherwise have the direction of holes.
  return uniteRings([ring]);
}

const toArea = (data: PolygonData): Ring[] => toPolygons(data).flat();

const toData = (ring: Ring): PolygonData => ring.flatMap(({ x, y }) => [x / SCALE, y / SCALE]);

/** Divides a polygon through the middle of each hole, because polygons of the console cannot have holes. */
function splitAtHoles(polygon: Polygon): readonly PolygonData[] {
  const [outer, hole] = polygon;
  if (!hole) return [toData(outer)];
  const { minY, maxY } = getPolygonBounds(toData(hole));
  const bounds = getPolygonBounds(toData(outer));
  const upperHalf = toArea(toRectangle({ ...bounds, minY: bounds.minY - 1, maxY: (minY + maxY) / 2 }));
  return divideByArea([...polygon], upperHalf).flatMap(splitAtHoles);
}

function toRectangle({ minX, minY, maxX, maxY }: ReturnType<typeof getPolygonBounds>): PolygonData {
  return [minX - 1, minY, maxX + 1, minY, maxX + 1, maxY, minX - 1, maxY];
}

/** Returns a rectangle that covers one side of a line, and extends beyond the polygon. */
function coverSideOfLine(polygon: PolygonData, { from, to }: Line): PolygonData {
  const { minX, minY, maxX, maxY } = getPolygonBounds(polygon);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  const extensionLength = 2 * (maxX - minX + maxY - minY) + length;
  const direction = { x: ((to.x - from.x) / length) * extensionLength, y: ((to.y - from.y) / length) * extensionLength };
  const [start, end] = [
    { x: from.x - direction.x, y: from.y - direction.y },
    { x: to.x + direction.x, y: to.y + direction.y },
  ];
  return [start.x, start.y, end.x, end.y, end.x - direction.y, end.y + direction.x, start.x - direction.y, start.y + direction.x];
}

function crossesOutline(polygon: PolygonData, { from, to }: Line): boolean {
  if (from.x === to.x && from.y === to.y) return false;
  for (let i = 0, j = polygon.length - 2; i < polygon.length; j = i, i += 2) {
    const [start, end] = [
      { x: polygon[j]!, y: polygon[j + 1]! },
      { x: polygon[i]!, y: polygon[i + 1]! },
    ];
    if (getTurn(from, to, start) * getTurn(from, to, end) <= 0 && getTurn(start, end, from) * getTurn(start, end, to) <= 0)
      return true;
  }
  return false;
}

/** Returns a positive number if c is to the right of the direction from a to b, 0 on the line. */
function getTurn(a: Vec, b: Vec, c: Vec): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}

/** Returns the area of a ring in square image pixels, negative for the direction of holes. */
function getArea(ring: Ring): number {
  let doubleArea = 0;
  for (const [index, { x, y }] of ring.entries()) {
    const nextVertex = ring[(index + 1) % ring.length]!;
    doubleArea += x * nextVertex.y - nextVertex.x * y;
  }
  return doubleArea / 2 / SCALE ** 2;
}
