import sharp from 'sharp';
import { readImage, computeInputSize, type InputImage } from './image';
import { InvalidRequestError } from '../protocol/invalid-request-error';

/** Longer side, in pixels, at which a large image is decoded before its boxes are cut out. */
const MAX_DECODED_SIDE = 4096;

type Box = readonly number[];

/**
 * Cuts boxes out of an image and scales each of them. `inputSize` is the longer side after scaling, or a function that returns the
 * size. Boxes are x1, y1, x2, y2 in pixels of the image after EXIF rotation. Throws InvalidRequestError if the image is unreadable
 * or a box is incomplete.
 */
export async function readBoxes(
  file: string,
  boxes: readonly Box[],
  inputSize: number | ((width: number, height: number) => { width: number; height: number }),
): Promise<InputImage[]> {
  const computeSize = typeof inputSize === 'number' ? (w: number, h: number) => computeInputSize(w, h, inputSize) : inputSize;
  const { pixels, width, height, fullWidth, fullHeight } = await readImage(file, MAX_DECODED_SIDE, { enlarge: false });
  return Promise.all(
    boxes.map(async (box) => {
      const [x1, x2] = toPixelRange(box[0], box[2], width / fullWidth, width);
      const [y1, y2] = toPixelRange(box[1], box[3], height / fullHeight, height);
      const [cropSize, size] = [{ width: x2 - x1, height: y2 - y1 }, computeSize(x2 - x1, y2 - y1)];
      const croppedImage = await sharp(pixels, { raw: { width, height, channels: 3 } })
        .extract({ left: x1, top: y1, ...cropSize })
        .resize(size.width, size.height, { fit: 'fill' })
        .raw()
        .toBuffer();
      return { pixels: croppedImage, ...size, fullWidth: cropSize.width, fullHeight: cropSize.height };
    }),
  );
}

/** Converts one side of a box to a range of pixels within the image: at least one pixel, `to` exclusive. */
function toPixelRange(from: number | undefined, end: number | undefined, scale: number, length: number): [number, number] {
  if (!Number.isFinite(from) || !Number.isFinite(end)) throw new InvalidRequestError('A box needs four numbers');
  const start = Math.min(length - 1, Math.max(0, Math.floor(from! * scale)));
  return [start, Math.min(length, Math.max(start + 1, Math.ceil(end! * scale)))];
}
