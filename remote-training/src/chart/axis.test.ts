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
])('an axis of counts up to %j stands on whole numbers', (values, ticks) => {
  expect(createAxis('count', values)).toEqual({ max: ticks.at(-1), ticks });
});

test('an axis of measured values may have parts', () => expect(createAxis('number', [0.3]).ticks).toEqual([0, 0.1, 0.2, 0.3]));

test('shares end at 1, however small they are', () => expect(createAxis('ratio', [0.01]).max).toBe(1));

test('rows of one name are told apart by their ids', () => {
  const rows = [
    { id: '1234567890', name: 'Cup' },
    { id: 'abcdefghij', name: 'Cup' },
    { id: 'x', name: 'Jar' },
  ];
  expect([...getDistinctNames(rows).values()]).toEqual(['Cup · 123456', 'Cup · abcdef', 'Jar']);
});

test('a file of a table quotes what would break it, and runs no formula', () =>
  expect(
    formatCsv(
      ['Name', 'Recall'],
      [
        ['a "b", c', null],
        ['=1+1', -0.5],
      ],
    ),
  ).toBe('Name,Recall\r\n"a ""b"", c",\r\n\'=1+1,-0.5\r\n'));
