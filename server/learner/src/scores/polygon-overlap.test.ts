import { getBounds, isInsideOutline, computePolygonOverlap, type Outline } from './polygon-overlap';

const SQUARE: Outline = [0, 0, 10, 0, 10, 10, 0, 10];
const HALF: Outline = [0, 0, 10, 0, 0, 10];
/** A square with a notch: the points between its arms lie outside. */
const ARMS: Outline = [0, 0, 10, 0, 10, 10, 8, 10, 8, 2, 2, 2, 2, 10, 0, 10];
/** A square with a hole and a second part, joined by edges that are traversed in both directions. */
const PARTS: Outline = [...SQUARE, 0, 0, ...[3, 3, 7, 3, 7, 7, 3, 7, 3, 3], ...[20, 0, 24, 0, 24, 4, 20, 4, 20, 0], 3, 3];

it.each<[string, Outline, Outline, number]>([
  ['is 1 for equal outlines', SQUARE, SQUARE, 1],
  ['is the ratio of the areas for nested outlines', SQUARE, HALF, 0.5],
  ['is a third for outlines shifted by half', SQUARE, [5, 0, 15, 0, 15, 10, 5, 10], 1 / 3],
  ['is 0 for separate outlines', SQUARE, [20, 0, 30, 0, 30, 10], 0],
  ['is 0 for an outline in the notch of another', ARMS, [2, 2, 8, 2, 8, 10, 2, 10], 0],
  ['subtracts the notch', ARMS, SQUARE, 0.52],
  ['subtracts a hole', PARTS, [...SQUARE, 0, 0, ...[20, 0, 24, 0, 24, 4, 20, 4, 20, 0]], 100 / 116],
  ['is 0 for an outline in a hole', PARTS, [3, 3, 7, 3, 7, 7, 3, 7], 0],
  ['adds the parts', PARTS, SQUARE, 84 / 116],
  ['is 0 for an outline without area', SQUARE, [1, 1, 5, 1], 0],
])('the overlap of two outlines %s', (_, a, b, expected) => {
  expect(computePolygonOverlap(a, b)).toBeCloseTo(expected, 2);
  expect(computePolygonOverlap(b, a)).toBeCloseTo(expected, 2);
});

it('a point in the notch of an outline lies outside', () => {
  expect(isInsideOutline(ARMS, 1, 5)).toBe(true);
  expect(isInsideOutline(ARMS, 5, 5)).toBe(false);
  expect(isInsideOutline(ARMS, 9, 5)).toBe(true);
  expect(isInsideOutline(ARMS, 11, 5)).toBe(false);
  expect(getBounds(ARMS)).toEqual([0, 0, 10, 10]);
});

it('points in a hole or between two parts lie outside', () => {
  const points = [
    [1, 1],
    [5, 5],
    [15, 2],
    [22, 2],
  ] as const;
  expect(points.map(([x, y]) => isInsideOutline(PARTS, x, y))).toEqual([true, false, false, true]);
});
