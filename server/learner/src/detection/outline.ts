import { contours } from 'd3-contour';
import simplify from 'simplify-js';
import type { Box } from '../scores/overlap';
import { MARGIN, MASK } from './mask-file';

/** Maximum distance between the simplified and the exact outline, as a share of the box's diagonal. */
const TOLERANCE = 0.016;
/** Mask value from which on a point counts as inside. */
const INSIDE = 0.5;

/**
 * Traces the outline of a mask as x, y, x, y ... in pixels, simplified to few points. The mask is MASK x MASK values from 0
 * to 1 over the box enlarged by MARGIN. Only the largest part is traced. An empty mask gives the outline of the box.
 */
export function outlineOf(mask: Float32Array, box: Box): number[] {
  const [x1, y1, x2, y2] = box;
  const [width, height] = [x2 - x1, y2 - y1];
  const largest = contours()
    .size([MASK, MASK])
    .contour([...mask], INSIDE)
    .coordinates.map(([outer = []]) => outer)
    .reduce<number[][]>((best, ring) => (getRingArea(ring) > getRingArea(best) ? ring : best), []);
  const inPixels = largest.map(([column = 0, row = 0]) => ({
    x: x1 + ((column / MASK) * (1 + 2 * MARGIN) - MARGIN) * width,
    y: y1 + ((row / MASK) * (1 + 2 * MARGIN) - MARGIN) * height,
  }));
  const simplified = simplify(inPixels, TOLERANCE * Math.hypot(width, height), true);
  // The ring is closed: its last point repeats the first.
  simplified.pop();
  if (simplified.length < 3) return [x1, y1, x2, y1, x2, y2, x1, y2];
  return simplified.flatMap(({ x, y }) => [x, y]);
}

/** Area of a closed ring (shoelace formula). */
function getRingArea(ring: readonly number[][]): number {
  let doubleArea = 0;
  for (let at = 1; at < ring.length; at++) {
    const [[x1 = 0, y1 = 0], [x2 = 0, y2 = 0]] = [ring[at - 1]!, ring[at]!];
    doubleArea += x1 * y2 - x2 * y1;
  }
  return Math.abs(doubleArea) / 2;
}
