import sharp from 'sharp';
import type { CutInput } from '../children/task';
import { requireGrant, openPicture, unreadable } from './decode';
import { THUMBNAIL_SIDE } from './sizes';

/** So that cutting again and again loses nothing that can be seen; with transparency a PNG loses nothing at all. */
const KEPT = { quality: 95, chromaSubsampling: '4:4:4' } as const;

/** Cuts boxes out of a picture. Decodes it once, for that takes a hundred times as long as one cut. */
export async function cutTask({ path, maxPixels, boxes, isWhole = false }: CutInput, grant: number): Promise<Uint8Array[]> {
  const picture = await openPicture(path, maxPixels);
  requireGrant(picture, grant, { isWhole: true });
  try {
    const upright = picture.pipeline().toColourspace('srgb');
    const { data, info } = await upright.raw().toBuffer({ resolveWithObject: true });
    const cuts: Uint8Array[] = [];
    for (const [left = 0, top = 0, right = 0, bottom = 0] of boxes) {
      const cut = sharp(data, {
        raw: { width: info.width, height: info.height, channels: info.channels },
        limitInputPixels: maxPixels,
      }).extract({ left, top, width: right - left, height: bottom - top });
      const hasAlpha = info.channels === 2 || info.channels === 4;
      const encoded = isWhole
        ? hasAlpha
          ? cut.png()
          : cut.jpeg(KEPT)
        : cut
            .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside', withoutEnlargement: true })
            .webp({ quality: 78, effort: 2 });
      cuts.push(await encoded.toBuffer());
    }
    return cuts;
  } catch (error) {
    throw unreadable(error, maxPixels);
  }
}
