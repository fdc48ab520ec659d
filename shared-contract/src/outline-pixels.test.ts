import { visitPixelsInOutlines, type ColumnRange } from './outline-pixels';

/** Returns the visited pixels as rows of text. */
function drawOutlines(outlines: readonly (readonly number[])[], columnRange?: ColumnRange): string[] {
  const rows = Array.from({ length: 5 }, () => Array.from({ length: 6 }, () => '.'));
  visitPixelsInOutlines(
    outlines,
    (column, first, end) => rows.slice(first, end).forEach((row) => (row[column] = '#')),
    columnRange,
  );
  return rows.map((row) => row.join(''));
}

const SQUARE_OUTLINE = [0, 0, 5, 0, 5, 5, 0, 5];

test('visits the pixels whose centers are inside, including at slanted edges', () => {
  // Pixel centers that are exactly on the slanted edge count as outside.
  expect(drawOutlines([[0, 0, 4, 0, 0, 4]])).toEqual(['###...', '##....', '#.....', '......', '......']);
});

test('leaves out holes, and the columns outside the range', () => {
  const hole = [1, 1, 4, 1, 4, 4, 1, 4];
  expect(drawOutlines([SQUARE_OUTLINE, hole])).toEqual(['#####.', '#...#.', '#...#.', '#...#.', '#####.']);
  expect(drawOutlines([SQUARE_OUTLINE, hole], { first: 1, end: 3 })).toEqual(['.##...', '......', '......', '......', '.##...']);
});

test('visits nothing along an edge that is drawn back and forth', () => {
  expect(drawOutlines([[1, 1, 3, 1, 3, 3, 5, 5, 3, 3, 1, 3]])).toEqual(['......', '.##...', '.##...', '......', '......']);
});
