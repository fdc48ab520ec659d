import sharp from 'sharp';

/** Images for the checks, in base64. */
export interface TestImages {
  /** Two different upright images of the same kind. */
  first: string;
  second: string;
  /** The first image, stored on its side with the EXIF orientation that turns it upright. */
  sideways: string;
  /** Bytes that are not an image. */
  unreadable: string;
}

/** Creates the test images from two given images, or draws two images: a red and a blue rectangle on grey. */
export async function createTestImages(inputImages: readonly Buffer[] = []): Promise<TestImages> {
  const [first, second] =
    inputImages.length >= 2 ? inputImages : [await drawImage('#c81e1e', 12), await drawImage('#1e28c8', 60)];
  const upright = await sharp(first).rotate().toBuffer();
  const sideways = await sharp(await sharp(upright).rotate(270).toBuffer())
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return {
    first: upright.toString('base64'),
    second: second!.toString('base64'),
    sideways: sideways.toString('base64'),
    unreadable: Buffer.from('This is not an image.').toString('base64'),
  };
}

async function drawImage(colour: string, left: number): Promise<Buffer> {
  const rectangle = await sharp({ create: { width: 24, height: 30, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 96, height: 64, channels: 3, background: '#b4b4b4' } })
    .composite([{ input: rectangle, left, top: 20 }])
    .png()
    .toBuffer();
}

/** Returns the size of the upright image in pixels. */
export async function getImageSize(base64: string): Promise<{ width: number; height: number }> {
  const { width, height, orientation = 1 } = await sharp(Buffer.from(base64, 'base64')).metadata();
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
