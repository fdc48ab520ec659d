import type { InferenceSession } from 'onnxruntime-node';
import type { Split } from '../manifest';
import type { Pace } from '../pace';
import { readIfReadable } from '../picture';
import type { Example, Scores, TrainOrder } from '../protocol';
import type { Found, Truth } from '../scores/average-precision';
import { bestThreshold, objectScores } from '../scores/object-scores';
import { findObjects, inPicture } from './detector';
import { overlapOfThings, thingsOf, type Thing } from './things';

type Shape = Omit<Thing, 'label'>;

/** Pictures of the training that the threshold is looked for on. */
const PICTURES_FOR_THRESHOLD = 30;

/** How many pictures are asked about in a measurement. */
export function picturesAsked({ training, testing }: Split): number {
  return Math.min(PICTURES_FOR_THRESHOLD, training.length) + testing.length;
}

/** Scores on the held-out pictures; the threshold comes from pictures that were trained on, so that they stay untouched. */
export async function measure(
  session: InferenceSession,
  order: TrainOrder,
  { training, testing, heldOut }: Split,
  pace: Pace,
): Promise<{ threshold: number; scores: Scores }> {
  const ids = order.labels.map(({ id }) => id);
  let done = 0;
  const ask = async (examples: readonly Example[]) => {
    const found: Found<Shape>[] = [];
    const truths: Truth<Shape>[] = [];
    let read = 0;
    for (const example of examples) {
      const picture = await readIfReadable(example.file, order.inputSize);
      done += 1;
      await pace.step('testing', done);
      if (!picture) continue;
      read += 1;
      for (const { label, score, box, outline } of await findObjects(session, picture)) {
        const shape = { box: inPicture(box, picture), ...(outline && { outline: inPicture(outline, picture) }) };
        found.push({ picture: example.id, label: ids[label]!, score, shape });
      }
      for (const { label, ...shape } of thingsOf(example, order)) truths.push({ picture: example.id, label, shape });
    }
    return { found, truths, read };
  };
  const known = await ask(training.slice(0, PICTURES_FOR_THRESHOLD));
  const threshold = bestThreshold(ids, known.found, known.truths, overlapOfThings);
  const { found, truths, read } = await ask(testing);
  const scores = objectScores(ids, found, truths, overlapOfThings, threshold);
  return { threshold, scores: { pictures: read, heldOut, accuracy: null, error: null, ...scores } };
}
