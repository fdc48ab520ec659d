import type { InferenceSession } from 'onnxruntime-node';
import type { Picture } from '../picture';
import type { Box } from '../scores/overlap';
import { pictureTensor } from '../session';
import type { Seen } from './views';

/** Something that a detector has found: its label by its place in the list, its box in pixels. */
export interface FoundBox {
  label: number;
  score: number;
  box: Box;
}

/** Runs a detector's file on a picture; boxes in pixels of what it sees, the surest first. */
export async function findBoxes(session: InferenceSession, picture: Seen): Promise<FoundBox[]> {
  const { boxes, scores, classes } = await session.run({ picture: pictureTensor(picture) });
  const sides = boxes!.data as Float32Array;
  const labels = classes!.data as BigInt64Array;
  return Array.from(scores!.data as Float32Array, (score, index): FoundBox => {
    const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = sides.subarray(4 * index, 4 * index + 4);
    return { label: Number(labels[index]), score, box: [x1, y1, x2, y2] };
  }).sort((a, b) => b.score - a.score);
}

/** A box of what the model sees, in pixels of the upright picture. */
export function boxInPicture([x1, y1, x2, y2]: Box, { width, height, fullWidth, fullHeight }: Picture): Box {
  const [across, down] = [fullWidth / width, fullHeight / height];
  return [x1 * across, y1 * down, x2 * across, y2 * down];
}

/** A box of the upright picture, in pixels of what the model sees. */
export function boxAsSeen([x1, y1, x2, y2]: Box, { width, height, fullWidth, fullHeight }: Picture): Box {
  const [across, down] = [width / fullWidth, height / fullHeight];
  return [x1 * across, y1 * down, x2 * across, y2 * down];
}
