import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import type { HttpError } from '../errors';
import { encodeBmp, QUARTERS, type BmpOptions } from '../../testing/images/encode-bmp';
import { readHeic } from '../../testing/images/read-heic';
import { withAcceptedImage, type AcceptedImage } from './accept';

const MAX_PIXELS = 50_000_000;
const acceptBytes = (bytes: Buffer, maxPixels = MAX_PIXELS, reduce = false) =>
  withAcceptedImage(bytes, { maxPixels, reduce }, async (image) => ({ image, original: await readOriginal(image) }));
const readOriginal = async ({ original }: AcceptedImage) =>
  Buffer.from('bytes' in original ? original.bytes : await readFile(original.path));
const getError = (work: Promise<unknown>) =>
  work.then(
    () => 'was accepted',
    (error: HttpError) => [error.status, error.detail],
  );
const UNREADABLE_IMAGE = [400, 'base64: is not a readable image'];

/** The sRGB colors of the centers of the quarters, row by row. */
async function readQuarters(bytes: Buffer): Promise<number[][]> {
  const { data, info } = await sharp(bytes)
    .autoOrient()
    .toColourspace('srgb')
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return [0.25, 0.75].flatMap((y) =>
    [0.25, 0.75].map((x) => {
      const offset = (Math.floor(info.height * y) * info.width + Math.floor(info.width * x)) * 3;
      return [...data.subarray(offset, offset + 3)];
    }),
  );
}

function expectColors(actual: readonly number[][], expected: readonly (readonly number[])[], tolerance: number): void {
  const distances = actual.flatMap((color, index) =>
    color.map((value, channel) => Math.abs(value - (expected[index]?.[channel] ?? NaN))),
  );
  expect(distances).toHaveLength(12);
  expect(Math.max(...distances)).toBeLessThanOrEqual(tolerance);
}

describe('a BMP becomes a PNG with the same pixels', () => {
  const TWO_COLORS = [QUARTERS[0], QUARTERS[1], QUARTERS[0], QUARTERS[1]];
  const variants: [string, BmpOptions, readonly (readonly number[])[], number][] = [
    ['1 bit', { bitsPerPixel: 1 }, TWO_COLORS, 0],
    ['4 bits', { bitsPerPixel: 4 }, QUARTERS, 0],
    ['8 bits', { bitsPerPixel: 8 }, QUARTERS, 0],
    ['16 bits', { bitsPerPixel: 16 }, QUARTERS, 4],
    ['16 bits with 6 bits of green', { bitsPerPixel: 16, has565Masks: true }, QUARTERS, 4],
    ['24 bits', { bitsPerPixel: 24 }, QUARTERS, 0],
    ['32 bits', { bitsPerPixel: 32 }, QUARTERS, 0],
    ['8 bits from top to bottom', { bitsPerPixel: 8, isTopDown: true }, QUARTERS, 0],
    ['24 bits from top to bottom', { bitsPerPixel: 24, isTopDown: true }, QUARTERS, 0],
    ['4 bits with run lengths', { bitsPerPixel: 4, isCompressed: true }, QUARTERS, 0],
    ['8 bits with run lengths', { bitsPerPixel: 8, isCompressed: true }, QUARTERS, 0],
  ];
  it.each(variants)('%s', async (_, options, colors, tolerance) => {
    const bytes = encodeBmp(options);
    const { image, original } = await acceptBytes(bytes);
    expect(image).toMatchObject({ width: 13, height: 9, orientation: 1, display: null, original: { contentType: 'image/png' } });
    expect(await sharp(original).metadata()).toMatchObject({ format: 'png', channels: 3 });
    expectColors(await readQuarters(original), colors, tolerance);
  });

  it('keeps white without a tint at 16 bits per pixel', async () => {
    const bytes = encodeBmp({ bitsPerPixel: 16 });
    bytes.fill(0xff, bytes.readUInt32LE(10));
    expectColors(await readQuarters((await acceptBytes(bytes)).original), Array<number[]>(4).fill([255, 255, 255]), 0);
  });
});

describe('a HEIC', () => {
  it('becomes an upright JPEG, rotated once as the file states', async () => {
    const { image, original } = await acceptBytes(readHeic('rotated'));
    expect(image).toMatchObject({
      width: 48,
      height: 64,
      orientation: 1,
      display: null,
      original: { contentType: 'image/jpeg' },
    });
    // The file rotates its pixels by 90 degrees to the left.
    expectColors(await readQuarters(original), [QUARTERS[1], QUARTERS[3], QUARTERS[0], QUARTERS[2]], 12);
    expect(await sharp(image.thumbnail.bytes).metadata()).toMatchObject({ format: 'webp', width: 48, height: 64 });
  });

  it('keeps its color profile', async () => {
    const { original } = await acceptBytes(readHeic('display-p3'));
    const { icc } = await sharp(original).metadata();
    expect(icc?.toString('latin1').replaceAll('\0', '')).toContain('sP3C');
    expectColors(await readQuarters(original), QUARTERS, 12);
  });

  it('can have rows that are padded', async () => {
    const { image, original } = await acceptBytes(readHeic('odd-size'));
    expect(image).toMatchObject({ width: 65, height: 47 });
    expectColors(await readQuarters(original), QUARTERS, 12);
  });

  it('becomes a PNG if it is transparent', async () => {
    const { image, original } = await acceptBytes(readHeic('transparent'));
    expect(image.original.contentType).toBe('image/png');
    expect((await sharp(original).stats()).isOpaque).toBe(false);
  });

  it('has the hash of the uploaded bytes', async () => {
    const bytes = readHeic('rotated');
    expect((await acceptBytes(bytes)).image.hash).toBe(createHash('sha256').update(bytes).digest('hex'));
  });

  it('is downscaled on request like other images', async () => {
    const bytes = encodeBmp({ bitsPerPixel: 1, width: 2048, height: 512 });
    const { image } = await acceptBytes(bytes, MAX_PIXELS, true);
    expect(image).toMatchObject({ width: 1024, height: 256 });
  });
});

describe('the upload refuses', () => {
  it('a truncated BMP or HEIC', async () => {
    const files = {
      bmp: encodeBmp({ bitsPerPixel: 24 }),
      rle: encodeBmp({ bitsPerPixel: 8, isCompressed: true }),
      heic: readHeic('display-p3'),
    };
    for (const [name, bytes] of Object.entries(files))
      for (const lengthRatio of [0.1, 0.5, 0.9]) {
        const result = await getError(acceptBytes(bytes.subarray(0, Math.floor(bytes.length * lengthRatio))));
        expect([name, lengthRatio, result]).toEqual([name, lengthRatio, UNREADABLE_IMAGE]);
      }
  });

  it('a BMP with more pixels than allowed, without decoding it', async () => {
    const bytes = encodeBmp({ bitsPerPixel: 24 });
    bytes.writeInt32LE(2_000_000_000, 18);
    bytes.writeInt32LE(-2_000_000_000, 22);
    expect(await getError(acceptBytes(bytes))).toEqual([400, 'base64: has more than 50 million pixels']);
  });

  it('a BMP that needs more memory than a decoding process may use', async () => {
    const bytes = encodeBmp({ bitsPerPixel: 8, isCompressed: true });
    bytes.writeInt32LE(10_900, 18);
    bytes.writeInt32LE(10_900, 22);
    expect(await getError(acceptBytes(bytes, 120_000_000))).toEqual([
      400,
      'base64: has more than 103 million pixels, the limit for this encoding. A baseline JPEG or non-interlaced PNG may have more',
    ]);
  });

  it('a HEIC with more pixels than allowed, without decoding it', async () => {
    const bytes = readHeic('odd-size');
    for (let position = bytes.indexOf('ispe'); position >= 0; position = bytes.indexOf('ispe', position + 1)) {
      bytes.writeUInt32BE(30_000, position + 8);
      bytes.writeUInt32BE(30_000, position + 12);
    }
    expect((await getError(acceptBytes(bytes)))[0]).toBe(400);
  });

  it('a BMP with an unknown header, compression or depth', async () => {
    for (const [offset, value] of [
      [14, 41],
      [30, 4],
      [28, 7],
      [18, 0],
    ] as const) {
      const bytes = encodeBmp({ bitsPerPixel: 8 });
      bytes.writeUInt32LE(value, offset);
      expect(await getError(acceptBytes(bytes))).toEqual(UNREADABLE_IMAGE);
    }
  });

  it('random changes of a BMP or HEIC without stopping', async () => {
    for (const sourceImage of [encodeBmp({ bitsPerPixel: 4, isCompressed: true }), readHeic('display-p3')])
      for (let seed = 0; seed < 15; seed += 1) {
        const bytes = Buffer.from(sourceImage);
        for (let count = 0; count < 8; count += 1)
          bytes[20 + ((seed * 7919 + count * 104_729) % (bytes.length - 20))] = (seed * 31 + count * 97) & 255;
        const result = await getError(acceptBytes(bytes));
        expect(result === 'was accepted' || result[0] === 400).toBe(true);
      }
  });
});
