import { traceJoinedOutline, traceMaskOutlines, traceMaskRings } from './mask-outlines';
import { computeMaskBox, encodeBitmap, encodeCounts, type MaskSize } from './mask-rle';

/** Creates a mask from text rows, in which # is a foreground pixel. */
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
  expect(outlines).toEqual([
    [5, 2, 5, 5, 2, 5, 2, 2],
    [2, 0, 2, 2, 0, 2, 0, 0],
  ]);
  expect(holes).toBe(1);
});

/** Draws the pixels inside closed outlines (rings) as text rows, by the even-odd rule. The result has the size of the given rows. */
const drawRings = (rings: readonly number[][], [firstRow = '', ...otherRows]: readonly string[]) =>
  Array.from({ length: otherRows.length + 1 }, (_row, y) =>
    Array.from({ length: firstRow.length }, (_pixel, x) =>
      rings.filter((ring) => isInside(ring, x + 0.5, y + 0.5)).length % 2 === 1 ? '#' : '.',
    ).join(''),
  );

/** Whether a ray to the right crosses the ring an odd number of times. */
function isInside(ring: readonly number[], x: number, y: number): boolean {
  const corners = Array.from({ length: ring.length / 2 }, (_, index) => [ring[2 * index]!, ring[2 * index + 1]!] as const);
  const crossings = corners.filter(([x2, y2], index) => {
    const [x1, y1] = corners.at(index - 1)!;
    return y1 > y !== y2 > y && x < x1 + ((y - y1) / (y2 - y1)) * (x2 - x1);
  });
  return crossings.length % 2 === 1;
}

it.each([
  ['one part', ['.....', '.###.', '.###.', '.....']],
  ['parts that touch at a corner, and a hole', ['##...', '##...', '..###', '..#.#', '..###']],
  ['two holes and a part inside a hole', ['#######', '#.....#', '#.###.#', '#.#.#.#', '#.###.#', '#.....#', '#######']],
  ['the complete image', ['##', '##']],
])('traces %s as rings, and as one outline, that have the same pixels', (_, rows) => {
  const mask = createMask(rows);
  expect(drawRings(traceMaskRings(mask), rows)).toEqual(rows);
  expect(drawRings([traceJoinedOutline(mask)], rows)).toEqual(rows);
});
