import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import { readScaledImage } from './image';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'scaled-image-'));
});
afterAll(() => rm(folder, { recursive: true }));

/**
 * The red values of the image below after `resize((12, 9), Image.LANCZOS, reducing_gap=2.0)` of Pillow 9.4. The Python script that
 * comes with a downloaded model makes the same call. With Pillow's default, bicubic resampling, the values differ by up to 16.
 */
const PILLOW_VALUES = [
  ...[67, 136, 124, 115, 130, 121, 131, 122, 152, 142, 124, 118, 124, 122, 126, 122, 142, 110, 130, 134, 149, 134, 136, 120],
  ...[140, 133, 125, 131, 125, 124, 128, 117, 96, 149, 129, 130, 134, 119, 120, 110, 126, 139, 124, 123, 119, 135, 136, 119],
  ...[123, 132, 124, 127, 120, 133, 129, 133, 134, 120, 109, 118, 110, 140, 133, 127, 137, 121, 118, 134, 123, 131, 137, 124],
  ...[142, 117, 137, 132, 143, 120, 113, 109, 125, 149, 139, 120, 129, 144, 128, 122, 132, 107, 128, 145, 138, 156, 129, 122],
  ...[147, 131, 132, 128, 121, 134, 121, 110, 139, 143, 120, 130],
];

it('reads the same scaled pixel values as the script of a downloaded model', async () => {
  const [width, height] = [50, 40];
  const values = Uint8Array.from({ length: 3 * width * height }, (_, index) => {
    const [x, y] = [Math.floor(index / 3) % width, Math.floor(index / 3 / width)];
    return (x * x * 7 + y * 13 + x * y * 3) % 256;
  });
  const file = join(folder, 'pattern.png');
  await sharp(values, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(file);
  const { pixels } = await readScaledImage(file, () => ({ width: 12, height: 9 }));
  const differences = PILLOW_VALUES.map((value, index) => Math.abs(value - pixels[3 * index]!));
  expect(pixels).toHaveLength(3 * PILLOW_VALUES.length);
  expect(Math.max(...differences)).toBeLessThanOrEqual(5);
});
