import sharp from 'sharp';
import type { CropInput } from '../children/task';
import { requireGrant, openImage, toDecodeError } from './decode';
import { LOSSLESS_LOOKING_JPEG, THUMBNAIL_SIDE } from './sizes';

/** Crops boxes from an image. Decodes it only once, because that takes a hundred times as long as one crop. */
export async function cropImage({ path, maxPixels, boxes, isWhole = false }: CropInput, grant: number): Promise<Uint8Array[]> {
  const image = await openImage(path, maxPixels);
  requireGrant(image, grant, { needsAllPixels: true });
  try {
    const uprightPipeline = image.pipeline().toColourspace('srgb');
    const { data, info } = await uprightPipeline.raw().toBuffer({ resolveWithObject: true });
    const crops: Uint8Array[] = [];
    for (const [left = 0, top = 0, right = 0, bottom = 0] of boxes) {
      const crop = sharp(data, {
        raw: { width: info.width, height: info.height, channels: info.channels },
        limitInputPixels: maxPixels,
      }).extract({ left, top, width: right - left, height: bottom - top });
      const hasAlpha = info.channels === 2 || info.channels === 4;
      const encodedCrop = isWhole
        ? hasAlpha
          ? crop.png()
          : crop.jpeg(LOSSLESS_LOOKING_JPEG)
        : crop
            .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
            .webp({ quality: 78, effort: 2 });
      crops.push(await encodedCrop.toBuffer());
    }
    return crops;
  } catch (error) {
    throw toDecodeError(error, maxPixels);
  }
}
