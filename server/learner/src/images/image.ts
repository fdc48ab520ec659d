import sharp from 'sharp';
import { InvalidRequestError } from '../protocol/invalid-request-error';

/** The coarsest features have cells of this size, so both sides of an image are multiples of it. */
const SIZE_MULTIPLE = 32;
/** Limit against decompression bombs, above the largest upload that the server accepts. */
const MAX_PIXELS = 120_000_000;

/** An image at the input size of a model. */
export interface InputImage {
  /** RGB, row by row. */
  pixels: Uint8Array;
  /** Size in pixels of the model's input. */
  width: number;
  height: number;
  /** Size in pixels of the original image after EXIF rotation. */
  fullWidth: number;
  fullHeight: number;
}

/** Computes the input size for an image: the longer side is about `inputSize`, both sides are multiples of 32. */
export function computeInputSize(width: number, height: number, inputSize: number): { width: number; height: number } {
  const scale = inputSize / Math.max(width, height);
  const computeSide = (length: number) => Math.max(SIZE_MULTIPLE, Math.round((length * scale) / SIZE_MULTIPLE) * SIZE_MULTIPLE);
  return { width: computeSide(width), height: computeSide(height) };
}

/**
 * Reads an image upright and scales it to the input size of a model. With `enlarge: false`, a smaller image is not enlarged. With `isExact:
 * false`, large JPEGs are read faster, and their pixels differ slightly. Throws InvalidRequestError if the image is unreadable.
 */
export async function readImage(file: string, inputSize: number, { enlarge = true, isExact = true } = {}): Promise<InputImage> {
  return readScaledImage(
    file,
    (width, height) => computeInputSize(width, height, enlarge ? inputSize : Math.min(inputSize, Math.max(width, height))),
    { isExact },
  );
}

/**
 * Reads an image upright and scales it to the size that `computeSize` returns for its full size. Uses Lanczos resampling with
 * three lobes, like the Python script that comes with a downloaded model. Throws InvalidRequestError if the image is unreadable.
 */
export async function readScaledImage(
  file: string,
  computeSize: (fullWidth: number, fullHeight: number) => { width: number; height: number },
  { isExact = true } = {},
): Promise<InputImage> {
  try {
    const options = { limitInputPixels: MAX_PIXELS, failOn: 'error' as const };
    const { width, height, orientation = 1 } = await sharp(file, options).metadata();
    const [fullWidth, fullHeight] = orientation > 4 ? [height, width] : [width, height];
    const scaledSize = computeSize(fullWidth, fullHeight);
    const pixels = await sharp(file, options)
      .rotate()
      .flatten({ background: '#ffffff' })
      .toColourspace('srgb')
      .resize(scaledSize.width, scaledSize.height, { fit: 'fill', kernel: 'lanczos3', fastShrinkOnLoad: !isExact })
      .raw()
      .toBuffer();
    return { pixels, ...scaledSize, fullWidth, fullHeight };
  } catch {
    throw new InvalidRequestError('An image could not be read');
  }
}

/** Returns the result of a read, or null if the read throws InvalidRequestError. */
export async function nullIfUnreadable<T>(reading: Promise<T>): Promise<T | null> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof InvalidRequestError) return null;
    throw error;
  }
}

/** Reads an image like `readImage`, but returns null if it is unreadable. */
export function readImageIfReadable(file: string, inputSize: number): Promise<InputImage | null> {
  return nullIfUnreadable(readImage(file, inputSize));
}
