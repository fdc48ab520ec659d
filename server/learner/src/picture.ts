import sharp from 'sharp';
import { Refusal } from './refusal';

/** Cells of the coarsest features are this wide: both sides of a picture are multiples of it. */
const MULTIPLE = 32;
/** Above the largest upload that the server takes. */
const MOST_PIXELS = 120_000_000;

export interface Picture {
  /** RGB, row by row. */
  pixels: Uint8Array;
  /** Pixels of what the model sees. */
  width: number;
  height: number;
  /** Pixels of the upright picture. */
  fullWidth: number;
  fullHeight: number;
}

/** The sides that a picture of this size is brought to: the longer is `inputSize`, both are multiples of 32. */
export function sizeFor(width: number, height: number, inputSize: number): { width: number; height: number } {
  const scale = inputSize / Math.max(width, height);
  const side = (length: number) => Math.max(MULTIPLE, Math.round((length * scale) / MULTIPLE) * MULTIPLE);
  return { width: side(width), height: side(height) };
}

/**
 * Reads a picture, upright, brought to the size that a model sees; `enlarge: false` leaves a smaller one nearly as it is. Throws
 * a Refusal where it cannot be read.
 */
export async function readPicture(file: string, inputSize: number, { enlarge = true } = {}): Promise<Picture> {
  try {
    const options = { limitInputPixels: MOST_PIXELS, failOn: 'error' as const };
    const { width, height, orientation = 1 } = await sharp(file, options).metadata();
    const [fullWidth, fullHeight] = orientation > 4 ? [height, width] : [width, height];
    const longer = Math.max(fullWidth, fullHeight);
    const size = sizeFor(fullWidth, fullHeight, enlarge ? inputSize : Math.min(inputSize, longer));
    const pixels = await sharp(file, options)
      .rotate()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(size.width, size.height, { fit: 'fill' })
      .raw()
      .toBuffer();
    return { pixels, ...size, fullWidth, fullHeight };
  } catch {
    throw new Refusal('A picture could not be read');
  }
}

/** What is read of a picture, or null where it cannot be read. */
export async function ifReadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

export function readIfReadable(file: string, inputSize: number): Promise<Picture | null> {
  return ifReadable(readPicture(file, inputSize));
}
