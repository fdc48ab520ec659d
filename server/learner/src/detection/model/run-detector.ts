import type { InferenceSession } from 'onnxruntime-node';
import type { InputImage } from '../../images/image';
import type { Box } from '../../scores/box-overlap';
import type { Outline } from '../../scores/polygon-overlap';
import { MASK_SIZE } from '../masks/mask-model';
import { traceOutline } from '../masks/outline';
import { toImageTensor } from '../../runtime/session';
import type { InputObject } from '../cells/assign-cells';
import type { InputPixels } from '../cells/mirror';

/** An object that a model has detected, with its score from 0 to 1. */
export interface DetectedObject extends InputObject {
  score: number;
}

/** Runs a detector model on an image. Returns objects in pixels of the model's input, sorted by score. */
export async function runDetector(session: InferenceSession, image: InputPixels): Promise<DetectedObject[]> {
  const { boxes, scores, classes, masks } = await session.run({ picture: toImageTensor(image) });
  const coordinates = boxes!.data as Float32Array;
  const labels = classes!.data as BigInt64Array;
  const maskValues = masks?.data as Float32Array | undefined;
  return Array.from(scores!.data as Float32Array, (score, index): DetectedObject => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = coordinates.subarray(4 * index, 4 * index + 4);
    const box: Box = [x1, y1, x2, y2];
    const mask = maskValues?.subarray(index * MASK_SIZE * MASK_SIZE, (index + 1) * MASK_SIZE * MASK_SIZE);
    return { label: Number(labels[index]), score, box, ...(mask && { outline: clipOutline(traceOutline(mask, box), image) }) };
  }).sort((a, b) => b.score - a.score);
}

/** Clips an outline to the image: a mask extends beyond its box, and perhaps beyond the image. */
function clipOutline(outline: Outline, { width, height }: InputPixels): Outline {
  return outline.map((value, position) => Math.min(position % 2 === 0 ? width : height, Math.max(0, value)));
}

type ImageSizes = Pick<InputImage, 'width' | 'height' | 'fullWidth' | 'fullHeight'>;

/** Converts x, y, x, y ... from pixels of the model's input to pixels of the image after EXIF rotation. */
export function toImagePixels<Values extends readonly number[]>(values: Values, sizes: ImageSizes): Values {
  return scaleValues(values, sizes.fullWidth / sizes.width, sizes.fullHeight / sizes.height);
}

/** Converts x, y, x, y ... from pixels of the image after EXIF rotation to pixels of the model's input. */
export function toInputPixels<Values extends readonly number[]>(values: Values, sizes: ImageSizes): Values {
  return scaleValues(values, sizes.width / sizes.fullWidth, sizes.height / sizes.fullHeight);
}

function scaleValues<Values extends readonly number[]>(values: Values, scaleX: number, scaleY: number): Values {
  return values.map((value, position) => value * (position % 2 === 0 ? scaleX : scaleY)) as readonly number[] as Values;
}
