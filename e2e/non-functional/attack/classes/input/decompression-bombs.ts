import { deflateSync } from 'node:zlib';
import sharp, { type Sharp } from 'sharp';
import type { TrainingImage } from '@console/shared-contract/api';
import type { TestResponse, TestClient } from '../../../../../server/src/testing/api/client';
import { AFTER_PNG_HEADER, encodePngChunk } from '../../../../../server/src/testing/api/png';
import { createAttempt, type AttackClass, type Attempt } from '../../harness/attack-class';
import { runDuringOtherUserRequests, MAX_WAIT_MS } from '../../harness/concurrent-user';

const CONCURRENCY = 4;
const IMAGES_PATH = '/recognition/v2/training-image/';
const EXPECTED_STATUSES = [201, 400, 413, 503];

/** An image with nearly the maximum number of pixels. */
const createLargeImage = (sideLength = 10_900) =>
  sharp({ create: { width: sideLength, height: sideLength, channels: 3, background: '#3366cc' } });
const createSmallImage = () => sharp({ create: { width: 64, height: 48, channels: 3, background: '#3366cc' } });

const IMAGE_BOMBS: Record<string, () => Promise<Buffer>> = {
  'PNG with zTXt': () => createPngWithChunks('zTXt', 'Comment\0\0'),
  'PNG with iTXt': () => createPngWithChunks('iTXt', 'Comment\0\u0001\0\0\0'),
  'PNG with iCCP': () => createPngWithChunks('iCCP', 'profile\0\0'),
  '64-megapixel AVIF': () => createLargeImage(8000).avif({ effort: 0, quality: 1 }).toBuffer(),
  '16-bit PNG': () => createLargeImage().toColourspace('rgb16').png({ compressionLevel: 1 }).toBuffer(),
  '16-bit interlaced PNG': () =>
    createLargeImage().toColourspace('rgb16').png({ compressionLevel: 1, progressive: true }).toBuffer(),
  'interlaced PNG': () => createLargeImage().png({ compressionLevel: 1, progressive: true }).toBuffer(),
  'PNG with EXIF orientation': () => createLargeImage().withMetadata({ orientation: 6 }).png({ compressionLevel: 1 }).toBuffer(),
  JPEG: () => createLargeImage().jpeg().toBuffer(),
  'progressive JPEG': () => createLargeImage().jpeg({ progressive: true }).toBuffer(),
  WebP: () => createLargeImage().webp({ effort: 0 }).toBuffer(),
  'lossless WebP': () => createLargeImage().webp({ effort: 0, lossless: true }).toBuffer(),
  TIFF: () => createLargeImage().tiff({ compression: 'deflate' }).toBuffer(),
  'tiled TIFF': () =>
    createLargeImage().tiff({ compression: 'deflate', tile: true, tileWidth: 4096, tileHeight: 4096 }).toBuffer(),
  GIF: () => createLargeImage().gif({ effort: 1 }).toBuffer(),
  'GIF of 500 pages': () => createTiffPages(500, 64).gif({ effort: 1 }).toBuffer(),
  'TIFF of 500 pages': () => createTiffPages(500, 64).tiff({ compression: 'deflate' }).toBuffer(),
};

/** Uploads images that are expensive to decode, four at once, and requests crops of the accepted images. */
export const decompressionBombs: AttackClass = {
  name: 'decompression-bombs',
  run: async ({ createTenant }) => {
    const [{ client, sampleRows }, otherTenant] = [await createTenant(), await createTenant()];
    const attempts: Attempt[] = [];
    for (const [name, createFile] of Object.entries(IMAGE_BOMBS)) {
      const imageBytes = await createFile();
      const { value: uploadResponses, slowest } = await runDuringOtherUserRequests(otherTenant.client, () =>
        uploadRepeatedly(client, imageBytes),
      );
      attempts.push(createResponsesAttempt(`${name}, ${imageBytes.length} bytes`, uploadResponses, EXPECTED_STATUSES, slowest));
      const images = uploadResponses.filter(({ status }) => status === 201).map(({ body }) => body as TrainingImage);
      const crops = await runDuringOtherUserRequests(otherTenant.client, () =>
        requestCrops(client, images, sampleRows.detectionLabel),
      );
      if (images.length > 0)
        attempts.push(createResponsesAttempt(`crops of ${name}`, crops.value, [302, 400, 404, 503], crops.slowest));
    }
    return attempts;
  },
};

function createResponsesAttempt(description: string, responses: TestResponse[], statuses: number[], slowest: number): Attempt {
  const unexpectedResponse = responses.find(({ status }) => !statuses.includes(status));
  const reason = unexpectedResponse
    ? `${unexpectedResponse.status} ${unexpectedResponse.text.slice(0, 200)}`
    : `another user waited ${slowest.toFixed(0)} ms`;
  return createAttempt(description, !unexpectedResponse && slowest < MAX_WAIT_MS, reason);
}

/** Uploads the same image several times. An appended byte makes each file unique for the server. */
function uploadRepeatedly(client: TestClient, image: Buffer): Promise<TestResponse[]> {
  return Promise.all(
    Array.from({ length: CONCURRENCY }, (_, index) =>
      client.post(IMAGES_PATH, { base64: Buffer.concat([image, Buffer.from([index])]).toString('base64') }),
    ),
  );
}

async function requestCrops(client: TestClient, images: TrainingImage[], label: string): Promise<TestResponse[]> {
  const objects = await Promise.all(
    images.map((image) =>
      client.post('/detection/v2/object/', { image: image.id, detection_label: label, data: [0, 0, 60, 40] }),
    ),
  );
  const paths = objects.map(({ body }) => new URL((body as { thumb: string }).thumb).pathname.replace('/api', ''));
  return Promise.all(paths.map((path) => client.get(path)));
}

async function createPngWithChunks(type: string, textPrefix: string): Promise<Buffer> {
  const png = await createSmallImage().png().toBuffer();
  const text = encodePngChunk(type, Buffer.concat([Buffer.from(textPrefix, 'latin1'), deflateSync(Buffer.alloc(50_000_000))]));
  return Buffer.concat([png.subarray(0, AFTER_PNG_HEADER), ...Array<Buffer>(10).fill(text), png.subarray(AFTER_PNG_HEADER)]);
}

function createTiffPages(count: number, sideLength: number): Sharp {
  const pixels = Buffer.alloc(sideLength * sideLength * count * 3);
  // All pages differ, because an encoder would omit equal pages.
  for (let page = 0; page < count; page += 1)
    pixels.fill(page % 251, page * sideLength * sideLength * 3, (page + 1) * sideLength * sideLength * 3);
  return sharp(pixels, { raw: { width: sideLength, height: sideLength * count, channels: 3, pageHeight: sideLength } });
}
