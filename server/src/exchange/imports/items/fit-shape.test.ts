import type { ParsedShape } from '../../readers/reader/reader';
import { decodeBitmap, decodeCounts, encodeCounts } from '@console/shared-contract/mask-rle';
import type { TargetImage } from './fit-result';
import { fitShape } from './fit-shape';

const UPRIGHT_IMAGE: TargetImage = { width: 100, height: 80, orientation: 1, declaredSize: null };
const createBox = (data: number[], fields: Partial<ParsedShape> = {}): ParsedShape => ({
  kind: 'box',
  class: 'a',
  data,
  ...fields,
});
const createPolygon = (data: number[]): ParsedShape => ({ kind: 'polygon', class: 'a', data });

it('rounds edges and enlarges smaller boxes to one pixel', () => {
  expect(fitShape(createBox([10.4, 20.6, 50.5, 60]), UPRIGHT_IMAGE, 'clamp')).toEqual({
    data: [10, 21, 51, 60],
    isClipped: false,
  });
  expect(fitShape(createBox([10.1, 20.1, 10.3, 20.4]), UPRIGHT_IMAGE, 'clamp')).toEqual({
    data: [10, 20, 11, 21],
    isClipped: false,
  });
});

it('converts fractions to pixels', () => {
  expect(fitShape(createBox([0.1, 0.25, 0.5, 0.75], { shares: true }), UPRIGHT_IMAGE, 'skip')).toEqual({
    data: [10, 20, 50, 60],
    isClipped: false,
  });
});

it('clips or skips shapes that extend beyond the image', () => {
  expect(fitShape(createBox([-5, 70, 20, 95]), UPRIGHT_IMAGE, 'clamp')).toEqual({ data: [0, 70, 20, 80], isClipped: true });
  expect(fitShape(createBox([-5, 70, 20, 95]), UPRIGHT_IMAGE, 'skip')).toEqual({
    skipped: 'Shapes that extend beyond the image',
  });
  expect(fitShape(createBox([120, 10, 140, 20]), UPRIGHT_IMAGE, 'clamp')).toEqual({ skipped: 'Shapes outside the image' });
});

it('scales annotations of a smaller copy and skips those with another aspect ratio', () => {
  const halfSizeImage = { ...UPRIGHT_IMAGE, declaredSize: { width: 50, height: 40 } };
  expect(fitShape(createBox([5, 10, 25, 30]), halfSizeImage, 'skip')).toEqual({ data: [10, 20, 50, 60], isClipped: false });
  const imageOfOtherAspectRatio = { ...UPRIGHT_IMAGE, declaredSize: { width: 100, height: 50 } };
  expect(fitShape(createBox([5, 10, 25, 30]), imageOfOtherAspectRatio, 'skip')).toEqual({
    skipped: 'The image size differs from the size in the annotations',
  });
});

/** Each case rotates a box of 10 x 5 pixels at the upper left of the stored image, which is 80 x 100 pixels. */
it.each([
  // The rows of the stored image become columns: the top row becomes the left column.
  [5, [0, 0, 5, 10]],
  // Rotated by 90 degrees clockwise: left becomes top, top becomes right.
  [6, [95, 0, 100, 10]],
  [7, [95, 70, 100, 80]],
  // Rotated counterclockwise: top becomes left.
  [8, [0, 70, 5, 80]],
])('rotates annotations of an image with EXIF orientation %i', (orientation, data) => {
  const image = { width: 100, height: 80, orientation, declaredSize: { width: 80, height: 100 } };
  expect(fitShape(createBox([0, 0, 10, 5]), image, 'skip')).toEqual({ data, isClipped: false });
  expect(fitShape(createBox([0, 0, 10, 5]), { ...image, orientation: null }, 'skip')).toHaveProperty('skipped');
});

it('merges polygon corners on the same pixel and skips polygons without area', () => {
  expect(fitShape(createPolygon([0, 0, 10.2, 0.1, 10.4, 0.3, 10, 9]), UPRIGHT_IMAGE, 'skip')).toEqual({
    data: [0, 0, 10, 0, 10, 9],
    isClipped: false,
  });
  expect(fitShape(createPolygon([0, 0, 10, 0, 20, 0.2]), UPRIGHT_IMAGE, 'skip')).toEqual({
    skipped: 'Polygons without area after rounding to pixels',
  });
});

/** Creates a mask of three of the four pixels of a square. The pixel at the lower right is missing. */
const createMask = ([x, y]: readonly [number, number]): ParsedShape => ({
  kind: 'mask',
  class: 'a',
  data: [x, y, x + 2, y + 2],
  counts: encodeCounts([0, 3, 1]),
});
const fitMaskPixels = (shape: ParsedShape, image: TargetImage) => {
  const fittedMask = fitShape(shape, image, 'clamp');
  if ('skipped' in fittedMask || !fittedMask.mask) throw new Error('skipped');
  const bitmap = decodeBitmap(decodeCounts(fittedMask.mask.counts), [image.height, image.width]);
  return [...bitmap].flatMap((value, index) => (value ? `${index % image.width} ${Math.floor(index / image.width)}` : [])).sort();
};

it.each([5, 6, 7, 8])('rotates the pixels of a mask like boxes for orientation %s', (orientation) => {
  const image = { width: 80, height: 100, orientation, declaredSize: { width: 100, height: 80 } };
  const pixels = [
    [3, 7],
    [3, 8],
    [4, 7],
  ].map(([x = 0, y = 0]) => {
    const fittedBox = fitShape(createBox([x, y, x + 1, y + 1]), image, 'skip');
    return 'data' in fittedBox ? fittedBox.data.slice(0, 2).join(' ') : '';
  });
  expect(fitMaskPixels(createMask([3, 7]), image)).toEqual(pixels.sort());
});

it('scales a mask to the size of the image, and clips it at the edges', () => {
  const smallerImage = { width: 4, height: 3, orientation: null, declaredSize: { width: 2, height: 1.5 } };
  expect(fitMaskPixels(createMask([0, 0]), smallerImage)).toEqual([
    '0 0',
    '0 1',
    '0 2',
    '1 0',
    '1 1',
    '1 2',
    '2 0',
    '2 1',
    '3 0',
    '3 1',
  ]);
  const sameSizeImage = { ...smallerImage, declaredSize: null };
  expect(fitMaskPixels(createMask([3, -1]), sameSizeImage)).toEqual(['3 0']);
  expect(fitShape(createMask([3, -1]), sameSizeImage, 'skip')).toEqual({ skipped: 'Shapes that extend beyond the image' });
  expect(fitShape(createMask([9, 9]), sameSizeImage, 'clamp')).toEqual({ skipped: 'Shapes outside the image' });
});

it('scales a mask whose declared size has more pixels than fit into memory', () => {
  const image = { width: 4, height: 3, orientation: null, declaredSize: { width: 120_000, height: 90_000 } };
  const outsideMask = {
    ...createMask([0, 0]),
    data: [0, 0, 120_000, 90_000],
    counts: encodeCounts([0, 5_400_000_000, 5_400_000_000]),
  };
  expect(fitMaskPixels(outsideMask, image)).toEqual(['0 0', '0 1', '0 2', '1 0', '1 1', '1 2']);
});
