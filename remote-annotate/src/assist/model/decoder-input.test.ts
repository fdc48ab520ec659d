import { copyRawMask, createDecoderInput, findBestMask, toRegion } from './decoder-input';

const IMAGE_SIZE = { width: 4000, height: 3000 };

test('scales positions to the input size of the model and adds a padding point without a box', () => {
  const strokes = [
    { points: [400, 300, 9, 9], isObject: true },
    { points: [4000, 3000], isObject: false },
  ];
  const { coords, labels, placement: region } = createDecoderInput({ box: null, strokes }, IMAGE_SIZE, 1000);
  expect([[...coords], [...labels]]).toEqual([
    [100, 75, 1000, 750, 0, 0],
    [1, 0, -1],
  ]);
  expect(region).toEqual({ x: 0, y: 0, columns: 1000, rows: 750, step: 4 });
});

test('converts a box into its two corners, and requests the mask of a small image at full size', () => {
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

test('the mask with the highest score becomes a region whose pixels are the values above 0', () => {
  const placement = { x: 0, y: 0, columns: 2, rows: 1, step: 1 };
  const bestIndex = findBestMask([0.2, 0.9, 0.4]);
  expect(toRegion([9, 9, -3, 0.5, 0, 0], bestIndex, placement)).toEqual({ ...placement, bits: Uint8Array.of(0, 1) });
});

test('copies the mask with the highest score only if masks have the input size of the decoder', () => {
  const masks = Float32Array.of(1, 2, 3, 4);
  expect(copyRawMask(masks, 2, 1, 2)).toEqual(Float32Array.of(3, 4));
  expect(copyRawMask(masks, 2, 1, 8)).toBeNull();
  expect(copyRawMask(undefined, 2, 1, 2)).toBeNull();
});
