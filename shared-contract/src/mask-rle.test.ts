import {
  computeMaskArea,
  computeMaskBox,
  countPixels,
  cropRuns,
  decodeBitmap,
  decodeCounts,
  encodeBitmap,
  encodeCounts,
  mergeEmptyRuns,
  placeRuns,
  type MaskSize,
} from './mask-rle';

type Random = (limit: number) => number;

/** Returns a function that returns a random integer from 0 to `limit` - 1. The same seed gives the same sequence. */
function createRandom(seed: number): Random {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

/** Creates a random bitmap, row by row: empty, full, or with foreground of a random density. */
function createBitmap(random: Random, [height, width]: MaskSize): number[] {
  const density = random(5);
  return Array.from({ length: height * width }, () => (random(4) < density ? 1 : 0));
}

const forEachCase = (check: (random: Random, size: MaskSize) => void) => {
  const random = createRandom(7);
  for (let n = 0; n < 300; n++) check(random, [random(9) + 1, random(9) + 1]);
};

/** Cuts a region out of a bitmap. Pixels outside the bitmap are 0. */
function cropBitmap(bitmap: ArrayLike<number>, [height, width]: MaskSize, region: Parameters<typeof cropRuns>[2]): number[] {
  return Array.from({ length: region.width * region.height }, (_, index) => {
    const [x, y] = [region.left + (index % region.width), region.top + Math.floor(index / region.width)];
    return x >= 0 && y >= 0 && x < width && y < height ? (bitmap[y * width + x] ?? 0) : 0;
  });
}

// The expected values were computed with an independent port of `rleToString` in maskApi.c, including its 64-bit integer arithmetic.
it.each([
  { runs: [5, 2, 2, 2, 2, 2, 5], counts: '5220003' },
  { runs: [0, 20], counts: '0d0' },
  { runs: [20], counts: 'd0' },
  { runs: [1000, 1], counts: 'Xo01' },
  { runs: [0, 1, 1, 1, 1], counts: '01100' },
  { runs: [15, 16, 17, 31, 32, 33, 100_000, 1, 12_000_000], counts: '?`0a0??2PdQ3POPSU[;' },
])('encodes and decodes $runs as pycocotools does', ({ runs, counts }) => {
  expect([encodeCounts(runs), decodeCounts(counts)]).toEqual([counts, runs]);
});

it('reads pixels column by column', () => {
  // The rows of the bitmap are 0 1 1 and 0 0 1.
  expect(encodeBitmap([0, 1, 1, 0, 0, 1], [2, 3])).toEqual([2, 1, 1, 2]);
});

it('restores bitmaps and run lists with the counted area and box', () => {
  forEachCase((random, size) => {
    const [, width] = size;
    const bitmap = createBitmap(random, size);
    const runs = encodeBitmap(bitmap, size);
    expect(decodeCounts(encodeCounts(runs))).toEqual(runs);
    expect([...decodeBitmap(runs, size)]).toEqual(bitmap);
    expect(mergeEmptyRuns(runs)).toEqual(runs);
    expect(countPixels(runs)).toBe(bitmap.length);
    const pixels = bitmap.flatMap((value, index) => (value ? [[index % width, Math.floor(index / width)] as const] : []));
    expect(computeMaskArea(runs)).toBe(pixels.length);
    const [xs, ys] = [pixels.map(([x]) => x), pixels.map(([, y]) => y)];
    const box = [Math.min(...xs), Math.min(...ys), Math.max(...xs) + 1, Math.max(...ys) + 1];
    expect(computeMaskBox(runs, size)).toEqual(pixels.length > 0 ? box : null);
  });
});

it('crops runs to a region and places them back, even beyond the edges', () => {
  forEachCase((random, size) => {
    const region = { left: random(12) - 4, top: random(12) - 4, width: random(8) + 1, height: random(8) + 1 };
    const bitmap = createBitmap(random, size);
    const croppedRuns = cropRuns(encodeBitmap(bitmap, size), size, region);
    expect(croppedRuns).toEqual(encodeBitmap(cropBitmap(bitmap, size, region), [region.height, region.width]));
    const imageRegion = { left: -region.left, top: -region.top, width: size[1], height: size[0] };
    const expected = cropBitmap(cropBitmap(bitmap, size, region), [region.height, region.width], imageRegion);
    expect(placeRuns(croppedRuns, region, size)).toEqual(encodeBitmap(expected, size));
  });
});

it('removes empty runs and joins their neighbours', () => {
  expect(mergeEmptyRuns([0, 0, 2, 3, 0, 1, 4, 0])).toEqual([2, 4, 4]);
  expect(mergeEmptyRuns([3, 0, 2])).toEqual([5]);
  expect(mergeEmptyRuns([0, 5])).toEqual([0, 5]);
});

it('encodes the run lengths of large images', () => {
  const runs = [0, 1, 2_000_000_000, 1, 120_000_000, 2_000_000_000, 1];
  expect(decodeCounts(encodeCounts(runs))).toEqual(runs);
});

it.each([
  ['P', 'ends within a number'],
  ['04P', 'ends within a number'],
  ['04~', 'has an invalid character at position 3'],
  ['0 4', 'has an invalid character at position 2'],
  ['PPPPPPPPPPPP0', 'has a number that is too large at position 1'],
  ['0N', 'has a run of negative length at position 2'],
])('decodeCounts refuses the run list %s', (counts, message) => {
  expect(() => decodeCounts(counts)).toThrow(new RangeError(message));
});
