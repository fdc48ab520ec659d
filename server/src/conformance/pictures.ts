import sharp from 'sharp';

/** Base64 of pictures by which a server is checked. */
export interface Pictures {
  /** Two that differ, upright, of the same kind. */
  first: string;
  second: string;
  /** The first, stored on its side with the EXIF orientation that puts it upright. */
  sideways: string;
  /** No picture at all. */
  unreadable: string;
}

/** Of two given pictures, or of two that are drawn: a red and a blue thing on grey. */
export async function picturesOf(given: readonly Buffer[] = []): Promise<Pictures> {
  const [first, second] = given.length >= 2 ? given : [await drawn('#c81e1e', 12), await drawn('#1e28c8', 60)];
  const upright = await sharp(first).rotate().toBuffer();
  const sideways = await sharp(await sharp(upright).rotate(270).toBuffer())
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  return {
    first: upright.toString('base64'),
    second: second!.toString('base64'),
    sideways: sideways.toString('base64'),
    unreadable: Buffer.from('This is no picture.').toString('base64'),
  };
}

async function drawn(colour: string, left: number): Promise<Buffer> {
  const thing = await sharp({ create: { width: 24, height: 30, channels: 3, background: colour } })
    .png()
    .toBuffer();
  return sharp({ create: { width: 96, height: 64, channels: 3, background: '#b4b4b4' } })
    .composite([{ input: thing, left, top: 20 }])
    .png()
    .toBuffer();
}

/** Pixels of the upright picture. */
export async function sizeOf(base64: string): Promise<{ width: number; height: number }> {
  const { width, height, orientation = 1 } = await sharp(Buffer.from(base64, 'base64')).metadata();
  return orientation > 4 ? { width: height, height: width } : { width, height };
}
