import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runInChild } from '../children/pool';
import { HttpError } from '../errors';
import { createUploadFolder } from '../files/upload-folder';
import { detectImageType, isConvertedType } from './detect-image-type';

interface EncodedImage {
  bytes: Uint8Array;
  contentType: string;
}

/** An image on the local disk with its SHA-256. */
export interface UploadedImageFile {
  path: string;
  hash: string;
}

/** Content to be stored: bytes, or a file on the local disk. */
export type ImageContent = EncodedImage | { path: string; contentType: string };

/** A completely decoded image that can be stored. */
export interface AcceptedImage {
  /** The uploaded bytes, the converted image, or the downscaled image. */
  original: ImageContent;
  /** Size in pixels of the upright image. */
  width: number;
  height: number;
  /** The EXIF orientation, 1 to 8, that was applied to make the image upright. */
  orientation: number;
  thumbnail: EncodedImage;
  /** A version for browsers, if they cannot show the original or would show it in another orientation. */
  display: ImageContent | null;
  /** SHA-256 of the uploaded bytes, in hexadecimal. */
  hash: string;
}

export interface AcceptOptions {
  maxPixels: number;
  /**
   * Whether to downscale the image if its longer side exceeds `REDUCED_SIDE`. Otherwise, the original is encoded again only if
   * neither browsers nor sharp read it.
   */
  reduce?: boolean;
}

/**
 * Decodes an uploaded image in a child process and passes the result to `callback`. The temporary files are deleted when `callback`
 * finishes. Throws 400 if the image is invalid, truncated or too large, and 503 if too many images are queued.
 */
export async function withAcceptedImage<T>(
  source: Buffer | UploadedImageFile,
  { maxPixels, reduce = false }: AcceptOptions,
  callback: (image: AcceptedImage) => Promise<T>,
): Promise<T> {
  return inUploadFolder(async (folder) => {
    const isFile = !Buffer.isBuffer(source);
    const path = isFile ? source.path : join(folder, 'picture');
    if (!isFile) await writeFile(path, source, { mode: 0o600 });
    const [displayPath, convertedPath] = [join(folder, 'display'), join(folder, 'converted')];
    const acceptOutput = await runInChild('accept', { path, displayPath, convertedPath, maxPixels, reduce });
    const { width, height, orientation, contentType } = acceptOutput;
    const upload = isFile ? { path, contentType } : { bytes: source, contentType };
    const original = acceptOutput.isConverted ? { path: convertedPath, contentType } : upload;
    return callback({
      original: acceptOutput.reduced ?? original,
      width,
      height,
      orientation,
      thumbnail: { bytes: acceptOutput.thumbnail, contentType: 'image/webp' },
      display: acceptOutput.hasDisplay ? { path: displayPath, contentType: 'image/png' } : null,
      hash: isFile ? source.hash : createHash('sha256').update(source).digest('hex'),
    });
  });
}

/**
 * Crops boxes, `[left, top, right, bottom]` in upright pixels, from an image. Returns a small WebP per box, or full-resolution
 * images with `isFullResolution`. Throws like `withAcceptedImage`.
 */
export function cropBoxes(bytes: Buffer, boxes: number[][], maxPixels: number, isFullResolution = false): Promise<Uint8Array[]> {
  return inUploadFolder(async (folder) => {
    const path = join(folder, 'picture');
    await writeFile(path, bytes, { mode: 0o600 });
    return runInChild('crop', { path, maxPixels, boxes, isWhole: isFullResolution });
  });
}

/**
 * Converts an image whose format many readers do not know, in the same way as an upload (ADR 0037). Returns all other bytes unchanged,
 * including images that cannot be converted.
 */
export async function convertIfNeeded(bytes: Buffer, maxPixels: number): Promise<Buffer> {
  if (!isConvertedType(detectImageType(bytes))) return bytes;
  return inUploadFolder(async (folder) => {
    const [path, convertedPath] = [join(folder, 'picture'), join(folder, 'converted')];
    await writeFile(path, bytes, { mode: 0o600 });
    try {
      await runInChild('convert', { path, convertedPath, maxPixels });
      return await readFile(convertedPath);
    } catch (error) {
      if (error instanceof HttpError && error.status === 400) return bytes;
      throw error;
    }
  });
}

async function inUploadFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await createUploadFolder();
  try {
    return await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
