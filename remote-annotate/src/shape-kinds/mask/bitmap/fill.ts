import { visitPixelsInOutlines } from '@console/shared-contract/outline-pixels';
import type { Bounds, Vec } from '../../../editor/model/types';
import type { Bitmap } from './bitmap';

/** Whether pixels are set or cleared. */
export type PixelValue = 0 | 1;

/** Fills rows of a column. `firstRow` and `endRow` are rows of the image; `endRow` is excluded. */
function fillRows({ left, top, height, pixels }: Bitmap, x: number, firstRow: number, endRow: number, value: PixelValue): void {
  const start = (x - left) * height;
  const [low, high] = [Math.max(0, firstRow - top), Math.min(height, endRow - top)];
  if (low < high) pixels.fill(value, start + low, start + high);
}

/** Fills rows of a column. `top` and `bottom` are coordinates: the pixels whose centers lie between them change. */
const fillColumn = (bitmap: Bitmap, x: number, top: number, bottom: number, value: PixelValue): void =>
  fillRows(bitmap, x, Math.ceil(top - 0.5), Math.floor(bottom - 0.5) + 1, value);

function getColumns(bitmap: Bitmap, minX: number, maxX: number): readonly [first: number, end: number] {
  return [Math.max(bitmap.left, Math.floor(minX)), Math.min(bitmap.left + bitmap.width, Math.ceil(maxX))];
}

/**
 * Moves the center of a brush to the middle of a pixel or, for an even diameter, to a corner between pixels. Therefore, a brush of one
 * pixel always covers exactly the pixel below the pointer.
 */
export function snapBrush({ x, y }: Vec, diameter: number): Vec {
  return diameter % 2 === 1 ? { x: Math.floor(x) + 0.5, y: Math.floor(y) + 0.5 } : { x: Math.round(x), y: Math.round(y) };
}

/** Returns the area that a round brush covers on its way between two positions. */
export function getStrokeBounds(start: Vec, end: Vec, diameter: number): Bounds {
  const radius = diameter / 2;
  return {
    minX: Math.floor(Math.min(start.x, end.x) - radius),
    minY: Math.floor(Math.min(start.y, end.y) - radius),
    maxX: Math.ceil(Math.max(start.x, end.x) + radius),
    maxY: Math.ceil(Math.max(start.y, end.y) + radius),
  };
}

/** Fills the pixels that a round brush covers on its way between two positions. */
export function fillStroke(bitmap: Bitmap, start: Vec, end: Vec, diameter: number, value: PixelValue): void {
  const radius = diameter / 2;
  const length = Math.hypot(end.x - start.x, end.y - start.y);
  // Vector from the center line of the stroke to its straight edges.
  const normal = length === 0 ? null : { x: ((end.y - start.y) / length) * radius, y: ((start.x - end.x) / length) * radius };
  const [firstColumn, endColumn] = getColumns(bitmap, Math.min(start.x, end.x) - radius, Math.max(start.x, end.x) + radius);
  for (let x = firstColumn; x < endColumn; x += 1) {
    const center = x + 0.5;
    let [top, bottom] = [Infinity, -Infinity];
    for (const { x: circleX, y: circleY } of [start, end]) {
      const distance = Math.abs(center - circleX);
      if (distance > radius) continue;
      const halfHeight = Math.sqrt(radius * radius - distance * distance);
      top = Math.min(top, circleY - halfHeight);
      bottom = Math.max(bottom, circleY + halfHeight);
    }
    for (const side of normal && end.x !== start.x ? [1, -1] : []) {
      const [edgeX, edgeY] = [start.x + side * normal!.x, start.y + side * normal!.y];
      const ratio = (center - edgeX) / (end.x - start.x);
      if (ratio < 0 || ratio > 1) continue;
      const y = edgeY + ratio * (end.y - start.y);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
    fillColumn(bitmap, x, top, bottom, value);
  }
}

/** Fills the pixels in a rectangle with integer coordinates. */
export function fillRectangle(bitmap: Bitmap, { minX, minY, maxX, maxY }: Bounds, value: PixelValue): void {
  const [firstColumn, endColumn] = getColumns(bitmap, minX, maxX);
  for (let x = firstColumn; x < endColumn; x += 1) fillColumn(bitmap, x, minY, maxY, value);
}

/** Fills the pixels whose centers are inside a polygon by the even-odd rule. `vertices` is a flat list. */
export const fillPolygon = (bitmap: Bitmap, vertices: readonly number[], value: PixelValue): void =>
  fillOutlines(bitmap, [vertices], value);

/** Fills the pixels whose centers are inside an odd number of closed lines, such as parts and their holes. */
export function fillOutlines(bitmap: Bitmap, outlines: readonly (readonly number[])[], value: PixelValue): void {
  const range = { first: bitmap.left, end: bitmap.left + bitmap.width };
  visitPixelsInOutlines(outlines, (column, firstRow, endRow) => fillRows(bitmap, column, firstRow, endRow, value), range);
}
