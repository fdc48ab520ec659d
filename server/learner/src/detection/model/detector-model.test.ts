import { runDetector, type DetectedObject } from './run-detector';
import type { CellFeatures } from '../cells/cell-features';
import { createDetectorModel, DECODING } from './detector-model';
import { openSession } from '../../runtime/session';

const LEFT_LABEL = 0;
const RIGHT_LABEL = 1;

/** Features for the tests: the mean red, green and blue of each cell. */
const COLOURS: CellFeatures = {
  name: 'channels',
  channels: 3,
  stride: 8,
  fineChannels: 0,
  wideChannels: 0,
  notice: '',
  addToGraph: (graph, image) =>
    graph.addNode('AveragePool', [graph.addNode('Transpose', [image], { perm: [0, 3, 1, 2] })], {
      kernel_shape: [8, 8],
      strides: [8, 8],
    }),
};

/**
 * Red cells predict LEFT_LABEL and green cells RIGHT_LABEL, with a score that grows with the colour. A box is two cells wide and high, and
 * shifts to the right with the amount of blue.
 */
const HEAD = {
  unit: 16,
  layers: [
    {
      inputs: 3,
      outputs: 6,
      // oxfmt-ignore
      weights: Float32Array.of(
        0.04, 0, 0, 0, 0, 0,
        0, 0.04, 0, 0, 0, 0,
        0, 0, 0.5 / 255, 0, 0, 0,
      ),
      bias: Float32Array.of(-5, -5, 0, 0, 0, 0),
    },
  ],
};

/** Runs the detector on an image of 64 x 32 pixels in which some cells of the feature grid are coloured. */
async function runOnCells(
  cells: { column: number; row: number; colour: readonly [number, number, number] }[],
  decoding = DECODING,
): Promise<DetectedObject[]> {
  const pixels = new Uint8Array(64 * 32 * 3);
  for (const { column, row, colour } of cells) {
    for (let y = row * 8; y < row * 8 + 8; y++) {
      for (let x = column * 8; x < column * 8 + 8; x++) pixels.set(colour, 3 * (y * 64 + x));
    }
  }
  const session = await openSession(createDetectorModel(COLOURS, { head: HEAD }, 2, decoding), 1);
  return runDetector(session, { pixels, width: 64, height: 32 });
}

const roundBoxes = (detectedObjects: DetectedObject[]) =>
  detectedObjects.map(({ label, score, box }) => ({
    label,
    score: Number(score.toFixed(3)),
    box: box.map((side) => Number(side.toFixed(2))),
  }));
const getScore = (colour: number) => Number((1 / (1 + Math.exp(5 - 0.04 * colour))).toFixed(3));

it('the detector predicts boxes in pixels around the coloured cells, highest score first', async () => {
  const detectedObjects = await runOnCells([
    { column: 2, row: 1, colour: [200, 0, 0] },
    { column: 6, row: 2, colour: [0, 255, 0] },
  ]);
  expect(roundBoxes(detectedObjects)).toEqual([
    { label: RIGHT_LABEL, score: getScore(255), box: [44, 12, 60, 28] },
    { label: LEFT_LABEL, score: getScore(200), box: [12, 4, 28, 20] },
  ]);
});

it('the detector averages the predictions of the image and its mirror image', async () => {
  // The blue shifts the box to the right, in the image and in its mirror image. In the combined result, both shifts cancel out.
  expect(roundBoxes(await runOnCells([{ column: 3, row: 1, colour: [200, 0, 255] }]))).toEqual([
    { label: LEFT_LABEL, score: getScore(200), box: [20, 4, 36, 20] },
  ]);
});

it('the detector suppresses only boxes of one label that overlap by more than half', async () => {
  const [firstObject, ...otherObjects] = await runOnCells([
    { column: 2, row: 1, colour: [255, 0, 0] },
    { column: 2, row: 2, colour: [200, 0, 0] },
  ]);
  // The two boxes overlap by a third, so both remain, and neither changes the position of the other.
  expect(otherObjects).toHaveLength(1);
  expect(firstObject!.box.map(Math.round)).toEqual([12, 4, 28, 20]);
});

it('the detector returns one box for boxes of one label that coincide after the averaging', async () => {
  const cells = [
    { column: 2, row: 1, colour: [255, 0, 0] },
    { column: 2, row: 2, colour: [200, 0, 0] },
  ] as const;
  const detectedObjects = await runOnCells([...cells], { ...DECODING, vote: 0.2 });
  expect(detectedObjects.map(({ score }) => Number(score.toFixed(3)))).toEqual([getScore(255)]);
});

it('the detector keeps boxes of two labels at the same position', async () => {
  const detectedObjects = await runOnCells([{ column: 2, row: 1, colour: [255, 200, 0] }]);
  expect(detectedObjects.map(({ label }) => label)).toEqual([LEFT_LABEL, RIGHT_LABEL]);
});

it('the detector finds nothing in an empty image', async () => {
  expect(await runOnCells([])).toEqual([]);
});

it('the detector clips boxes to the image', async () => {
  const [detectedObject] = await runOnCells([{ column: 0, row: 3, colour: [255, 0, 0] }]);
  expect(detectedObject!.box.map(Math.round)).toEqual([0, 20, 12, 32]);
});
