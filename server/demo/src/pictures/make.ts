import { setImmediate as nextTurn } from 'node:timers/promises';
import sharp from 'sharp';
import type { FileStore } from '@console/server/platform/files/store';
import { withAcceptedImage, type AcceptedImage } from '@console/server/platform/images/accept';
import { storeUploadedImage, type StoredImage } from '@console/server/platform/images/upload';
import type { Format, PicturePlan } from './plan';
import type { Part } from '../drawing/drawing';
import type { Raster } from '../drawing/raster';
import { drawMask } from '../drawing/scenes/packshot';
import { seededRandom } from '../drawing/random';

/** A picture that is drawn, encoded and kept, with what is on it. */
export interface MadePicture {
  plan: PicturePlan;
  parts: readonly Part[];
  fillLevel?: number;
  maskKey: string | null;
  /** Where the picture lies, for one row: no two rows may share files, for each takes its own along when it goes. */
  take: () => Promise<StoredImage>;
}

const MOST_PIXELS = 4_000_000;
/** Pictures that may be in the encoder at once: more would only hold memory. */
const AT_ONCE = 6;

/**
 * Draws and keeps pictures, in the order of the plans. The drawing runs here, and meanwhile the encoding
 * in sharp's threads and the decoding in children. Files of a seed that fails are left behind, where no row names them.
 */
export async function makePictures(files: FileStore, plans: readonly PicturePlan[]): Promise<MadePicture[]> {
  const made: Promise<MadePicture>[] = [];
  for (const plan of plans) {
    const picture = makePicture(files, plan);
    // Once one picture fails nobody waits for the others: their failures are not to end the process.
    picture.catch(() => undefined);
    made.push(picture);
    // The event loop gets its turn between two drawings, or no file would be written before the last one.
    await nextTurn();
    await made[made.length - AT_ONCE];
  }
  return Promise.all(made);
}

async function makePicture(files: FileStore, plan: PicturePlan): Promise<MadePicture> {
  const drawing = plan.draw(seededRandom(seedOf(plan.seed ?? plan.key)));
  const { parts, fillLevel } = drawing;
  const [accepted, maskKey] = await Promise.all([
    encode(drawing.raster, plan.format).then((bytes) =>
      withAcceptedImage(bytes, { maxPixels: MOST_PIXELS }, async (picture) => picture),
    ),
    plan.withMask ? keepMask(files, drawMask(drawing).raster) : null,
  ]);
  let kept: StoredImage | null = await keep(files, accepted);
  const take = async () => {
    const free = kept ?? (await keep(files, accepted));
    kept = null;
    return free;
  };
  return { plan, parts, fillLevel, maskKey, take };
}

/** A seed of its own for each picture, so that a picture stays the same when others come or go. */
function seedOf(key: string): number {
  return [...key].reduce((hash, letter) => Math.imul(hash ^ letter.charCodeAt(0), 16_777_619), 2_166_136_261) >>> 0;
}

function keep(files: FileStore, picture: AcceptedImage): Promise<StoredImage> {
  return storeUploadedImage(files, picture, () => undefined);
}

function rawOf({ width, height, pixels }: Raster) {
  return sharp(pixels, { raw: { width, height, channels: 3 } });
}

const ENCODERS: Record<Format, (raster: Raster) => Promise<Buffer>> = {
  jpeg: (raster) => rawOf(raster).jpeg({ quality: 90, chromaSubsampling: '4:4:4' }).toBuffer(),
  png: (raster) => rawOf(raster).png({ compressionLevel: 6 }).toBuffer(),
  webp: (raster) => rawOf(raster).webp({ quality: 90, effort: 1 }).toBuffer(),
  // As a camera held upright leaves it: the pixels lie on their side and EXIF says how to turn them.
  'turned-jpeg': (raster) => rawOf(raster).rotate(270).withMetadata({ orientation: 6 }).jpeg({ quality: 90 }).toBuffer(),
};

function encode(raster: Raster, format: Format): Promise<Buffer> {
  return ENCODERS[format](raster);
}

async function keepMask(files: FileStore, mask: Raster): Promise<string> {
  return files.put(await rawOf(mask).greyscale().png({ compressionLevel: 6 }).toBuffer(), 'image/png');
}
