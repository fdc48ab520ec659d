/** @jest-environment-options {"dom": true} */
import { createAxis } from './axis';
import { getDistinctNames } from '@console/shared-ui/basics';
import { formatCsv } from '../csv';

test.each([
  [[3], [0, 1, 2, 3]],
  [[0], [0, 1]],
  [[], [0, 1]],
  [
    [42, 7],
    [0, 20, 40, 60],
  ],
  [[1000], [0, 500, 1000]],
])('the axis for counts %j has integer ticks', (values, ticks) => {
  expect(createAxis('count', values)).toEqual({ max: ticks.at(-1), ticks });
});

test('an axis of measured values can have fractional ticks', () =>
  expect(createAxis('number', [0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3]));

test('the axis of ratios ends at 1 even for small values', () => expect(createAxis('ratio', [0.01]).max).toBe(1));

test('getDistinctNames adds the start of the id to duplicate names', () => {
  const rows = [
    { id: '1234567890', name: 'Cup' },
    { id: 'abcdefghij', name: 'Cup' },
    { id: 'x', name: 'Jar' },
  ];
  expect([...getDistinctNames(rows).values()]).toEqual(['Cup · 123456', 'Cup · abcdef', 'Jar']);
});

test('formatCsv quotes special characters and escapes formulas', () =>
  expect(
    formatCsv(
      ['Name', 'Recall'],
      [
        ['a "b", c', null],
        ['=1+1', -0.5],
      ],
    ),
  ).toBe('Name,Recall\r\n"a ""b"", c",\r\n\'=1+1,-0.5\r\n'));
