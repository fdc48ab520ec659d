import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** Licensed photographs that may exist next to the project. Tests fall back to generated images. */
const PHOTOGRAPH_DIR = path.resolve(__dirname, '..', '..', '..', 'shared', 'data');

interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Edge of the squares of one colour in generated images, in pixels. Single random pixels would take seconds to compress. */
const NOISE_SIZE = 8;

/** Returns random pixels of medium brightness, so that no two images are duplicates. */
function createPixels(width: number, height: number): Uint8Array {
  return randomBytes(width * height * 3).map((byte) => 96 + (byte >> 2));
}

interface ImageOptions {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png';
  /** EXIF orientation, 1 to 8; 6 and 8 rotate by 90°. */
  orientation?: number;
}

/** Generates a unique image. */
export async function createImage(
  name: string,
  { width = 640, height = 480, format = 'jpeg', orientation }: ImageOptions = {},
): Promise<ImageFile> {
  const noise = { width: Math.ceil(width / NOISE_SIZE), height: Math.ceil(height / NOISE_SIZE) };
  const noiseImage = sharp(createPixels(noise.width, noise.height), { raw: { ...noise, channels: 3 } });
  const image = noiseImage.resize(width, height, { kernel: 'nearest', fit: 'fill' });
  const orientedImage = orientation === undefined ? image : image.withMetadata({ orientation });
  const buffer = await orientedImage.toFormat(format, { quality: 80 }).toBuffer();
  return { name: `${name}.${format === 'jpeg' ? 'jpg' : 'png'}`, mimeType: `image/${format}`, buffer };
}

/**
 * Returns a real photograph, or a generated image if there are no photographs. A corner is overwritten, so that the server
 * does not reject the image of a second run as a duplicate.
 * @param index position in the sorted list of files
 */
export async function loadPhotograph(folder: 'bccd/JPEGImages' | 'fruits_nuts', index: number): Promise<ImageFile> {
  const files = existsSync(path.join(PHOTOGRAPH_DIR, folder))
    ? readdirSync(path.join(PHOTOGRAPH_DIR, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.jpe?g$/i.test(file))
        .sort()
    : [];
  const file = files[index];
  if (!file) return createImage(`photograph-${index}`);
  const original = await readFile(path.join(PHOTOGRAPH_DIR, folder, file));
  const { width = 0, height = 0 } = await sharp(original).metadata();
  const overlay = await sharp(createPixels(8, 8), { raw: { width: 8, height: 8, channels: 3 } })
    .png()
    .toBuffer();
  const buffer = await sharp(original)
    .composite([{ input: overlay, left: width - 8, top: height - 8 }])
    .jpeg({ quality: 95 })
    .toBuffer();
  return { name: path.basename(file), mimeType: 'image/jpeg', buffer };
}
