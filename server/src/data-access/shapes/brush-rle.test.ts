import { decodeBrushRle, encodeBrushRle } from './brush-rle';

/** Header of an image with 2 x 2 pixels: 16 bytes of RGBA values, 8 bits per value, run lengths of 3, 4, 8 or 16 bits. */
const RLE_HEADER = `${(16).toString(2).padStart(32, '0')}00111${'0010'}${'0011'}${'0111'}${'1111'}`;
const toBytes = (bits: string) =>
  (bits.padEnd(Math.ceil(bits.length / 8) * 8, '0').match(/.{8}/g) ?? []).map((byte) => parseInt(byte, 2));
const encodeRepeat = (count: number, value: number) =>
  `100${(count - 1).toString(2).padStart(3, '0')}${value.toString(2).padStart(8, '0')}`;
const encodeSingle = (value: number) => `000000${value.toString(2).padStart(8, '0')}`;

it('encodes rows of four bytes per pixel as the converter of Label Studio does', () => {
  // The first row is foreground, background. The second row is background, foreground.
  expect(encodeBrushRle([0, 1, 2, 1], [2, 2])).toEqual(
    toBytes(`${RLE_HEADER}${encodeRepeat(4, 255)}${encodeRepeat(8, 0)}${encodeRepeat(4, 255)}`),
  );
});

it('decodes single values, and counts half transparent pixels from 128 on as foreground', () => {
  const pixels = [
    encodeSingle(255),
    encodeSingle(255),
    encodeSingle(255),
    encodeSingle(127),
    encodeRepeat(3, 0),
    encodeSingle(128),
    encodeRepeat(8, 200),
  ];
  expect(decodeBrushRle(toBytes(RLE_HEADER + pixels.join('')), [2, 2])).toEqual([1, 3]);
});

it('ignores bytes beyond the image', () => {
  const repeatedBlock = `001${(15).toString(2)}${'1'.repeat(16 * 8)}`;
  expect(decodeBrushRle(toBytes(RLE_HEADER + encodeRepeat(8, 0) + repeatedBlock), [2, 2])).toEqual([1, 1, 1, 1]);
});

it('restores runs of any length', () => {
  const runs = [3, 70_000, 1, 2, 29_994];
  expect(decodeBrushRle(encodeBrushRle(runs, [400, 250]), [400, 250])).toEqual(runs);
});

it.each([
  ['other sizes', encodeBrushRle([0, 1, 2, 1], [2, 2]), [2, 3] as const],
  ['truncated bytes', encodeBrushRle([0, 1, 2, 1], [2, 2]).slice(0, -4), [2, 2] as const],
  ['no bytes', [], [2, 2] as const],
])('refuses %s', (_case, bytes, size) => {
  expect(decodeBrushRle(bytes, size)).toBeNull();
});
