import { boundsOf, isWithin, polygonOverlap, type Outline } from './polygon-overlap';

const SQUARE: Outline = [0, 0, 10, 0, 10, 10, 0, 10];
const HALF: Outline = [0, 0, 10, 0, 0, 10];
/** A square with a bite: what lies between its arms is outside. */
const ARMS: Outline = [0, 0, 10, 0, 10, 10, 8, 10, 8, 2, 2, 2, 2, 10, 0, 10];

it.each<[string, Outline, Outline, number]>([
  ['the same', SQUARE, SQUARE, 1],
  ['a half', SQUARE, HALF, 0.5],
  ['moved by half', SQUARE, [5, 0, 15, 0, 15, 10, 5, 10], 1 / 3],
  ['apart', SQUARE, [20, 0, 30, 0, 30, 10], 0],
  ['between the arms', ARMS, [2, 2, 8, 2, 8, 10, 2, 10], 0],
  ['the arms of the square', ARMS, SQUARE, 0.52],
  ['without area', SQUARE, [1, 1, 5, 1], 0],
])('overlap of outlines: %s', (_, a, b, expected) => {
  expect(polygonOverlap(a, b)).toBeCloseTo(expected, 2);
  expect(polygonOverlap(b, a)).toBeCloseTo(expected, 2);
});

it('knows what lies within', () => {
  expect(isWithin(ARMS, 1, 5)).toBe(true);
  expect(isWithin(ARMS, 5, 5)).toBe(false);
  expect(isWithin(ARMS, 9, 5)).toBe(true);
  expect(isWithin(ARMS, 11, 5)).toBe(false);
  expect(boundsOf(ARMS)).toEqual([0, 0, 10, 10]);
});
