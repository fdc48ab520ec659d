/** @jest-environment ./tools/jest/native-arrays.cjs */
import { findObjects, type FoundObject } from './detector';
import type { Features } from './features';
import { detectorFile } from './file';
import { openSession } from '../session';

const LEFT = 0;
const RIGHT = 1;

/** The mean red, green and blue of each cell. */
const COLOURS: Features = {
  name: 'channels',
  channels: 3,
  stride: 8,
  fine: 0,
  wide: 0,
  notice: '',
  addTo: (graph, picture) =>
    graph.node('AveragePool', [graph.node('Transpose', [picture], { perm: [0, 3, 1, 2] })], {
      kernel_shape: [8, 8],
      strides: [8, 8],
    }),
};

/** Red cells are LEFT, as sure as they are red, green ones RIGHT; a box is two cells wide and high; with more blue it lies right. */
const HEAD = {
  unit: 16,
  layers: [
    {
      inputs: 3,
      outputs: 6,
      // prettier-ignore
      weights: Float32Array.of(
        0.04, 0, 0, 0, 0, 0,
        0, 0.04, 0, 0, 0, 0,
        0, 0, 0.5 / 255, 0, 0, 0,
      ),
      bias: Float32Array.of(-5, -5, 0, 0, 0, 0),
    },
  ],
};

/** Finds in a picture of 64 x 32 pixels with cells of these colours. */
async function find(cells: { column: number; row: number; colour: readonly [number, number, number] }[]): Promise<FoundObject[]> {
  const pixels = new Uint8Array(64 * 32 * 3);
  for (const { column, row, colour } of cells) {
    for (let y = row * 8; y < row * 8 + 8; y++) {
      for (let x = column * 8; x < column * 8 + 8; x++) pixels.set(colour, 3 * (y * 64 + x));
    }
  }
  const session = await openSession(detectorFile(COLOURS, { head: HEAD }, 2), 1);
  return findObjects(session, { pixels, width: 64, height: 32 });
}

const rounded = (found: FoundObject[]) =>
  found.map(({ label, score, box }) => ({
    label,
    score: Number(score.toFixed(3)),
    box: box.map((side) => Number(side.toFixed(2))),
  }));
const surety = (colour: number) => Number((1 / (1 + Math.exp(5 - 0.04 * colour))).toFixed(3));

it('tells boxes in pixels about the cells that tell them, the surest first', async () => {
  const found = await find([
    { column: 2, row: 1, colour: [200, 0, 0] },
    { column: 6, row: 2, colour: [0, 255, 0] },
  ]);
  expect(rounded(found)).toEqual([
    { label: RIGHT, score: surety(255), box: [44, 12, 60, 28] },
    { label: LEFT, score: surety(200), box: [12, 4, 28, 20] },
  ]);
});

it('sees the picture mirrored too, and averages both: what only one side says cancels out', async () => {
  // Half a box to the right as it is; mirrored, again half a box to the right, which is left in truth.
  expect(rounded(await find([{ column: 3, row: 1, colour: [200, 0, 255] }]))).toEqual([
    { label: LEFT, score: surety(200), box: [20, 4, 36, 20] },
  ]);
});

it('keeps of overlapping boxes of one label the surest, drawn towards the near ones', async () => {
  const [first, ...others] = await find([
    { column: 2, row: 1, colour: [255, 0, 0] },
    { column: 2, row: 2, colour: [200, 0, 0] },
  ]);
  // They overlap by a third: two boxes, neither moved.
  expect(others).toHaveLength(1);
  expect(first!.box.map(Math.round)).toEqual([12, 4, 28, 20]);
});

it('finds nothing in an empty picture', async () => {
  expect(await find([])).toEqual([]);
});

it('keeps boxes within the picture', async () => {
  const [only] = await find([{ column: 0, row: 3, colour: [255, 0, 0] }]);
  expect(only!.box.map(Math.round)).toEqual([0, 20, 12, 32]);
});
