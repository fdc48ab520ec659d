import { assignCells, NOTHING, UNSURE } from './assign';
import type { Box } from '../scores/overlap';

const cellsOf = (...boxes: Box[]) =>
  [
    ...assignCells(
      boxes.map((box) => ({ label: 0, box })),
      6,
      1,
      10,
    ),
  ].map((cell) => (cell === NOTHING ? '.' : cell === UNSURE ? '?' : cell));

it.each<[string, Box[], (string | number)[]]>([
  ['the middle of a box stands for it, its edge for nothing sure', [[0, 0, 60, 10]], ['?', '?', 0, 0, '?', '?']],
  ['what is smaller than a cell has the cell about its centre', [[21, 4, 23, 6]], ['.', '.', 0, '.', '.', '.']],
  [
    'what lies in something larger has its own cells',
    [
      [0, 0, 60, 10],
      [21, 2, 29, 8],
    ],
    ['?', '?', 1, 0, '?', '?'],
  ],
  ['what lies beyond the edge has the cell beside', [[60, 0, 70, 10]], ['.', '.', '.', '.', '.', 0]],
  ['without boxes there is nothing', [], ['.', '.', '.', '.', '.', '.']],
])('%s', (_, boxes, expected) => {
  expect(cellsOf(...boxes)).toEqual(expected);
});
