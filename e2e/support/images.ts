import { existsSync, readdirSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';

/** Licensed photographs that may exist next to the project. Tests fall back to generated images. */
const PHOTOGRAPH_DIR = path.resolve(__dirname, '..', '..', '..', 'shared', 'data');

export interface ImageFile {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

function hashText(text: string): number {
  let hash = 2166136261;
  for (const character of text) hash = Math.imul(hash ^ character.charCodeAt(0), 16777619);
  return hash >>> 0;
}

/** Returns random grey pixels. The seed contains the time, so no two images are duplicates. */
function createPixels(name: string, width: number, height: number): Buffer {
  const data = Buffer.alloc(width * height * 3);
  let random = hashText(`${name} ${Date.now()} ${process.hrtime.bigint()}`) || 1;
  for (let i = 0; i < data.length; i++) {
    random = (Math.imul(random, 1664525) + 1013904223) >>> 0;
    data[i] = 96 + (random >>> 26);
  }
  return data;
}

export interface ImageOptions {
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
  const raw = sharp(createPixels(name, width, height), { raw: { width, height, channels: 3 } });
  const oriented = orientation === undefined ? raw : raw.withMetadata({ orientation });
  const buffer = await oriented.toFormat(format, { quality: 80 }).toBuffer();
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
  const overlay = await sharp(createPixels(file, 8, 8), { raw: { width: 8, height: 8, channels: 3 } })
    .png()
    .toBuffer();
  const buffer = await sharp(original)
    .composite([{ input: overlay, left: width - 8, top: height - 8 }])
    .jpeg({ quality: 95 })
    .toBuffer();
  return { name: path.basename(file), mimeType: 'image/jpeg', buffer };
}
