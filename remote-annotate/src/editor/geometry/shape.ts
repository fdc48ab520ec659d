import type { Bounds, BoxData, PictureSize, PolygonData, Shape, Vec } from '../model/types';
import { getBoxArea, normaliseBox } from './box';
import { clampTranslation, snapToPicture } from './picture';
import { getDistanceToOutline, isInPolygon, normalisePolygon, getPolygonArea, getPolygonBounds } from './polygon';

export function getShapeBounds(shape: Shape): Bounds {
  switch (shape.kind) {
    case 'object':
      return { minX: shape.data[0], minY: shape.data[1], maxX: shape.data[2], maxY: shape.data[3] };
    case 'polygon':
      return getPolygonBounds(shape.data);
    case 'point':
      return { minX: shape.data[0], minY: shape.data[1], maxX: shape.data[0], maxY: shape.data[1] };
  }
}

/**
 * Returns the intersection over union of two bounds, 0 to 1 (Jaccard index, as in PASCAL VOC and COCO). Returns 0 for bounds
 * without area.
 */
export function getIntersectionOverUnion(a: Bounds, b: Bounds): number {
  const width = Math.min(a.maxX, b.maxX) - Math.max(a.minX, b.minX);
  const height = Math.min(a.maxY, b.maxY) - Math.max(a.minY, b.minY);
  if (width <= 0 || height <= 0) return 0;
  const getArea = ({ minX, minY, maxX, maxY }: Bounds) => (maxX - minX) * (maxY - minY);
  return (width * height) / (getArea(a) + getArea(b) - width * height);
}

/** Returns the area in square image pixels. A point has none, so it wins every hit test by size. */
export function getShapeArea(shape: Shape): number {
  switch (shape.kind) {
    case 'object':
      return getBoxArea(shape.data);
    case 'polygon':
      return getPolygonArea(shape.data);
    case 'point':
      return 0;
  }
}

/** Whether `point` is in the shape or at most `tolerance` outside it. All values are in image pixels. */
export function isShapeHit(shape: Shape, point: Vec, tolerance: number): boolean {
  switch (shape.kind) {
    case 'object': {
      const [x1, y1, x2, y2] = shape.data;
      return point.x >= x1 - tolerance && point.x <= x2 + tolerance && point.y >= y1 - tolerance && point.y <= y2 + tolerance;
    }
    case 'polygon':
      return isInPolygon(point, shape.data) || getDistanceToOutline(point, shape.data) <= tolerance;
    case 'point':
      return Math.hypot(point.x - shape.data[0], point.y - shape.data[1]) <= tolerance;
  }
}

/** Whether `point` is at most `tolerance` away from the outline of the shape. All values are in image pixels. */
export function isOutlineHit(shape: Shape, point: Vec, tolerance: number): boolean {
  if (shape.kind === 'point') return isShapeHit(shape, point, tolerance);
  return getDistanceToOutline(point, shape.kind === 'object' ? toBoxOutline(shape.data) : shape.data) <= tolerance;
}

/** Returns the four corners of a box as a polygon. */
function toBoxOutline([x1, y1, x2, y2]: BoxData): PolygonData {
  return [x1, y1, x2, y1, x2, y2, x1, y2];
}

/** Returns the common bounds of shapes, or null without shapes. */
export function getCommonBounds(shapes: readonly Shape[]): Bounds | null {
  let common: Bounds | null = null;
  for (const shape of shapes) {
    const own = getShapeBounds(shape);
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

/** Moves a shape by whole image pixels inside the image. Returns the same object if it cannot move. */
export function translateShape<S extends Shape>(shape: S, delta: Vec, picture: PictureSize): S {
  return translateShapes([shape], delta, picture)[0] ?? shape;
}

/** Moves shapes together, so that their relative positions stay. Returns the same array if they cannot move. */
export function translateShapes<S extends Shape>(shapes: readonly S[], delta: Vec, picture: PictureSize): readonly S[] {
  const bounds = getCommonBounds(shapes);
  const { x, y } = bounds ? clampTranslation(bounds, delta, picture) : { x: 0, y: 0 };
  if (x === 0 && y === 0) return shapes;
  return shapes.map((shape) => ({ ...shape, data: shape.data.map((value, index) => value + (index % 2 === 0 ? x : y)) }));
}

/** Rounds and clamps the coordinates of a shape to the image. Returns null if the result cannot be saved. */
export function normaliseShape<S extends Shape>(shape: S, picture: PictureSize): S | null {
  const data = normaliseData(shape, picture);
  if (!data) return null;
  return areNumbersEqual(data, shape.data) ? shape : { ...shape, data };
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

export function areNumbersEqual(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((value, index) => value === b[index]);
}
