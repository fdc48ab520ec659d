import { computePolygonOverlap } from '../../scores/polygon-overlap';
import { MASK_MARGIN, MASK_SIZE } from './mask-model';
import { traceOutline } from './outline';

/** Creates a mask from a predicate over positions from -1 to 1 across the box. */
const createMask = (isInside: (x: number, y: number) => boolean) =>
  Float32Array.from({ length: MASK_SIZE * MASK_SIZE }, (_, position) => {
    const toPosition = (index: number) => (((index + 0.5) / MASK_SIZE) * 2 - 1) * (1 + 2 * MASK_MARGIN);
    return isInside(toPosition(position % MASK_SIZE), toPosition(Math.floor(position / MASK_SIZE))) ? 1 : 0;
  });

it('traceOutline traces a round object with few points', () => {
  const outline = traceOutline(
    createMask((x, y) => x * x + y * y < 1),
    [100, 50, 300, 150],
  );
  const ellipse = Array.from({ length: 100 }, (_, position) => {
    const angle = (position / 100) * 2 * Math.PI;
    return [200 + 100 * Math.cos(angle), 100 + 50 * Math.sin(angle)];
  });
  expect(computePolygonOverlap(outline, ellipse.flat())).toBeGreaterThan(0.93);
  expect(outline.length / 2).toBeLessThanOrEqual(24);
});

it('traceOutline traces the largest of several separate regions', () => {
  const outline = traceOutline(
    createMask((x, y) => Math.abs(y) < 0.9 && (x < -0.7 || x > 0)),
    [0, 0, 100, 100],
  );
  expect(Math.min(...outline.filter((_, position) => position % 2 === 0))).toBeGreaterThan(40);
});

it('traceOutline returns the box for an empty mask, the enlarged box for a full mask', () => {
  expect(
    traceOutline(
      createMask(() => false),
      [0, 0, 10, 20],
    ),
  ).toEqual([0, 0, 10, 0, 10, 20, 0, 20]);
  const fullMaskOutline = traceOutline(
    createMask(() => true),
    [0, 0, 100, 100],
  );
  expect(computePolygonOverlap(fullMaskOutline, [-10, -10, 110, -10, 110, 110, -10, 110])).toBeGreaterThan(0.95);
});
