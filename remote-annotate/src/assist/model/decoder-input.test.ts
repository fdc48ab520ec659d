import { copyRawMask, createDecoderInput, findBestMask, toRegion } from './decoder-input';

const SIZE = { width: 4000, height: 3000 };

test('scales positions to the model, and ends prompts without a box with an unlabelled point', () => {
  const strokes = [
    { points: [400, 300, 9, 9], isObject: true },
    { points: [4000, 3000], isObject: false },
  ];
  const { coords, labels, placement: region } = createDecoderInput({ box: null, strokes }, SIZE, 1000);
  expect([[...coords], [...labels]]).toEqual([
    [100, 75, 1000, 750, 0, 0],
    [1, 0, -1],
  ]);
  expect(region).toEqual({ x: 0, y: 0, columns: 1000, rows: 750, step: 4 });
});

test('sends two corners of a box, and requests small masks at image size', () => {
  const {
    coords,
    labels,
    placement: region,
  } = createDecoderInput({ box: [10, 20, 30, 40], strokes: [] }, { width: 100, height: 50 }, 1000);
  expect([[...coords], [...labels]]).toEqual([
    [100, 200, 300, 400],
    [2, 3],
  ]);
  expect(region).toMatchObject({ columns: 100, rows: 50, step: 1 });
});

test('selects the mask with the highest score, whose values above 0 are inside', () => {
  const place = { x: 0, y: 0, columns: 2, rows: 1, step: 1 };
  const best = findBestMask([0.2, 0.9, 0.4]);
  expect(toRegion([9, 9, -3, 0.5, 0, 0], best, place)).toEqual({ ...place, bits: Uint8Array.of(0, 1) });
});

test('copies the mask with the highest score if the decoder accepts masks of this size', () => {
  const masks = Float32Array.of(1, 2, 3, 4);
  expect(copyRawMask(masks, 2, 1, 2)).toEqual(Float32Array.of(3, 4));
  expect(copyRawMask(masks, 2, 1, 8)).toBeNull();
  expect(copyRawMask(undefined, 2, 1, 2)).toBeNull();
});
