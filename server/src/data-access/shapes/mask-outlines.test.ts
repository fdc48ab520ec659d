import { computeMaskBox, encodeBitmap, encodeCounts, type MaskSize } from '@console/shared-contract/mask-rle';
import { computeTwiceArea } from './geometry';
import { computeSegmentOverlap, createSegment } from '../shape-similarity/segment';
import { traceJoinedOutline, traceMaskOutlines } from './mask-outlines';

/** Creates a mask from rows of an image, in which # is foreground. */
function createMask(rows: readonly string[]) {
  const size: MaskSize = [rows.length, rows[0]!.length];
  const runs = encodeBitmap(
    rows.flatMap((row) => [...row].map((pixel) => (pixel === '#' ? 1 : 0))),
    size,
  );
  return { data: { size: [...size], counts: encodeCounts(runs) }, bbox: computeMaskBox(runs, size)! };
}

it('traces a rectangle along the edges of its pixels', () => {
  expect(traceMaskOutlines(createMask(['.....', '.###.', '.###.', '.....']))).toEqual({
    outlines: [[4, 1, 4, 3, 1, 3, 1, 1]],
    holes: 0,
  });
});

it('separates parts that touch at a corner, sorts them by area and counts holes', () => {
  const { outlines, holes } = traceMaskOutlines(createMask(['##...', '##...', '..###', '..#.#', '..###']));
  expect(outlines.map(computeTwiceArea)).toEqual([18, 8]);
  expect(holes).toBe(1);
  expect(outlines[1]).toEqual([2, 0, 2, 2, 0, 2, 0, 0]);
});

it.each([
  ['one part', ['.....', '.###.', '.###.', '.....']],
  ['parts that touch at a corner, and a hole', ['##...', '##...', '..###', '..#.#', '..###']],
  ['two holes and a part inside a hole', ['#######', '#.....#', '#.###.#', '#.#.#.#', '#.###.#', '#.....#', '#######']],
  ['the complete image', ['##', '##']],
])('joins the outlines of %s to one that has the same pixels', (_, rows) => {
  const mask = createMask(rows);
  const data = traceJoinedOutline(mask);
  expect(computeSegmentOverlap(createSegment({ data }), createSegment({ mask: mask.data }))).toBe(1);
});
