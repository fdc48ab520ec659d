import { polygonOverlap } from '../scores/polygon-overlap';
import { MARGIN, MASK } from './mask-file';
import { outlineOf } from './outline';

/** A mask from what lies inside, by places of -1 to 1 across the box itself. */
const maskOf = (isInside: (x: number, y: number) => boolean) =>
  Float32Array.from({ length: MASK * MASK }, (_, at) => {
    const place = (of: number) => (((of + 0.5) / MASK) * 2 - 1) * (1 + 2 * MARGIN);
    return isInside(place(at % MASK), place(Math.floor(at / MASK))) ? 1 : 0;
  });

it('traces a round thing with few points', () => {
  const outline = outlineOf(
    maskOf((x, y) => x * x + y * y < 1),
    [100, 50, 300, 150],
  );
  const ellipse = Array.from({ length: 100 }, (_, at) => {
    const angle = (at / 100) * 2 * Math.PI;
    return [200 + 100 * Math.cos(angle), 100 + 50 * Math.sin(angle)];
  });
  expect(polygonOverlap(outline, ellipse.flat())).toBeGreaterThan(0.93);
  expect(outline.length / 2).toBeLessThanOrEqual(24);
});

it('takes the largest of several parts', () => {
  const outline = outlineOf(
    maskOf((x, y) => Math.abs(y) < 0.9 && (x < -0.7 || x > 0)),
    [0, 0, 100, 100],
  );
  expect(Math.min(...outline.filter((_, at) => at % 2 === 0))).toBeGreaterThan(40);
});

it('answers the box where the mask is empty, and its reach where the mask is full', () => {
  expect(
    outlineOf(
      maskOf(() => false),
      [0, 0, 10, 20],
    ),
  ).toEqual([0, 0, 10, 0, 10, 20, 0, 20]);
  const full = outlineOf(
    maskOf(() => true),
    [0, 0, 100, 100],
  );
  expect(polygonOverlap(full, [-10, -10, 110, -10, 110, 110, -10, 110])).toBeGreaterThan(0.95);
});
