import { readFile } from 'node:fs/promises';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { HttpError } from '../errors';
import { encodePngChunk } from '../../testing/api/png';
import { setUpTestServer } from '../../testing/api/test-server';
import { withAcceptedImage, type AcceptedImage, type AcceptOptions, type ImageContent } from './accept';
import { decodeBase64 } from './base64';
import { storeUploadedImage, withUploadedImage, type ImageFields } from './upload';

const LIMITS = { maxPixels: 50_000_000, uploadMaxBytes: 20_000_000, uploadHosts: [] as string[] };
const createBlankImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#3366cc' } });
/** Noise, so that a truncated file really misses pixels. */
const createNoisyImage = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: '#888', noise: { type: 'gaussian', mean: 128, sigma: 40 } } });
const getError = (work: Promise<unknown>) =>
  work.then(
    () => {
      throw new Error('was accepted');
    },
    (error: HttpError) => [error.status, error.detail],
  );
const acceptImage = (bytes: Buffer, options: AcceptOptions) => withAcceptedImage(bytes, options, loadDisplayVersion);
const acceptBytes = (bytes: Buffer) => acceptImage(bytes, LIMITS);
const acceptUpload = (input: ImageFields, limits = LIMITS) =>
  withUploadedImage(input, { config: limits }, undefined, loadDisplayVersion);
const getBytes = (content: ImageContent | null) => (content && 'bytes' in content ? content.bytes : null);
/** Reads the bytes of the display version, because its temporary file is deleted afterwards. */
const loadDisplayVersion = async (image: AcceptedImage): Promise<AcceptedImage> => ({
  ...image,
  display:
    image.display && 'path' in image.display
      ? { bytes: await readFile(image.display.path), contentType: image.display.contentType }
      : image.display,
});

describe('an accepted image', () => {
  it('keeps its bytes and has its upright size and a thumbnail', async () => {
    const bytes = await createNoisyImage(1200, 800).jpeg().toBuffer();
    const image = await acceptBytes(bytes);
    expect(getBytes(image.original)).toBe(bytes);
    expect(image).toMatchObject({ width: 1200, height: 800, display: null, original: { contentType: 'image/jpeg' } });
    expect(await sharp(image.thumbnail.bytes).metadata()).toMatchObject({ format: 'webp', width: 300, height: 200 });
  });

  it('has the upright size if the EXIF orientation rotates it', async () => {
    const bytes = await createNoisyImage(400, 200).withMetadata({ orientation: 6 }).jpeg().toBuffer();
    const image = await acceptBytes(bytes);
    expect([image.width, image.height, image.display]).toEqual([200, 400, null]);
    expect(await sharp(image.thumbnail.bytes).metadata()).toMatchObject({ width: 150, height: 300 });
  });

  it('has an upright display version if browsers ignore its orientation', async () => {
    const bytes = await createBlankImage(400, 200).withMetadata({ orientation: 6 }).png().toBuffer();
    const { display, width } = await acceptBytes(bytes);
    expect(width).toBe(200);
    expect(await sharp(getBytes(display) ?? '').metadata()).toMatchObject({ format: 'png', width: 200, height: 400 });
  });

  it('has a PNG display version if it is a TIFF', async () => {
    const { original, display } = await acceptBytes(await createBlankImage(60, 40).tiff().toBuffer());
    expect([original.contentType, display?.contentType]).toEqual(['image/tiff', 'image/png']);
  });

  it.each(['png', 'webp', 'gif', 'avif'] as const)('can be a %s', async (format) => {
    const image = await acceptBytes(await createBlankImage(64, 48).toFormat(format).toBuffer());
    expect(image).toMatchObject({ width: 64, height: 48, display: null, original: { contentType: `image/${format}` } });
  });

  it('is not enlarged for the thumbnail', async () => {
    const { thumbnail } = await acceptBytes(await createBlankImage(20, 10).png().toBuffer());
    expect(await sharp(thumbnail.bytes).metadata()).toMatchObject({ width: 20, height: 10 });
  });

  it('has a hash of its content', async () => {
    const bytes = await createBlankImage(30, 30).png().toBuffer();
    expect((await acceptBytes(bytes)).hash).toBe((await acceptBytes(Buffer.from(bytes))).hash);
    expect((await acceptBytes(await createBlankImage(30, 31).png().toBuffer())).hash).not.toBe((await acceptBytes(bytes)).hash);
  });

  it('is downscaled to 1024 pixels only if the request allows it', async () => {
    const base64 = (await createBlankImage(3000, 1500).jpeg().toBuffer()).toString('base64');
    expect(await acceptUpload({ base64, noresize: true }, LIMITS)).toMatchObject({ width: 3000, height: 1500 });
    expect(await acceptUpload({ base64 }, LIMITS)).toMatchObject({ width: 3000 });
    const downscaled = await acceptUpload({ base64, noresize: false }, LIMITS);
    expect(downscaled).toMatchObject({ width: 1024, height: 512 });
    expect(await sharp(getBytes(downscaled.original) ?? '').metadata()).toMatchObject({ format: 'jpeg', width: 1024 });
  });

  it('is not encoded again if it is small enough', async () => {
    const bytes = await createBlankImage(1024, 10).jpeg().toBuffer();
    const { original } = await acceptUpload({ base64: bytes.toString('base64'), noresize: false }, LIMITS);
    expect(getBytes(original)).toEqual(bytes);
  });
});

describe('the upload refuses', () => {
  const UNREADABLE_IMAGE = [400, 'base64: is not a readable image'];

  it('files that are not raster images, whatever their declared type', async () => {
    const svg = Buffer.from(
      '<svg xmlns="http://www.w3.org/2000/svg" width="10" height="10"><rect width="10" height="10"/></svg>',
    );
    for (const bytes of [
      svg,
      Buffer.from('%PDF-1.4 and more of it'),
      Buffer.from('GIF89a, says the text'),
      Buffer.alloc(5000),
      Buffer.from('<!doctype html><html></html>'),
    ]) {
      expect(await getError(acceptBytes(bytes))).toEqual(UNREADABLE_IMAGE);
    }
    const dataUrl = `data:image/jpeg;base64,${svg.toString('base64')}`;
    expect(await getError(acceptUpload({ base64: dataUrl }, LIMITS))).toEqual(UNREADABLE_IMAGE);
  });

  it.each(['jpeg', 'png', 'webp'] as const)('a truncated %s', async (format) => {
    const completeImage = await createNoisyImage(800, 600).toFormat(format).toBuffer();
    for (const ratio of [0.02, 0.5, 0.95]) {
      expect(await getError(acceptBytes(completeImage.subarray(0, Math.floor(completeImage.length * ratio))))).toEqual(
        UNREADABLE_IMAGE,
      );
    }
  });

  it('a truncated JPEG with an EXIF orientation', async () => {
    const completeImage = await createNoisyImage(800, 600).withMetadata({ orientation: 8 }).jpeg().toBuffer();
    expect(await getError(acceptBytes(completeImage.subarray(0, completeImage.length / 2)))).toEqual(UNREADABLE_IMAGE);
  });

  it('an image with more pixels than allowed', async () => {
    const bytes = await createBlankImage(2000, 1001).png().toBuffer();
    expect(await getError(acceptImage(bytes, { maxPixels: 2_000_000 }))).toEqual([400, 'base64: has more than 2 million pixels']);
  });

  it('an image with more bytes than allowed', async () => {
    const base64 = (await createNoisyImage(300, 300).png().toBuffer()).toString('base64');
    expect((await getError(acceptUpload({ base64 }, { ...LIMITS, uploadMaxBytes: 1000 })))[0]).toBe(413);
  });

  it('a URL unless the operator allows its host', async () => {
    expect(await getError(acceptUpload({ url: 'http://127.0.0.1/x.png' }, LIMITS))).toEqual([
      400,
      'url: uploads by URL are not allowed on this server',
    ]);
    const allowedHosts = { ...LIMITS, uploadHosts: ['pictures.example'] };
    for (const url of ['http://127.0.0.1/x.png', 'file:///etc/passwd', 'https://pictures.example.evil.example/x', 'nonsense']) {
      expect((await getError(acceptUpload({ url }, allowedHosts)))[0]).toBe(400);
    }
    expect(await getError(acceptUpload({}, LIMITS))).toEqual([400, 'base64: is required']);
  });
});

describe('limited memory suffices for', () => {
  const createTooManyPixelsError = (millions: number) => [
    400,
    `base64: has more than ${millions} million pixels, the limit for this encoding. A baseline JPEG or non-interlaced PNG may have more`,
  ];

  it.each([
    ['zTXt', 'Comment\0\0'],
    ['iTXt', 'Comment\0\u0001\0\0\0'],
    ['iCCP', 'profile\0\0'],
  ])('a PNG with ten %s chunks of 50 MB each, which are not pixels', async (type, chunkStart) => {
    const png = await createBlankImage(64, 48).png().toBuffer();
    const bombChunk = encodePngChunk(
      type,
      Buffer.concat([Buffer.from(chunkStart, 'latin1'), deflateSync(Buffer.alloc(50_000_000), { level: 1 })]),
    );
    const bytes = Buffer.concat([png.subarray(0, 33), ...Array<Buffer>(10).fill(bombChunk), png.subarray(33)]);
    const image = await acceptBytes(bytes);
    expect(image).toMatchObject({ width: 64, height: 48 });
    expect(getBytes(image.original)).toBe(bytes);
  });

  it('an AVIF of some hundred bytes and 30 megapixels, refused before decoding', async () => {
    const avif = await createBlankImage(64, 48).avif({ effort: 0 }).toBuffer();
    const sizeOffset = avif.indexOf('ispe') + 8;
    avif.writeUInt32BE(6000, sizeOffset);
    avif.writeUInt32BE(5000, sizeOffset + 4);
    expect(await getError(acceptBytes(avif))).toEqual(createTooManyPixelsError(21));
  });

  it('an interlaced PNG with more pixels than the memory grant, refused before decoding', async () => {
    const png = await createBlankImage(64, 48).png({ progressive: true }).toBuffer();
    const header = Buffer.from(png.subarray(16, 29));
    header.writeUInt32BE(8000, 0);
    header.writeUInt32BE(6200, 4);
    header.set([16, 6], 8); // bit depth 16, color type 6 (RGBA)
    expect(
      await getError(acceptBytes(Buffer.concat([png.subarray(0, 8), encodePngChunk('IHDR', header), png.subarray(33)]))),
    ).toEqual(createTooManyPixelsError(45));
  });

  it('a color profile of normal size, which is applied', async () => {
    const png = await createBlankImage(64, 48).withIccProfile('p3').png().toBuffer();
    const { thumbnail } = await acceptBytes(png);
    const pixels = await sharp(thumbnail.bytes).raw().toBuffer();
    // Without the profile, the red of these pixels would be 69.
    for (const [index, value] of [0x33, 0x66, 0xcc].entries()) expect(Math.abs((pixels[index] ?? 0) - value)).toBeLessThan(8);
  });
});

describe('base64', () => {
  const bytes = Buffer.from('any bytes at all');
  it('is accepted plain, as a data URL, with line breaks and without padding', () => {
    const text = bytes.toString('base64');
    for (const base64Form of [
      text,
      `data:image/jpeg;base64,${text}`,
      `${text.slice(0, 8)}\r\n${text.slice(8)}\n`,
      text.replaceAll('=', ''),
    ]) {
      expect(decodeBase64(base64Form)).toEqual(bytes);
    }
  });
  it('is refused with invalid characters', () => {
    for (const text of ['', 'data:image/png;base64,', '!!!!', 'abc$defg', 'nül0'])
      expect(() => decodeBase64(text)).toThrow('base64: is not base64');
  });
});

describe('a stored image', () => {
  const server = setUpTestServer({ modules: [] });

  it('is served with its detected type and deleted when its write is undone', async () => {
    const bytes = await createBlankImage(50, 40).png().toBuffer();
    const undoActions: (() => Promise<void>)[] = [];
    const storedImage = await storeUploadedImage(
      server.files,
      await acceptBytes(bytes),
      (action) => void undoActions.push(action),
    );
    expect(storedImage).toMatchObject({ img_width: 50, img_height: 40, content_type: 'image/png', display_key: null });
    const response = await server.anonymous.get(`/files/${storedImage.img_key}`);
    expect([response.headers['content-type'], response.bytes]).toEqual(['image/png', bytes]);
    for (const action of undoActions) await action();
    for (const key of [storedImage.img_key, storedImage.thumb_key])
      expect((await server.anonymous.get(`/files/${key}`)).status).toBe(404);
  });
});
