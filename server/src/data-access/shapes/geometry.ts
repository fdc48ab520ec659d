import { computeEnclosingBox } from '@console/shared-contract/rotated-box';
import { createFieldError } from '../../platform/errors';
import { messages } from './messages';

export { computeBoundingBox } from '@console/shared-contract/box-overlap';

interface ImageSize {
  img_width: number;
  img_height: number;
}

/** Throws 400 unless the box `[x1, y1, x2, y2]` has a positive area and is inside the image. */
export function requireValidBox(data: readonly number[], image: ImageSize): void {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
  if (x2 <= x1 || y2 <= y1) throw createFieldError('data', messages.noArea);
  requireInsideImage(data, image);
}

/** Returns the upright box around a rotated box. Throws 400 if the rotated box is outside the image. */
export function requireEnclosingBox(rotatedBox: readonly number[], { img_width, img_height }: ImageSize): number[] {
  const box = computeEnclosingBox(rotatedBox, { width: img_width, height: img_height });
  if (!box) throw createFieldError('rotated_box', messages.outsideImage(img_width, img_height));
  return box;
}

/** Throws 400 unless the polygon has a positive area and is inside the image. */
export function requireValidPolygon(data: readonly number[], image: ImageSize): void {
  requireInsideImage(data, image);
  if (computeTwiceArea(data) === 0) throw createFieldError('data', messages.noArea);
}

/** Throws 400 with the name of the field unless all points of the flat list are inside the image. */
export function requireInsideImage(data: readonly number[], { img_width, img_height }: ImageSize, field = 'data'): void {
  const isInside = data.every((value, index) => value >= 0 && value <= (index % 2 === 0 ? img_width : img_height));
  if (!isInside) throw createFieldError(field, messages.outsideImage(img_width, img_height));
}

/**
 * Returns twice the unsigned area (shoelace formula). The signed parts of a self-crossing outline can cancel out to 0. The function then
 * adds the areas of the triangles from the first vertex, so that only a degenerate outline has no area.
 */
export function computeTwiceArea(data: readonly number[]): number {
  let twiceArea = 0;
  const [originX = 0, originY = 0] = data;
  let triangleSum = 0;
  for (let index = 0; index < data.length; index += 2) {
    const x = data[index] ?? 0;
    const y = data[index + 1] ?? 0;
    const nextX = data[(index + 2) % data.length] ?? 0;
    const nextY = data[(index + 3) % data.length] ?? 0;
    twiceArea += x * nextY - nextX * y;
    triangleSum += Math.abs((x - originX) * (nextY - originY) - (nextX - originX) * (y - originY));
  }
  return twiceArea === 0 ? triangleSum : Math.abs(twiceArea);
}
