import { contours } from 'd3-contour';
import simplify from 'simplify-js';
import type { Box } from '../../scores/box-overlap';
import { MASK_MARGIN, MASK_SIZE } from './mask-model';

/** Maximum distance between the simplified and the exact outline, as a fraction of the box's diagonal. */
const TOLERANCE = 0.016;
/** Minimum mask value of a point inside the object. */
const INSIDE_THRESHOLD = 0.5;

/**
 * Traces the outline of a mask as x, y, x, y ... in pixels, simplified to few points. The mask is MASK_SIZE x MASK_SIZE values
 * from 0 to 1 over the box enlarged by MASK_MARGIN. Only the largest part is traced. An empty mask gives the outline of the box.
 */
export function traceOutline(mask: Float32Array, box: Box): number[] {
  const [x1, y1, x2, y2] = box;
  const [width, height] = [x2 - x1, y2 - y1];
  const largestRing = contours()
    .size([MASK_SIZE, MASK_SIZE])
    .contour([...mask], INSIDE_THRESHOLD)
    .coordinates.map(([outer = []]) => outer)
    .reduce<number[][]>((best, ring) => (getRingArea(ring) > getRingArea(best) ? ring : best), []);
  const ringInPixels = largestRing.map(([column = 0, row = 0]) => ({
    x: x1 + ((column / MASK_SIZE) * (1 + 2 * MASK_MARGIN) - MASK_MARGIN) * width,
    y: y1 + ((row / MASK_SIZE) * (1 + 2 * MASK_MARGIN) - MASK_MARGIN) * height,
  }));
  const simplifiedRing = simplify(ringInPixels, TOLERANCE * Math.hypot(width, height), true);
  // The ring is closed: its last point repeats the first.
  simplifiedRing.pop();
  if (simplifiedRing.length < 3) return [x1, y1, x2, y1, x2, y2, x1, y2];
  return simplifiedRing.flatMap(({ x, y }) => [x, y]);
}

/** Area of a closed ring (shoelace formula). */
function getRingArea(ring: readonly number[][]): number {
  let doubleArea = 0;
  for (let index = 1; index < ring.length; index++) {
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [ring[index - 1]!, ring[index]!];
    doubleArea += x1 * y2 - x2 * y1;
  }
  return Math.abs(doubleArea) / 2;
}
