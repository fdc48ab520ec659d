import { createAxis } from './axis';

test.each([
  [[3], [0, 1, 2, 3]],
  [[0], [0, 1]],
  [[], [0, 1]],
  [
    [42, 7],
    [0, 20, 40, 60],
  ],
  [[1000], [0, 500, 1000]],
])('the axis for the counts %j has integer ticks', (values, ticks) => {
  expect(createAxis('count', values)).toEqual({ max: ticks.at(-1), ticks });
});

test('an axis of measured values can have fractional ticks', () =>
  expect(createAxis('number', [0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3]));

test('the axis of ratios ends at 1 even for small values', () => expect(createAxis('ratio', [0.01]).max).toBe(1));
