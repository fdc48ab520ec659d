import { assignCells, BACKGROUND, IGNORED_CELL } from './assign-cells';
import type { Box } from '../../scores/box-overlap';

/** One character per cell of a row of ten: `.` for background, `?` for an ignored cell, otherwise the index of the object. */
const formatCells = (...boxes: Box[]) =>
  [
    ...assignCells(
      boxes.map((box) => ({ label: 0, box })),
      10,
      1,
      10,
    ),
  ]
    .map((cell) => (cell === BACKGROUND ? '.' : cell === IGNORED_CELL ? '?' : cell))
    .join('');

it.each<[string, Box[], string]>([
  ['assigns the middle of a box to its object and ignores the border', [[0, 0, 100, 10]], '.?000000?.'],
  ['assigns an object smaller than a cell to the cell at its centre', [[21, 4, 23, 6]], '..0.......'],
  [
    'assigns cells to the smaller of two nested objects',
    [
      [0, 0, 100, 10],
      [31, 2, 39, 8],
    ],
    '.?010000?.',
  ],
  ['assigns an object beyond the edge to the nearest cell', [[100, 0, 110, 10]], '.........0'],
  ['assigns all cells to the background without boxes', [], '..........'],
])('%s', (_, boxes, expected) => {
  expect(formatCells(...boxes)).toEqual(expected);
});

it('marks all cells of left-out regions as ignored, except cells of objects', () => {
  const toObject = (box: Box) => ({ label: 0, box });
  const cells = assignCells([toObject([0, 0, 20, 10])], 6, 1, 10, [toObject([0, 0, 40, 10])]);
  expect([...cells]).toEqual([0, 0, IGNORED_CELL, IGNORED_CELL, BACKGROUND, BACKGROUND]);
});
