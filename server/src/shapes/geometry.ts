import { badField } from '../errors';
import { messages } from './messages';

interface PictureSize {
  img_width: number;
  img_height: number;
}

/** A box has area and lies on the picture. Throws 400. */
export function checkBox(data: readonly number[], image: PictureSize): void {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
  if (x2 <= x1 || y2 <= y1) throw badField('data', messages.noArea);
  checkInside(data, image);
}

/** A polygon has area and lies on the picture. Throws 400. */
export function checkPolygon(data: readonly number[], image: PictureSize): void {
  checkInside(data, image);
  if (twiceArea(data) === 0) throw badField('data', messages.noArea);
}

/** A point lies on the picture. Throws 400. */
export function checkInside(data: readonly number[], { img_width, img_height }: PictureSize): void {
  const isInside = data.every((value, index) => value >= 0 && value <= (index % 2 === 0 ? img_width : img_height));
  if (!isInside) throw badField('data', messages.outside(img_width, img_height));
}

/** `[x1, y1, x2, y2]` around a flat list of vertices. */
export function boundingBox(data: readonly number[]): [number, number, number, number] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (let index = 0; index < data.length; index += 2) {
    const x = data[index] ?? 0;
    const y = data[index + 1] ?? 0;
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  return [left, top, right, bottom];
}

/** Shoelace formula, unsigned. A crossing outline may sum to nothing; then the triangles from its first vertex are added up. */
export function twiceArea(data: readonly number[]): number {
  let sum = 0;
  const [x0 = 0, y0 = 0] = data;
  let spread = 0;
  for (let index = 0; index < data.length; index += 2) {
    const x = data[index] ?? 0;
    const y = data[index + 1] ?? 0;
    const nextX = data[(index + 2) % data.length] ?? 0;
    const nextY = data[(index + 3) % data.length] ?? 0;
    sum += x * nextY - nextX * y;
    spread += Math.abs((x - x0) * (nextY - y0) - (nextX - x0) * (y - y0));
  }
  return sum === 0 ? spread : Math.abs(sum);
}

/** Intersection over union of two boxes, each `[x1, y1, x2, y2]`: 0 to 1. */
export function overlapOf(a: readonly number[], b: readonly number[]): number {
  const [ax1 = 0, ay1 = 0, ax2 = 0, ay2 = 0] = a;
  const [bx1 = 0, by1 = 0, bx2 = 0, by2 = 0] = b;
  const shared = Math.max(0, Math.min(ax2, bx2) - Math.max(ax1, bx1)) * Math.max(0, Math.min(ay2, by2) - Math.max(ay1, by1));
  const all = (ax2 - ax1) * (ay2 - ay1) + (bx2 - bx1) * (by2 - by1) - shared;
  return all > 0 ? shared / all : 0;
}
