import { createHash } from 'node:crypto';
import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInChild } from '../children/pool';
import { makeUploadFolder } from '../files/upload-folder';

interface Encoded {
  bytes: Uint8Array;
  contentType: string;
}

/** A picture that was streamed to the local disk, hashed on the way. */
export interface PictureFile {
  path: string;
  hash: string;
}

/** What is to be stored: bytes, or a file on the local disk. */
export type Kept = Encoded | { path: string; contentType: string };

/** A picture that was decoded whole and may be kept. */
export interface AcceptedPicture {
  /** The bytes as they came, unless they were to be cut down. */
  original: Kept;
  /** Pixels of the upright picture. */
  width: number;
  height: number;
  /** Of its EXIF data, 1 to 8: how it was turned to be upright. */
  orientation: number;
  thumbnail: Encoded;
  /** What a browser shows in place of an original it cannot show, or would show in another position. */
  display: Kept | null;
  /** SHA-256 of the uploaded bytes, in hexadecimal. */
  hash: string;
}

export interface AcceptOptions {
  maxPixels: number;
  /** Cuts the picture down to REDUCED_SIDE; the only case in which pixels are encoded anew. */
  reduce?: boolean;
}

/**
 * Has an uploaded picture decoded, and gives what is kept of it to `take`; the files that it names are gone when that ends.
 * Throws 400 when it is none, is cut short, or too large, and 503 when too many are in line.
 */
export async function withAccepted<T>(
  source: Buffer | PictureFile,
  { maxPixels, reduce = false }: AcceptOptions,
  take: (picture: AcceptedPicture) => Promise<T>,
): Promise<T> {
  return inUploadFolder(async (folder) => {
    const isFile = !Buffer.isBuffer(source);
    const path = isFile ? source.path : join(folder, 'picture');
    if (!isFile) await writeFile(path, source, { mode: 0o600 });
    const displayPath = join(folder, 'display');
    const found = await runInChild('accept', { path, displayPath, maxPixels, reduce });
    const { width, height, orientation, contentType } = found;
    const sent = isFile ? { path, contentType } : { bytes: source, contentType };
    return take({
      original: found.reduced ?? sent,
      width,
      height,
      orientation,
      thumbnail: { bytes: found.thumbnail, contentType: 'image/webp' },
      display: found.hasDisplay ? { path: displayPath, contentType: 'image/png' } : null,
      hash: isFile ? source.hash : createHash('sha256').update(source).digest('hex'),
    });
  });
}

/**
 * Cuts boxes, `[left, top, right, bottom]` in upright pixels, out of a picture: a small WebP of each, or, `isWhole`, every
 * pixel of each as a picture to keep. Throws as `withAccepted`.
 */
export function cutBoxes(bytes: Buffer, boxes: number[][], maxPixels: number, isWhole = false): Promise<Uint8Array[]> {
  return inUploadFolder(async (folder) => {
    const path = join(folder, 'picture');
    await writeFile(path, bytes, { mode: 0o600 });
    return runInChild('cut', { path, maxPixels, boxes, isWhole });
  });
}

async function inUploadFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await makeUploadFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
