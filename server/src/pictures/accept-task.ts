import type { AcceptInput, AcceptOutput } from '../children/task';
import { requireGrant, openPicture, unreadable, type DecodedPicture } from './decode';
import { REDUCED_SIDE, THUMBNAIL_SIDE } from './sizes';

/** Decodes an uploaded picture whole and makes what is kept of it. Throws 400 when it is none, is cut short, or too large. */
export async function acceptTask(input: AcceptInput, grant: number): Promise<AcceptOutput> {
  const { path, displayPath, maxPixels, reduce } = input;
  const picture = await openPicture(path, maxPixels);
  const isReduced = reduce && Math.max(picture.width, picture.height) > REDUCED_SIDE;
  const hasDisplay = !isReduced && !showsAsIs(picture);
  requireGrant(picture, grant, { isTurned: hasDisplay && (picture.metadata.orientation ?? 1) > 1 });
  try {
    if (isReduced) return await reduced(picture);
    const [thumbnail] = await Promise.all([thumbnailOf(picture), hasDisplay ? writeDisplay(picture, displayPath) : null]);
    const { type: contentType, width, height } = picture;
    const orientation = picture.metadata.orientation ?? 1;
    return { contentType, width, height, orientation, thumbnail, hasDisplay, reduced: null };
  } catch (error) {
    throw unreadable(error, maxPixels);
  }
}

/**
 * The thumbnail is made from the coded picture and not from decoded pixels: libjpeg still reads every coded block, so a broken
 * file fails here, while the scaled decoding of a 12-megapixel JPEG takes 70 ms in place of 180.
 */
function thumbnailOf(picture: DecodedPicture): Promise<Buffer> {
  return picture
    .pipeline()
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 2 })
    .toBuffer();
}

/** Browsers agree on the orientation of JPEG only, show no TIFF, and would play an animation under the shapes. */
function showsAsIs({ type, metadata }: DecodedPicture): boolean {
  const isStill = (metadata.pages ?? 1) === 1;
  const isUpright = (metadata.orientation ?? 1) === 1;
  return type === 'image/jpeg' || (isStill && isUpright && type !== 'image/tiff' && type !== 'image/heif');
}

/** Lossless, for people draw on it to the pixel. */
async function writeDisplay(picture: DecodedPicture, path: string): Promise<void> {
  await picture.pipeline().toColourspace('srgb').png({ compressionLevel: 6 }).toFile(path);
}

async function reduced(picture: DecodedPicture): Promise<AcceptOutput> {
  const small = picture.pipeline().resize({ width: REDUCED_SIDE, height: REDUCED_SIDE, fit: 'inside' });
  const isPng = picture.type === 'image/png' || picture.type === 'image/gif';
  const { data, info } = await (isPng ? small.png() : small.jpeg({ quality: 92 })).toBuffer({ resolveWithObject: true });
  const contentType = isPng ? 'image/png' : 'image/jpeg';
  const cut = await openPicture(data, picture.width * picture.height);
  return {
    contentType,
    width: info.width,
    height: info.height,
    orientation: picture.metadata.orientation ?? 1,
    thumbnail: await thumbnailOf(cut),
    hasDisplay: false,
    reduced: { bytes: data, contentType },
  };
}
