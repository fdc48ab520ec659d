import { open } from 'node:fs/promises';
import sharp, { type Metadata, type Sharp } from 'sharp';
import { messages } from '../errors/messages';
import { HttpError } from '../errors';
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
// Pictures come once; what libvips keeps for a second look is only memory.
sharp.cache(false);

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

/** Reads the header of a picture. Throws 400 for what is no raster picture or is larger than `maxPixels`. */
export async function openPicture(source: PictureSource, maxPixels: number): Promise<DecodedPicture> {
  const type = sniffPicture(typeof source === 'string' ? await headOf(source) : source);
  if (!type) throw new HttpError(400, messages.notAPicture);
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
