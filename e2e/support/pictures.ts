import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** Licensed photographs that may exist next to the project. Tests fall back to generated images. */
const PHOTOGRAPHS = path.resolve(__dirname, '..', '..', '..', 'shared', 'data');

export interface PictureFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** Returns random pixels of medium brightness, so that no two images are duplicates. */
function pixels(width: number, height: number): Uint8Array {
  return randomBytes(width * height * 3).map((byte) => 96 + (byte >> 2));
}

export interface DrawnOptions {
  width?: number;
  height?: number;
  format?: 'jpeg' | 'png';
  /** EXIF orientation, 1 to 8; 6 and 8 are quarter turns. */
  orientation?: number;
}

/** Generates a unique image. */
export async function drawnPicture(
  name: string,
  { width = 640, height = 480, format = 'jpeg', orientation }: DrawnOptions = {},
): Promise<PictureFile> {
  const raw = sharp(pixels(width, height), { raw: { width, height, channels: 3 } });
  const tagged = orientation === undefined ? raw : raw.withMetadata({ orientation });
  const buffer = await tagged.toFormat(format, { quality: 80 }).toBuffer();
  return { name: `${name}.${format === 'jpeg' ? 'jpg' : 'png'}`, mimeType: `image/${format}`, buffer };
}

/**
 * A real photograph where there are any, else a drawn picture. A pixel is changed, so that a second run's is no duplicate.
 * @param index which photograph
 */
export async function photograph(folder: 'bccd/JPEGImages' | 'fruits_nuts', index: number): Promise<PictureFile> {
  const files = existsSync(path.join(PHOTOGRAPHS, folder))
    ? readdirSync(path.join(PHOTOGRAPHS, folder), { recursive: true, encoding: 'utf8' })
        .filter((file) => /\.jpe?g$/i.test(file))
        .sort()
    : [];
  const file = files[index];
  if (!file) return drawnPicture(`photograph-${index}`);
  const original = await readFile(path.join(PHOTOGRAPHS, folder, file));
  const { width = 0, height = 0 } = await sharp(original).metadata();
  const dot = await sharp(pixels(8, 8), { raw: { width: 8, height: 8, channels: 3 } })
    .png()
    .toBuffer();
  const buffer = await sharp(original)
    .composite([{ input: dot, left: width - 8, top: height - 8 }])
    .jpeg({ quality: 95 })
    .toBuffer();
  return { name: path.basename(file), mimeType: 'image/jpeg', buffer };
}
