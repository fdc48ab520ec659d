import { randomBytes } from 'node:crypto';
import sharp, { type Sharp } from 'sharp';
import { createDiskStore } from '../../../../server/src/platform/files/disk-store';
import { THUMBNAIL_SIDE } from '../../../../server/src/platform/images/sizes';
import { expectBody, type TestClient } from '../../../../server/src/testing/api/client';
import { measureAlternately } from '../../support/measure';

interface UploadFigures {
  /** Milliseconds of an upload over HTTP. */
  uploads: number[];
  /** Milliseconds of sharp's thumbnail by scaled decoding, like in the server, and of two durable file writes. */
  scaled: number[];
  /** Like `scaled`, but with complete decoding before scaling. */
  complete: number[];
}

/** Measures uploads of a 12-megapixel JPEG over HTTP, alternately with thumbnails and file writes without a server. */
export async function measureUploads(client: TestClient, filesDir: string, rounds: number): Promise<UploadFigures> {
  const noise = sharp({
    create: { width: 500, height: 375, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  });
  const jpeg = await sharp(await noise.png().toBuffer())
    .resize(4000, 3000)
    .jpeg({ quality: 90 })
    .toBuffer();
  // Appended bytes make each file unique for the server, with the same work for the decoder.
  const createUniqueJpeg = () => Buffer.concat([jpeg, randomBytes(16)]);
  const store = createDiskStore(filesDir);
  const storeWithThumbnail = async (bytes: Buffer, decoded: Sharp) => {
    const thumbnail = await decoded
      .resize({ width: THUMBNAIL_SIDE, height: THUMBNAIL_SIDE, fit: 'inside' })
      .webp({ quality: 78, effort: 2 })
      .toBuffer();
    await store.put(bytes, 'image/jpeg');
    await store.put(thumbnail, 'image/webp');
  };
  const [uploads = [], scaledDurations = [], completeDurations = []] = await measureAlternately(
    rounds,
    [
      async () =>
        expectBody(
          await client.post('/recognition/v2/training-image/', { base64: createUniqueJpeg().toString('base64'), noresize: true }),
          201,
        ),
      async () => {
        const bytes = createUniqueJpeg();
        await storeWithThumbnail(bytes, sharp(bytes).autoOrient());
      },
      async () => {
        const bytes = createUniqueJpeg();
        const { data, info } = await sharp(bytes).autoOrient().raw().toBuffer({ resolveWithObject: true });
        await storeWithThumbnail(bytes, sharp(data, { raw: info }));
      },
    ],
    2,
  );
  return { uploads, scaled: scaledDurations, complete: completeDurations };
}
