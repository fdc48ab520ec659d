import { open, readFile } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { messages } from '../errors/messages';
import { GRANT, LargerGrantRequired } from '../children/task';
import { HttpError } from '../errors';
import { removeInvisibleChunks } from './png-chunks';
import { detectImageType, type ImageType } from './detect-image-type';

// Allow only decoders of raster images. By default sharp also reads SVG, PDF and other formats of libvips.
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
// One thread per child: a child decodes one image at a time, and the server needs the other processors.
sharp.concurrency(1);
// Each image is decoded once, so libvips's cache would only waste memory.
sharp.cache(false);

/**
 * Measured bytes of memory per byte of pixels for formats that are always decoded completely. JPEG, PNG, WebP and TIFF are
 * read row by row, except progressive JPEG and interlaced PNG.
 */
const MEMORY_FACTORS: Partial<Record<ImageType, number>> = { 'image/avif': 6.5, 'image/heif': 2.4, 'image/gif': 1.3 };
const SAMPLE_BYTES: Partial<Record<string, number>> = { uchar: 1, char: 1, ushort: 2, short: 2, uint: 4, int: 4, float: 4 };
/** Memory for decoding row by row. The measured maximum is 110 MB, for 119 megapixels with 16 bits. */
const MAX_STREAMED_BYTES = 160_000_000;

/** Enough bytes to detect the image type. */
const HEAD_BYTES = 64;

export interface OpenedImage {
  type: ImageType;
  metadata: Metadata;
  /** Size in pixels of the upright image, with the EXIF orientation applied. */
  width: number;
  height: number;
  /** Creates a new pipeline over the source that makes the image upright. */
  pipeline: () => Sharp;
}

/** The bytes of an image, or the path of a file on the local disk. */
export type ImageInput = Buffer | string;

/**
 * Reads the header of an image. Throws 400 if it is not a raster image or has more than `maxPixels`. Only for child processes:
 * the server itself decodes nothing (ADR 0037).
 */
export async function openImage(input: ImageInput, maxPixels: number): Promise<OpenedImage> {
  const type = typeof input === 'string' ? await detectFileType(input) : detectImageType(input);
  if (!type) throw new HttpError(400, messages.unreadableImage);
  const source = type === 'image/png' ? removeInvisibleChunks(typeof input === 'string' ? await readFile(input) : input) : input;
  // failOn 'error' accepts small format errors of cameras, but refuses truncated and broken files.
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const;
  const metadata = await sharp(source, options)
    .metadata()
    .catch((error: unknown) => {
      throw toDecodeError(error, maxPixels);
    });
  if (metadata.width * metadata.height > maxPixels) throw new HttpError(400, messages.tooManyPixels(maxPixels));
  const { width, height } = metadata.autoOrient;
  return { type, metadata, width, height, pipeline: () => sharp(source, options).autoOrient() };
}

interface DecodingNeeds {
  /** Whether all pixels are in memory at the same time. */
  needsAllPixels?: boolean;
  /** Whether the image is rotated, so that pixels of the last row are needed first. */
  isRotated?: boolean;
}

/** Throws LargerGrantRequired before decoding if the image needs more memory, or 400 if it needs more than the maximum grant. */
export function requireGrant(
  { type, metadata }: OpenedImage,
  grant: number,
  { needsAllPixels, isRotated }: DecodingNeeds = {},
): void {
  const { width, height, channels, isProgressive } = metadata;
  const outputBytes = width * height * channels;
  const decodedBytes = outputBytes * (SAMPLE_BYTES[metadata.depth] ?? 8);
  const requiredBytes =
    decodedBytes * (MEMORY_FACTORS[type] ?? (isProgressive ? 1.15 : 0)) +
    (isRotated ? decodedBytes : needsAllPixels ? outputBytes : 0) * 1.15;
  const streamedBytes = Math.min(decodedBytes * 1.15, MAX_STREAMED_BYTES);
  requireBytes(Math.max(requiredBytes, streamedBytes), width * height, grant);
}

/** Throws LargerGrantRequired if decoding needs more bytes than the grant, or 400 if it needs more than the maximum grant. */
export function requireBytes(requiredBytes: number, pixelCount: number, grant: number): void {
  // Name the maximum number of pixels for the memory that each pixel of this image needs.
  if (requiredBytes > GRANT.max)
    throw new HttpError(400, messages.tooManyPixelsForEncoding(Math.floor((pixelCount * GRANT.max) / requiredBytes / 1_000_000)));
  if (requiredBytes > grant) throw new LargerGrantRequired(requiredBytes);
}

/** Detects the type of a file by its first bytes. Null for anything but a raster image. */
export async function detectFileType(path: string): Promise<ImageType | null> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return detectImageType(buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

/** Converts an error of sharp to a 400. */
export function toDecodeError(error: unknown, maxPixels: number): HttpError {
  const isTooLarge = error instanceof Error && /exceeds pixel limit/.test(error.message);
  return new HttpError(400, isTooLarge ? messages.tooManyPixels(maxPixels) : messages.unreadableImage);
}
