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

/** Number of training images that determine the threshold. */
const PICTURES_FOR_THRESHOLD = 30;

/** Number of images that a measurement runs the model on. */
export function picturesAsked({ training, testing }: Split): number {
  return Math.min(PICTURES_FOR_THRESHOLD, training.length) + testing.length;
}

/** Computes scores on the test images. The threshold comes from training images, so that it does not overfit the test images. */
export async function measure(
  session: InferenceSession,
  order: TrainOrder,
  { training, testing, heldOut }: Split,
  pace: Pace,
): Promise<{ threshold: number; scores: Scores }> {
  const ids = order.labels.map(({ id }) => id);
  let done = 0;
  const detectAll = async (examples: readonly Example[]) => {
    const found: Found<Shape>[] = [];
    const truths: Truth<Shape>[] = [];
    let readable = 0;
    for (const example of examples) {
      const picture = await readIfReadable(example.file, order.inputSize);
      done += 1;
      await pace.step('testing', done);
      if (!picture) continue;
      readable += 1;
      for (const { label, score, box, outline } of await findObjects(session, picture)) {
        const shape = { box: inPicture(box, picture), ...(outline && { outline: inPicture(outline, picture) }) };
        found.push({ picture: example.id, label: ids[label]!, score, shape });
      }
      for (const { label, ...shape } of thingsOf(example, order)) truths.push({ picture: example.id, label, shape });
    }
    return { found, truths, readable };
  };
  const trained = await detectAll(training.slice(0, PICTURES_FOR_THRESHOLD));
  const threshold = bestThreshold(ids, trained.found, trained.truths, overlapOfThings);
  const { found, truths, readable } = await detectAll(testing);
  const scores = objectScores(ids, found, truths, overlapOfThings, threshold);
  return { threshold, scores: { pictures: readable, heldOut, accuracy: null, error: null, ...scores } };
}
