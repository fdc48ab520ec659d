import sharp from 'sharp';
import { ImageInspector } from './image-inspector';

const createImage = (width = 100, height = 80) => sharp({ create: { width, height, channels: 3, background: '#a00' } });
/** Creates a photo with an embedded thumbnail, whose end marker precedes the pixels of the photo. */
async function createPhotoWithThumbnail(): Promise<Buffer> {
  const [photo, thumbnail] = [await createImage().jpeg().toBuffer(), await createImage(10, 8).jpeg().toBuffer()];
  const segment = Buffer.alloc(4 + thumbnail.length);
  segment.writeUInt16BE(0xff_e1, 0);
  segment.writeUInt16BE(2 + thumbnail.length, 2);
  thumbnail.copy(segment, 4);
  return Buffer.concat([photo.subarray(0, 2), segment, photo.subarray(2)]);
}
/** Creates an image whose pixels do not compress, so that its end is far behind its header. */
async function createNoise(format: 'png' | 'jpeg'): Promise<Buffer> {
  const raw = { width: 300, height: 200, channels: 3 } as const;
  const pixels = Buffer.alloc(raw.width * raw.height * raw.channels).map((_, index) => (index * 7919) % 251);
  return sharp(pixels, { raw })[format]({ quality: 100 }).toBuffer();
}
function findProblem(bytes: Buffer, { chunkSize = 65_536, maxPixels = 1_000_000 } = {}): string | null {
  const inspector = new ImageInspector();
  for (let start = 0; start < bytes.length; start += chunkSize) inspector.add(bytes.subarray(start, start + chunkSize));
  return inspector.findProblem(maxPixels);
}
const TRUNCATED_MESSAGE = 'The image is damaged: its end is missing.';

const images: [string, () => Promise<Buffer>][] = [
  ['a PNG', () => createImage().png().toBuffer()],
  ['a JPEG', () => createImage().jpeg().toBuffer()],
  ['a progressive JPEG', () => createImage().jpeg({ progressive: true }).toBuffer()],
  ['a JPEG with a thumbnail', createPhotoWithThumbnail],
  ['a large PNG', () => createNoise('png')],
  ['a large JPEG', () => createNoise('jpeg')],
  ['a WebP', () => createImage().webp().toBuffer()],
];

it.each(images)('accepts %s and reports its missing end', async (_, createBytes) => {
  const bytes = await createBytes();
  for (const chunkSize of [1_000, 65_536, bytes.length]) {
    expect(findProblem(bytes, { chunkSize })).toBeNull();
    expect(findProblem(Buffer.concat([bytes, Buffer.alloc(300_000)]), { chunkSize })).toBeNull();
    expect(findProblem(bytes.subarray(0, -20), { chunkSize })).toBe(TRUNCATED_MESSAGE);
    expect(findProblem(bytes.subarray(0, 30), { chunkSize })).toBe(TRUNCATED_MESSAGE);
  }
});

it('finds an end marker that is split across chunks', async () => {
  for (const format of ['png', 'jpeg'] as const) {
    const bytes = await createNoise(format);
    for (let size = 1; size < 16; size += 1) expect(findProblem(bytes, { chunkSize: bytes.length - size })).toBeNull();
  }
});

it('accepts other formats, which show damage only when they are decoded', async () => {
  const [gif, tiff] = [await createImage().gif().toBuffer(), await createImage().tiff().toBuffer()];
  expect([findProblem(gif), findProblem(tiff), findProblem(gif.subarray(0, 40))]).toEqual([null, null, null]);
});

it('reports images without pixels and with too many pixels', async () => {
  const png = await createImage().png().toBuffer();
  const jpeg = await createImage().jpeg().toBuffer();
  expect([findProblem(png, { maxPixels: 7_999 }), findProblem(jpeg, { maxPixels: 7_999 })]).toEqual([
    'The image has more than 0 million pixels.',
    'The image has more than 0 million pixels.',
  ]);
  png.writeUInt32BE(0, 16);
  expect(findProblem(png)).toBe('The image is damaged: its width or height is 0.');
});
