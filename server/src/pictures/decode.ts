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
  ],
});
// Pictures come once; what libvips keeps for a second look is only memory.
sharp.cache(false);

export interface DecodedPicture {
  type: PictureType;
  metadata: Metadata;
  /** Pixels of the picture as it is to be seen, its EXIF orientation applied. */
  width: number;
  height: number;
  /** A fresh pipeline over the bytes, upright. */
  pipeline: () => Sharp;
}

/** Reads the header of a picture. Throws 400 for what is no raster picture or is larger than `maxPixels`. */
export async function openPicture(bytes: Buffer, maxPixels: number): Promise<DecodedPicture> {
  const type = sniffPicture(bytes);
  if (!type) throw new HttpError(400, messages.notAPicture);
  // failOn 'error' lets through what cameras get slightly wrong, and refuses what is cut short or broken.
  const options = { limitInputPixels: maxPixels, failOn: 'error', sequentialRead: true } as const;
  const metadata = await sharp(bytes, options)
    .metadata()
    .catch((error: unknown) => {
      throw unreadable(error, maxPixels);
    });
  if (metadata.width * metadata.height > maxPixels) throw new HttpError(400, messages.tooManyPixels(maxPixels));
  const { width, height } = metadata.autoOrient;
  return { type, metadata, width, height, pipeline: () => sharp(bytes, options).autoOrient() };
}

/** What sharp could not decode, as an answer. */
export function unreadable(error: unknown, maxPixels: number): HttpError {
  const tooLarge = error instanceof Error && /exceeds pixel limit/.test(error.message);
  return new HttpError(400, tooLarge ? messages.tooManyPixels(maxPixels) : messages.notAPicture);
}
