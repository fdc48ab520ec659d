import { contours } from 'd3-contour';
import simplify from 'simplify-js';
import type { Box } from '../scores/overlap';
import { MARGIN, MASK } from './mask-file';

/** How far an outline may lie from the mask's, as a share of the box's diagonal. */
const TOLERANCE = 0.016;
const INSIDE = 0.5;

/**
 * The outline of a mask, MASK x MASK of 0 to 1 over a box that is larger than the object's by MARGIN, as x, y, x, y ... in
 * pixels, of few points. Of several parts the largest. The box's own outline where the mask is empty.
 */
export function outlineOf(mask: Float32Array, box: Box): number[] {
  const [x1, y1, x2, y2] = box;
  const [width, height] = [x2 - x1, y2 - y1];
  const largest = contours()
    .size([MASK, MASK])
    .contour([...mask], INSIDE)
    .coordinates.map(([outer = []]) => outer)
    .reduce<number[][]>((best, ring) => (areaOf(ring) > areaOf(best) ? ring : best), []);
  const inPixels = largest.map(([column = 0, row = 0]) => ({
    x: x1 + ((column / MASK) * (1 + 2 * MARGIN) - MARGIN) * width,
    y: y1 + ((row / MASK) * (1 + 2 * MARGIN) - MARGIN) * height,
  }));
  const few = simplify(inPixels, TOLERANCE * Math.hypot(width, height), true);
  // The last point is the first again.
  few.pop();
  if (few.length < 3) return [x1, y1, x2, y1, x2, y2, x1, y2];
  return few.flatMap(({ x, y }) => [x, y]);
}

function areaOf(ring: readonly number[][]): number {
  let twice = 0;
  for (let at = 1; at < ring.length; at++) {
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [ring[at - 1]!, ring[at]!];
    twice += x1 * y2 - x2 * y1;
  }
  return Math.abs(twice) / 2;
}
