import type { Bounds, BoxData, PictureSize, PolygonData, Shape, Vec } from '../types';
import { boxArea, normaliseBox } from './box';
import { clampTranslation, snapToPicture } from './picture';
import { distanceToOutline, isInPolygon, normalisePolygon, polygonArea, polygonBounds } from './polygon';

export function shapeBounds(shape: Shape): Bounds {
  switch (shape.kind) {
    case 'object':
      return { minX: shape.data[0], minY: shape.data[1], maxX: shape.data[2], maxY: shape.data[3] };
    case 'polygon':
      return polygonBounds(shape.data);
    case 'point':
      return { minX: shape.data[0], minY: shape.data[1], maxX: shape.data[0], maxY: shape.data[1] };
  }
}

/**
 * Intersection over union of two bounds, 0 to 1 (Jaccard index; as in the PASCAL VOC and COCO scores). Bounds that have no
 * area overlap nothing.
 */
export function boundsOverlap(a: Bounds, b: Bounds): number {
  const width = Math.min(a.maxX, b.maxX) - Math.max(a.minX, b.minX);
  const height = Math.min(a.maxY, b.maxY) - Math.max(a.minY, b.minY);
  if (width <= 0 || height <= 0) return 0;
  const areaOf = ({ minX, minY, maxX, maxY }: Bounds) => (maxX - minX) * (maxY - minY);
  return (width * height) / (areaOf(a) + areaOf(b) - width * height);
}

/** Square picture pixels; a point has none, so it wins every hit test by size. */
export function shapeArea(shape: Shape): number {
  switch (shape.kind) {
    case 'object':
      return boxArea(shape.data);
    case 'polygon':
      return polygonArea(shape.data);
    case 'point':
      return 0;
  }
}

/** Whether `point` is in the shape, or at most `tolerance` outside it; all in picture pixels. */
export function hitsShape(shape: Shape, point: Vec, tolerance: number): boolean {
  switch (shape.kind) {
    case 'object': {
      const [x1, y1, x2, y2] = shape.data;
      return point.x >= x1 - tolerance && point.x <= x2 + tolerance && point.y >= y1 - tolerance && point.y <= y2 + tolerance;
    }
    case 'polygon':
      return isInPolygon(point, shape.data) || distanceToOutline(point, shape.data) <= tolerance;
    case 'point':
      return Math.hypot(point.x - shape.data[0], point.y - shape.data[1]) <= tolerance;
  }
}

/** Whether `point` is at most `tolerance` from the shape's outline; all in picture pixels. */
export function hitsOutline(shape: Shape, point: Vec, tolerance: number): boolean {
  if (shape.kind === 'point') return hitsShape(shape, point, tolerance);
  return distanceToOutline(point, shape.kind === 'object' ? boxOutline(shape.data) : shape.data) <= tolerance;
}

/** The four corners of a box as a polygon. */
function boxOutline([x1, y1, x2, y2]: BoxData): PolygonData {
  return [x1, y1, x2, y1, x2, y2, x1, y2];
}

/** The bounds of all the shapes; null of none. */
export function commonBounds(shapes: readonly Shape[]): Bounds | null {
  let common: Bounds | null = null;
  for (const shape of shapes) {
    const own = shapeBounds(shape);
    common = common
      ? {
          minX: Math.min(common.minX, own.minX),
          minY: Math.min(common.minY, own.minY),
          maxX: Math.max(common.maxX, own.maxX),
          maxY: Math.max(common.maxY, own.maxY),
        }
      : own;
  }
  return common;
}

/** The shape moved by whole picture pixels and kept inside the picture; the same object if it cannot move. */
export function translateShape<S extends Shape>(shape: S, delta: Vec, picture: PictureSize): S {
  return translateShapes([shape], delta, picture)[0] ?? shape;
}

/** The shapes moved together, so that they keep their places to each other; the same array if they cannot move. */
export function translateShapes<S extends Shape>(shapes: readonly S[], delta: Vec, picture: PictureSize): readonly S[] {
  const bounds = commonBounds(shapes);
  const { x, y } = bounds ? clampTranslation(bounds, delta, picture) : { x: 0, y: 0 };
  if (x === 0 && y === 0) return shapes;
  return shapes.map((shape) => ({ ...shape, data: shape.data.map((value, index) => value + (index % 2 === 0 ? x : y)) }));
}

/** The shape with integer coordinates clamped to the picture, or null if that leaves nothing that can be saved. */
export function normaliseShape<S extends Shape>(shape: S, picture: PictureSize): S | null {
  const data = normaliseData(shape, picture);
  if (!data) return null;
  return sameNumbers(data, shape.data) ? shape : { ...shape, data };
}

function normaliseData(shape: Shape, picture: PictureSize): Shape['data'] | null {
  switch (shape.kind) {
    case 'object':
      return normaliseBox(shape.data, picture);
    case 'polygon':
      return normalisePolygon(shape.data, picture);
    case 'point': {
      const [x, y] = shape.data;
      return Number.isFinite(x) && Number.isFinite(y) ? snapToPicture({ x, y }, picture) : null;
    }
  }
}

export function sameNumbers(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
