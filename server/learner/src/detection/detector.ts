import type { InferenceSession } from 'onnxruntime-node';
import type { Picture } from '../picture';
import type { Box } from '../scores/overlap';
import type { Outline } from '../scores/polygon-overlap';
import { MASK } from './mask-file';
import { outlineOf } from './outline';
import { pictureTensor } from '../session';
import type { Drawn } from './assign';
import type { Seen } from './views';

/** Something that a model has found. */
export interface FoundObject extends Drawn {
  score: number;
}

/** Runs a model's file (`detectorFile`) on a picture; lengths in pixels of what it sees, the surest first. */
export async function findObjects(session: InferenceSession, picture: Seen): Promise<FoundObject[]> {
  const { boxes, scores, classes, masks } = await session.run({ picture: pictureTensor(picture) });
  const sides = boxes!.data as Float32Array;
  const labels = classes!.data as BigInt64Array;
  const inside = masks?.data as Float32Array | undefined;
  return Array.from(scores!.data as Float32Array, (score, index): FoundObject => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = sides.subarray(4 * index, 4 * index + 4);
    const box: Box = [x1, y1, x2, y2];
    const mask = inside?.subarray(index * MASK * MASK, (index + 1) * MASK * MASK);
    return { label: Number(labels[index]), score, box, ...(mask && { outline: within(outlineOf(mask, box), picture) }) };
  }).sort((a, b) => b.score - a.score);
}

/** A mask reaches beyond its box, and so perhaps beyond the picture. */
function within(outline: Outline, { width, height }: Seen): Outline {
  return outline.map((value, at) => Math.min(at % 2 === 0 ? width : height, Math.max(0, value)));
}

type Sizes = Pick<Picture, 'width' | 'height' | 'fullWidth' | 'fullHeight'>;

/** x, y, x, y ... of what the model sees, in pixels of the upright picture. */
export function inPicture<Values extends readonly number[]>(values: Values, sizes: Sizes): Values {
  return scaled(values, sizes.fullWidth / sizes.width, sizes.fullHeight / sizes.height);
}

/** x, y, x, y ... of the upright picture, in pixels of what the model sees. */
export function asSeen<Values extends readonly number[]>(values: Values, sizes: Sizes): Values {
  return scaled(values, sizes.width / sizes.fullWidth, sizes.height / sizes.fullHeight);
}

function scaled<Values extends readonly number[]>(values: Values, across: number, down: number): Values {
  return values.map((value, at) => value * (at % 2 === 0 ? across : down)) as readonly number[] as Values;
}
