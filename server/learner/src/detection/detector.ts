import type { InferenceSession } from 'onnxruntime-node';
import type { Picture } from '../picture';
import type { Box } from '../scores/overlap';
import type { Outline } from '../scores/polygon-overlap';
import { MASK } from './mask-file';
import { outlineOf } from './outline';
import { pictureTensor } from '../session';
import type { Drawn } from './assign';
import type { Seen } from './views';

/** An object that a model has found, with its score from 0 to 1. */
export interface FoundObject extends Drawn {
  score: number;
}

/** Runs a detector model on an image. Returns objects in pixels of the model's input, sorted by score. */
export async function findObjects(session: InferenceSession, picture: Seen): Promise<FoundObject[]> {
  const { boxes, scores, classes, masks } = await session.run({ picture: pictureTensor(picture) });
  const coordinates = boxes!.data as Float32Array;
  const labels = classes!.data as BigInt64Array;
  const maskValues = masks?.data as Float32Array | undefined;
  return Array.from(scores!.data as Float32Array, (score, index): FoundObject => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = coordinates.subarray(4 * index, 4 * index + 4);
    const box: Box = [x1, y1, x2, y2];
    const mask = maskValues?.subarray(index * MASK * MASK, (index + 1) * MASK * MASK);
    return { label: Number(labels[index]), score, box, ...(mask && { outline: clipOutline(outlineOf(mask, box), picture) }) };
  }).sort((a, b) => b.score - a.score);
}

/** Clips an outline to the image: a mask extends beyond its box, and perhaps beyond the image. */
function clipOutline(outline: Outline, { width, height }: Seen): Outline {
  return outline.map((value, at) => Math.min(at % 2 === 0 ? width : height, Math.max(0, value)));
}

type Sizes = Pick<Picture, 'width' | 'height' | 'fullWidth' | 'fullHeight'>;

/** Converts x, y, x, y ... from pixels of the model's input to pixels of the upright image. */
export function inPicture<Values extends readonly number[]>(values: Values, sizes: Sizes): Values {
  return scaleValues(values, sizes.fullWidth / sizes.width, sizes.fullHeight / sizes.height);
}

/** Converts x, y, x, y ... from pixels of the upright image to pixels of the model's input. */
export function asSeen<Values extends readonly number[]>(values: Values, sizes: Sizes): Values {
  return scaleValues(values, sizes.width / sizes.fullWidth, sizes.height / sizes.fullHeight);
}

function scaleValues<Values extends readonly number[]>(values: Values, scaleX: number, scaleY: number): Values {
  return values.map((value, at) => value * (at % 2 === 0 ? scaleX : scaleY)) as readonly number[] as Values;
}
