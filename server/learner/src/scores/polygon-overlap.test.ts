import { getBounds, isInsideOutline, computePolygonOverlap, type Outline } from './polygon-overlap';

const SQUARE: Outline = [0, 0, 10, 0, 10, 10, 0, 10];
const HALF_SQUARE: Outline = [0, 0, 10, 0, 0, 10];
/** A square with a notch: the points between its arms lie outside. */
const NOTCHED_SQUARE: Outline = [0, 0, 10, 0, 10, 10, 8, 10, 8, 2, 2, 2, 2, 10, 0, 10];
/** A square with a hole and a second part, joined by edges that are traversed in both directions. */
const SQUARE_WITH_HOLE_AND_SECOND_PART: Outline = [
  ...SQUARE,
  0,
  0,
  ...[3, 3, 7, 3, 7, 7, 3, 7, 3, 3],
  ...[20, 0, 24, 0, 24, 4, 20, 4, 20, 0],
  3,
  3,
];

it.each<[string, Outline, Outline, number]>([
  ['is 1 for equal outlines', SQUARE, SQUARE, 1],
  ['is the ratio of the areas for nested outlines', SQUARE, HALF_SQUARE, 0.5],
  ['is a third for outlines shifted by half', SQUARE, [5, 0, 15, 0, 15, 10, 5, 10], 1 / 3],
  ['is 0 for separate outlines', SQUARE, [20, 0, 30, 0, 30, 10], 0],
  ['is 0 for an outline in the notch of another', NOTCHED_SQUARE, [2, 2, 8, 2, 8, 10, 2, 10], 0],
  ['subtracts the notch', NOTCHED_SQUARE, SQUARE, 0.52],
  ['subtracts a hole', SQUARE_WITH_HOLE_AND_SECOND_PART, [...SQUARE, 0, 0, ...[20, 0, 24, 0, 24, 4, 20, 4, 20, 0]], 100 / 116],
  ['is 0 for an outline in a hole', SQUARE_WITH_HOLE_AND_SECOND_PART, [3, 3, 7, 3, 7, 7, 3, 7], 0],
  ['adds the areas of separate parts', SQUARE_WITH_HOLE_AND_SECOND_PART, SQUARE, 84 / 116],
  ['is 0 for an outline without area', SQUARE, [1, 1, 5, 1], 0],
])('the overlap of two outlines %s', (_, a, b, expected) => {
  expect(computePolygonOverlap(a, b)).toBeCloseTo(expected, 2);
  expect(computePolygonOverlap(b, a)).toBeCloseTo(expected, 2);
});

it('a point in the notch of an outline lies outside', () => {
  expect(isInsideOutline(NOTCHED_SQUARE, 1, 5)).toBe(true);
  expect(isInsideOutline(NOTCHED_SQUARE, 5, 5)).toBe(false);
  expect(isInsideOutline(NOTCHED_SQUARE, 9, 5)).toBe(true);
  expect(isInsideOutline(NOTCHED_SQUARE, 11, 5)).toBe(false);
  expect(getBounds(NOTCHED_SQUARE)).toEqual([0, 0, 10, 10]);
});

it('points in a hole, or between separate parts of an outline, lie outside', () => {
  const points = [
    [1, 1],
    [5, 5],
    [15, 2],
    [22, 2],
  ] as const;
  expect(points.map(([x, y]) => isInsideOutline(SQUARE_WITH_HOLE_AND_SECOND_PART, x, y))).toEqual([true, false, false, true]);
});
