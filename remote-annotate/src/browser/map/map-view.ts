/** The part of the map that is visible. */
export interface MapView {
  /** The position in the center. */
  x: number;
  y: number;
  /** Screen pixels for each unit of the map. */
  scale: number;
}

export interface Size {
  width: number;
  height: number;
}

/**
 * x and y, in units of the map, or in pixels from the upper left corner of the canvas. The y axis points up on the map and down on
 * the canvas.
 */
export type Position = readonly [x: number, y: number];

export interface Positions {
  x: Float32Array;
  y: Float32Array;
}

const MARGIN = 24;
const MAX_SCALE_RATIO = 500;
const MIN_SCALE_RATIO = 0.5;
/** Minimum width of the visible part. Without a minimum, the view of a single point would be magnified infinitely. */
const MIN_EXTENT = 0.02;
/** Maximum number of vertices of a selected area. The area is part of the URL, which should stay short. */
const MAX_VERTICES = 60;
/** Number of decimals of a vertex in the URL. At the highest zoom, a step of the last decimal is about two pixels. */
const DECIMALS = 5;

/** Returns the view that shows all points. */
export function fitView({ x, y }: Positions, { width, height }: Size): MapView {
  let [left, right, bottom, top] = [Infinity, -Infinity, Infinity, -Infinity];
  for (let index = 0; index < x.length; index += 1) {
    left = Math.min(left, x[index]!);
    right = Math.max(right, x[index]!);
    bottom = Math.min(bottom, y[index]!);
    top = Math.max(top, y[index]!);
  }
  if (x.length === 0) [left, right, bottom, top] = [-1, 1, -1, 1];
  const scale = Math.min(
    Math.max(1, width - 2 * MARGIN) / Math.max(MIN_EXTENT, right - left),
    Math.max(1, height - 2 * MARGIN) / Math.max(MIN_EXTENT, top - bottom),
  );
  return { x: (left + right) / 2, y: (bottom + top) / 2, scale };
}

export function toMap({ x, y, scale }: MapView, { width, height }: Size, [left, top]: Position): Position {
  return [x + (left - width / 2) / scale, y - (top - height / 2) / scale];
}

export function toScreen({ x, y, scale }: MapView, { width, height }: Size, position: Position): Position {
  return [width / 2 + (position[0] - x) * scale, height / 2 - (position[1] - y) * scale];
}

/**
 * Zooms around `fixedPosition` (screen pixels), so that the map position there does not move. The zoom is limited relative to
 * `fittedView`, the view of all points.
 */
export function zoomView(view: MapView, size: Size, factor: number, fixedPosition: Position, fittedView: MapView): MapView {
  const scale = Math.min(fittedView.scale * MAX_SCALE_RATIO, Math.max(fittedView.scale * MIN_SCALE_RATIO, view.scale * factor));
  const [x, y] = toMap(view, size, fixedPosition);
  const [movedX, movedY] = toMap({ ...view, scale }, size, fixedPosition);
  return { x: view.x + x - movedX, y: view.y + y - movedY, scale };
}

/** Returns the index of the point that is nearest to a position, or -1 if none is within `maxDistance` units. */
export function findNearest({ x, y }: Positions, point: Position, maxDistance: number): number {
  let [nearestIndex, minSquaredDistance] = [-1, maxDistance ** 2];
  for (let index = 0; index < x.length; index += 1) {
    const squaredDistance = (x[index]! - point[0]) ** 2 + (y[index]! - point[1]) ** 2;
    if (squaredDistance <= minSquaredDistance) [nearestIndex, minSquaredDistance] = [index, squaredDistance];
  }
  return nearestIndex;
}

/** Returns the corners of the visible part. */
export function getVisibleArea(view: MapView, size: Size): Position[] {
  const [left, top] = toMap(view, size, [0, 0]);
  const [right, bottom] = toMap(view, size, [size.width, size.height]);
  return [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
}

/** Marks the points inside a polygon with 1. Uses the nonzero winding rule, like PostgreSQL. */
export function markInside({ x, y }: Positions, polygon: readonly Position[]): Uint8Array {
  const highlightFlags = new Uint8Array(x.length);
  const [xs, ys] = [polygon.map((vertex) => vertex[0]), polygon.map((vertex) => vertex[1])];
  const [left, right, bottom, top] = [Math.min(...xs), Math.max(...xs), Math.min(...ys), Math.max(...ys)];
  for (let index = 0; index < x.length; index += 1) {
    const [pointX, pointY] = [x[index]!, y[index]!];
    if (pointX < left || pointX > right || pointY < bottom || pointY > top) continue;
    let windingNumber = 0;
    for (let vertex = 0, previousVertex = polygon.length - 1; vertex < polygon.length; previousVertex = vertex, vertex += 1) {
      const [x1, y1, x2, y2] = [xs[previousVertex]!, ys[previousVertex]!, xs[vertex]!, ys[vertex]!];
      const crossProduct = (x2 - x1) * (pointY - y1) - (pointX - x1) * (y2 - y1);
      if (y1 <= pointY && y2 > pointY && crossProduct > 0) windingNumber += 1;
      else if (y1 > pointY && y2 <= pointY && crossProduct < 0) windingNumber -= 1;
    }
    highlightFlags[index] = windingNumber === 0 ? 0 : 1;
  }
  return highlightFlags;
}

/** Formats an area as the value of the filter `map_area`. Reduces a long outline to every n-th vertex. */
export function formatArea(method: string, outline: readonly Position[]): string {
  const vertexInterval = Math.ceil(outline.length / MAX_VERTICES);
  const vertices = outline.filter((_, index) => index % vertexInterval === 0);
  return [method, ...vertices.flat().map((coordinate) => Number(coordinate.toFixed(DECIMALS)))].join(',');
}

/** Parses a value of the filter `map_area`. Null if there is no area, or if it was drawn for another layout method. */
export function parseArea(area: string, method: string): Position[] | null {
  const [areaMethod, ...coordinates] = area.split(',');
  if (areaMethod !== method || coordinates.length < 6) return null;
  return Array.from({ length: Math.floor(coordinates.length / 2) }, (_, index) => [
    Number(coordinates[2 * index]),
    Number(coordinates[2 * index + 1]),
  ]);
}
