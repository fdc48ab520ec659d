import { computeTwiceArea } from '../../../data-access/shapes/geometry';
import { traceOutlines } from './rle';

/** Encodes rows of an image as COCO runs: column by column, starting with background. */
function toRuns(rows: readonly string[]): { counts: number[]; size: number[] } {
  const [height, width] = [rows.length, rows[0]!.length];
  const counts: number[] = [];
  let [last, length] = ['.', 0];
  for (let x = 0; x < width; x += 1)
    for (let y = 0; y < height; y += 1) {
      if (rows[y]![x] !== last) {
        counts.push(length);
        [last, length] = [rows[y]![x]!, 0];
      }
      length += 1;
    }
  return { counts: [...counts, length], size: [height, width] };
}

it('traces a rectangle along the edges of its pixels', () => {
  expect(traceOutlines(toRuns(['.....', '.###.', '.###.', '.....']))).toEqual({
    outlines: [[4, 1, 4, 3, 1, 3, 1, 1]],
    holes: 0,
    specks: 0,
  });
});

it('separates parts that touch at a corner, counts holes and reaches the border', () => {
  const { outlines, holes } = traceOutlines(toRuns(['##...', '##...', '..###', '..#.#', '..###']));
  expect(outlines.map(computeTwiceArea)).toEqual([8, 18]);
  expect(holes).toBe(1);
  expect(outlines[0]).toEqual([2, 0, 2, 2, 0, 2, 0, 0]);
});

it('skips parts smaller than a hundredth of the largest', () => {
  const rows = (width: number) => [...Array.from({ length: 10 }, () => '#'.repeat(width) + '..'), '.'.repeat(width + 1) + '#'];
  expect(traceOutlines(toRuns(rows(11)))).toMatchObject({ outlines: [expect.anything()], specks: 1 });
  expect(traceOutlines(toRuns(rows(10)))).toMatchObject({ outlines: [expect.anything(), expect.anything()], specks: 0 });
});

it('decodes runs that pycocotools has encoded', () => {
  // mask = zeros((4, 5)); mask[1:3, 1:4] = 1 has the runs 5, 2, 2, 2, 2, 2, 5. From the third on, differences are encoded.
  const decoded = traceOutlines({ counts: encodeRuns([5, 2, 2, 2, 2, 2, 5]), size: [4, 5] });
  expect(decoded).toEqual(traceOutlines({ counts: [5, 2, 2, 2, 2, 2, 5], size: [4, 5] }));
  expect(decoded.outlines).toEqual([[4, 1, 4, 3, 1, 3, 1, 1]]);
});

/** Encodes like `rleToString` of COCO's maskApi.c. */
function encodeRuns(counts: readonly number[]): string {
  let text = '';
  counts.forEach((count, index) => {
    let value = index > 2 ? count - counts[index - 2]! : count;
    for (let more = true; more;) {
      let bits = value & 31;
      value >>= 5;
      more = bits & 16 ? value !== -1 : value !== 0;
      if (more) bits |= 32;
      text += String.fromCharCode(bits + 48);
    }
  });
  return text;
}

it('limits memory and time for huge masks', () => {
  expect(traceOutlines({ counts: [0, 1e12], size: [10, 10] }).outlines).toEqual([[10, 0, 10, 10, 0, 10, 0, 0]]);
  expect(() => traceOutlines({ counts: [1], size: [1e6, 1e6] })).toThrow('million pixels');
});
