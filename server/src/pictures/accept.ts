import { createHash } from 'node:crypto';
import { openPicture, unreadable, type DecodedPicture } from './decode';

/** The longer side of a thumbnail, in pixels. */
export const THUMBNAIL_SIDE = 300;
/** The longer side that a picture is cut down to where its sender allows it. */
export const REDUCED_SIDE = 1024;

interface Encoded {
  bytes: Buffer;
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
  thumbnail: Encoded;
  /** What a browser shows in place of an original it cannot show, or would show in another position. */
  display: Encoded | null;
  /** SHA-256 of the uploaded bytes, in hexadecimal. */
  hash: string;
}

export interface AcceptOptions {
  maxPixels: number;
  /** Cuts the picture down to REDUCED_SIDE; the only case in which pixels are encoded anew. */
  reduce?: boolean;
}

/** Decodes an uploaded picture and makes what is kept of it. Throws 400 when it is none, is cut short, or too large. */
export async function acceptPicture(
  source: Buffer | PictureFile,
  { maxPixels, reduce = false }: AcceptOptions,
): Promise<AcceptedPicture> {
  const isFile = !Buffer.isBuffer(source);
  const picture = await openPicture(isFile ? source.path : source, maxPixels);
  const hash = isFile ? source.hash : createHash('sha256').update(source).digest('hex');
  try {
    if (reduce && Math.max(picture.width, picture.height) > REDUCED_SIDE) return { ...(await reduced(picture)), hash };
    const [thumbnail, display] = await Promise.all([thumbnailOf(picture), displayOf(picture)]);
    return {
      original: isFile ? { path: source.path, contentType: picture.type } : { bytes: source, contentType: picture.type },
      width: picture.width,
      height: picture.height,
      thumbnail,
      display,
      hash,
    };
  } catch (error) {
    throw unreadable(error, maxPixels);
  }
}

/**
 * The thumbnail is made from the coded picture and not from decoded pixels: libjpeg still reads every coded block, so a broken
 * file fails here, while the scaled decoding of a 12-megapixel JPEG takes 70 ms in place of 180.
 */
async function thumbnailOf(picture: DecodedPicture): Promise<Encoded> {
  const bytes = await picture
    .pipeline()
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 2 })
    .toBuffer();
  return { bytes, contentType: 'image/webp' };
}

/** Browsers agree on the orientation of JPEG only, show no TIFF, and would play an animation under the shapes. */
function showsAsIs({ type, metadata }: DecodedPicture): boolean {
  const isStill = (metadata.pages ?? 1) === 1;
  const isUpright = (metadata.orientation ?? 1) === 1;
  return type === 'image/jpeg' || (isStill && isUpright && type !== 'image/tiff' && type !== 'image/heif');
}

async function displayOf(picture: DecodedPicture): Promise<Encoded | null> {
  if (showsAsIs(picture)) return null;
  // Lossless, for people draw on it to the pixel.
  return {
    bytes: await picture.pipeline().toColourspace('srgb').png({ compressionLevel: 6 }).toBuffer(),
    contentType: 'image/png',
  };
}

async function reduced(picture: DecodedPicture): Promise<Omit<AcceptedPicture, 'hash'>> {
  const small = picture.pipeline().resize({ width: REDUCED_SIDE, height: REDUCED_SIDE, fit: 'inside' });
  const isPng = picture.type === 'image/png' || picture.type === 'image/gif';
  const { data, info } = await (isPng ? small.png() : small.jpeg({ quality: 92 })).toBuffer({ resolveWithObject: true });
  const contentType = isPng ? 'image/png' : 'image/jpeg';
  const cut = await openPicture(data, picture.width * picture.height);
  return {
    original: { bytes: data, contentType },
    width: info.width,
    height: info.height,
    thumbnail: await thumbnailOf(cut),
    display: null,
  };
}
