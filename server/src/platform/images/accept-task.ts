import type { AcceptInput, AcceptOutput } from '../children/task';
import { convertImage } from './convert-task';
import { requireGrant, openImage, toDecodeError, type OpenedImage } from './decode';
import { REDUCED_SIDE, THUMBNAIL_SIDE } from './sizes';

/** Decodes a complete uploaded image and creates the stored versions. Throws 400 if it is invalid, truncated or too large. */
export async function acceptImage(input: AcceptInput, grant: number): Promise<AcceptOutput> {
  const { displayPath, maxPixels, reduce } = input;
  const { isConverted } = await convertImage(input, grant);
  const image = await openImage(isConverted ? input.convertedPath : input.path, maxPixels);
  const isReduced = reduce && Math.max(image.width, image.height) > REDUCED_SIDE;
  const hasDisplay = !isReduced && !canBrowsersShow(image);
  requireGrant(image, grant, { isRotated: hasDisplay && (image.metadata.orientation ?? 1) > 1 });
  try {
    if (isReduced) return await createReduced(image);
    const [thumbnail] = await Promise.all([createThumbnail(image), hasDisplay ? writeDisplay(image, displayPath) : null]);
    const { type: contentType, width, height } = image;
    const orientation = image.metadata.orientation ?? 1;
    return { contentType, width, height, orientation, thumbnail, hasDisplay, isConverted, reduced: null };
  } catch (error) {
    throw toDecodeError(error, maxPixels);
  }
}

/**
 * Creates the thumbnail from the encoded image instead of decoded pixels. libjpeg's scaled decoding of a 12-megapixel JPEG takes
 * 70 ms instead of 180. It still reads every encoded block, so a broken file fails here.
 */
function createThumbnail(image: OpenedImage): Promise<Buffer> {
  return image
    .pipeline()
    .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
    .webp({ quality: 78, effort: 2 })
    .toBuffer();
}

/**
 * Whether browsers can show the original. They handle the orientation consistently only for JPEG, cannot show TIFF, and would
 * play an animation.
 */
function canBrowsersShow({ type, metadata }: OpenedImage): boolean {
  const isStill = (metadata.pages ?? 1) === 1;
  const isUpright = (metadata.orientation ?? 1) === 1;
  return type === 'image/jpeg' || (isStill && isUpright && type !== 'image/tiff');
}

/** Writes a lossless PNG, because users annotate it with pixel accuracy. */
async function writeDisplay(image: OpenedImage, path: string): Promise<void> {
  await image.pipeline().toColourspace('srgb').png({ compressionLevel: 6 }).toFile(path);
}

async function createReduced(image: OpenedImage): Promise<AcceptOutput> {
  const reducedPipeline = image.pipeline().resize({ width: REDUCED_SIDE, height: REDUCED_SIDE, fit: 'inside' });
  const isPng = image.type === 'image/png' || image.type === 'image/gif';
  const { data, info } = await (isPng ? reducedPipeline.png() : reducedPipeline.jpeg({ quality: 92 })).toBuffer({
    resolveWithObject: true,
  });
  const contentType = isPng ? 'image/png' : 'image/jpeg';
  const reducedImage = await openImage(data, image.width * image.height);
  return {
    contentType,
    width: info.width,
    height: info.height,
    orientation: image.metadata.orientation ?? 1,
    thumbnail: await createThumbnail(reducedImage),
    hasDisplay: false,
    isConverted: false,
    reduced: { bytes: data, contentType },
  };
}
