import { assignCells, NOTHING, UNSURE } from './assign';
import type { Box } from '../scores/overlap';

const cellsOf = (...boxes: Box[]) =>
  [
    ...assignCells(
      boxes.map((box) => ({ label: 0, box })),
      10,
      1,
      10,
    ),
  ]
    .map((cell) => (cell === NOTHING ? '.' : cell === UNSURE ? '?' : cell))
    .join('');

it.each<[string, Box[], string]>([
  ['the middle of a box stands for it, around that nothing is sure', [[0, 0, 100, 10]], '.?000000?.'],
  ['what is smaller than a cell has the cell about its centre', [[21, 4, 23, 6]], '..0.......'],
  [
    'what lies in something larger has its own cells',
    [
      [0, 0, 100, 10],
      [31, 2, 39, 8],
    ],
    '.?010000?.',
  ],
  ['what lies beyond the edge has the cell beside', [[100, 0, 110, 10]], '.........0'],
  ['without boxes there is nothing', [], '..........'],
])('%s', (_, boxes, expected) => {
  expect(cellsOf(...boxes)).toEqual(expected);
});
