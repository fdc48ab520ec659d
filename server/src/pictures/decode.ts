import { open, readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { messages } from '../errors/messages';
import { GRANT, LargerGrantRequired } from '../children/task';
import { HttpError } from '../errors';
import { pictureChunks } from './png-chunks';
import { sniffPicture, type PictureType } from './sniff';

// Only the decoders of raster pictures: sharp would also read SVG, PDF and whatever else libvips was built with.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: [
    'VipsForeignLoadJpegBuffer',
    'VipsForeignLoadPngBuffer',
    'VipsForeignLoadWebpBuffer',
    'VipsForeignLoadNsgifBuffer',
    'VipsForeignLoadHeifBuffer',
    'VipsForeignLoadTiffBuffer',
    'VipsForeignLoadJpegFile',
    'VipsForeignLoadPngFile',
    'VipsForeignLoadWebpFile',
    'VipsForeignLoadNsgifFile',
    'VipsForeignLoadHeifFile',
    'VipsForeignLoadTiffFile',
  ],
});
// A child has one picture at a time, and the server has other work for its processors.
sharp.concurrency(1);
// Pictures come once; what libvips keeps for a second look is only memory.
sharp.cache(false);

/**
 * Measured: bytes of memory for each byte of pixels in formats that are decoded whole, whatever is made of them. JPEG, PNG,
 * WebP and TIFF are read by rows, except JPEG and PNG whose rows come in several passes.
 */
const FACTOR: Partial<Record<PictureType, number>> = { 'image/avif': 6.5, 'image/heif': 6.5, 'image/gif': 1.3 };
const SAMPLE_BYTES: Partial<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 };
/** The most that rows on their way have taken: 119 megapixels of 16 bits, 110 MB. */
const MOST_STREAMED = 160_000_000;

/** Enough to tell a picture by. */
const HEAD_BYTES = 64;

export interface DecodedPicture {
  type: PictureType;
  metadata: Metadata;
  /** Pixels of the picture as it is to be seen, its EXIF orientation applied. */
  width: number;
  height: number;
  /** A fresh pipeline over the source, upright. */
  pipeline: () => Sharp;
}

/** The bytes of a picture, or the path of a file on the local disk. */
export type PictureSource = Buffer | string;

/**
 * Reads the header of a picture. Throws 400 for what is no raster picture or is larger than `maxPixels`. For children only:
 * the server itself decodes nothing (ADR 0035).
 */
export async function openPicture(given: PictureSource, maxPixels: number): Promise<DecodedPicture> {
  const type = sniffPicture(typeof given === 'string' ? await headOf(given) : given);
  if (!type) throw new HttpError(400, messages.notAPicture);
  const source = type === 'image/png' ? pictureChunks(typeof given === 'string' ? await readFile(given) : given) : given;
  // failOn 'error' lets through what cameras get slightly wrong, and refuses what is cut short or broken.
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const;
  const metadata = await sharp(source, options)
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(error, maxPixels);
    });
  if (metadata.width * metadata.height > maxPixels) throw new HttpError(400, messages.tooManyPixels(maxPixels));
  const { width, height } = metadata.autoOrient;
  return { type, metadata, width, height, pipeline: () => sharp(source, options).autoOrient() };
}

interface Use {
  /** All pixels are wanted at once. */
  isWhole?: boolean;
  /** Turned, pixels of the last row are wanted first. */
  isTurned?: boolean;
}

/** Throws, before any pixel is decoded, what says that the picture needs a larger grant, or 400 when there is none so large. */
export function requireGrant({ type, metadata }: DecodedPicture, grant: number, { isWhole, isTurned }: Use = {}): void {
  const { width, height, channels, isProgressive } = metadata;
  const shown = width * height * channels;
  const decoded = shown * (SAMPLE_BYTES[metadata.depth] ?? 8);
  const needed = decoded * (FACTOR[type] ?? (isProgressive ? 1.15 : 0)) + (isTurned ? decoded : isWhole ? shown : 0) * 1.15;
  // What its pixels may be at most, by the bytes that each of them takes.
  if (needed > GRANT.max)
    throw new HttpError(400, messages.tooManyOfKind(Math.floor((width * height * GRANT.max) / needed / 1_000_000)));
  const streamed = Math.min(decoded * 1.15, MOST_STREAMED);
  if (Math.max(needed, streamed) > grant) throw new LargerGrantRequired(Math.max(needed, streamed));
}

async function headOf(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What sharp could not decode, as an answer. */
export function unreadable(error: unknown, maxPixels: number): HttpError {
  const tooLarge = error instanceof Error && /exceeds pixel limit/.test(error.message);
  return new HttpError(400, tooLarge ? messages.tooManyPixels(maxPixels) : messages.notAPicture);
}
