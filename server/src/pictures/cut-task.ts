import sharp from 'sharp';
import type { CutInput } from '../children/task';
import { requireGrant, openPicture, unreadable } from './decode';
import { THUMBNAIL_SIDE } from './sizes';

/** Cuts boxes out of a picture, each as a small WebP. Decodes it once, for that takes a hundred times as long as one cut. */
export async function cutTask({ path, maxPixels, boxes }: CutInput, grant: number): Promise<Uint8Array[]> {
  const picture = await openPicture(path, maxPixels);
  requireGrant(picture, grant, { isWhole: true });
  try {
    const upright = picture.pipeline().toColourspace('srgb');
    const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
    const cuts: Uint8Array[] = [];
    for (const [left = 0, top = 0, right = 0, bottom = 0] of boxes) {
      cuts.push(
        await sharp(data, {
          raw: { width: info.width, height: info.height, channels: info.channels },
          limitInputPixels: maxPixels,
        })
          .extract({ left, top, width: right - left, height: bottom - top })
          .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
          .webp({ quality: 78, effort: 2 })
          .toBuffer(),
      );
    }
    return cuts;
  } catch (error) {
    throw unreadable(error, maxPixels);
  }
}
