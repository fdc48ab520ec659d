import type { InferenceSession } from 'onnxruntime-node';
import type { ExampleSplit } from '../sampling/manifest';
import type { ProgressReporter } from '../protocol/progress-reporter';
import { readImageIfReadable } from '../images/image';
import type { Example, Scores, TrainRequest } from '../protocol/protocol';
import type { Detection, GroundTruth } from '../scores/average-precision';
import { findBestThreshold, computeObjectScores } from '../scores/object-scores';
import { runDetector, toImagePixels } from './model/run-detector';
import { computeObjectOverlap, listObjects, type AnnotatedObject } from './annotated-objects';

type Shape = Pick<AnnotatedObject, 'box' | 'outline'>;

/** Number of training images that determine the threshold. */
const IMAGES_FOR_THRESHOLD = 30;

/** Number of images that a measurement runs the model on. */
export function countMeasuredImages({ training, testing }: ExampleSplit): number {
  return Math.min(IMAGES_FOR_THRESHOLD, training.length) + testing.length;
}

/** Computes scores on the test images. The threshold comes from training images, so that it does not overfit the test images. */
export async function measureDetector(
  session: InferenceSession,
  request: TrainRequest,
  { training, testing, heldOut }: ExampleSplit,
  reporter: ProgressReporter,
): Promise<{ threshold: number; scores: Scores }> {
  const ids = request.labels.map(({ id }) => id);
  let doneCount = 0;
  const detectAll = async (examples: readonly Example[]) => {
    const detections: Detection<Shape>[] = [];
    const truths: GroundTruth<Shape>[] = [];
    let readable = 0;
    for (const example of examples) {
      const image = await readImageIfReadable(example.file, request.inputSize);
      doneCount += 1;
      await reporter.step('testing', doneCount);
      if (!image) continue;
      readable += 1;
      for (const { label, score, box, outline } of await runDetector(session, image)) {
        const shape = { box: toImagePixels(box, image), ...(outline && { outline: toImagePixels(outline, image) }) };
        detections.push({ image: example.id, label: ids[label]!, score, shape });
      }
      for (const { label, isIgnored, isCrowd, ...shape } of listObjects(example, request))
        truths.push({ image: example.id, label, shape, isIgnored, isCrowd });
    }
    return { detections, truths, readable };
  };
  const trainingDetections = await detectAll(training.slice(0, IMAGES_FOR_THRESHOLD));
  const threshold = findBestThreshold(ids, trainingDetections.detections, trainingDetections.truths, computeObjectOverlap);
  const { detections, truths, readable } = await detectAll(testing);
  const scores = computeObjectScores(ids, detections, truths, computeObjectOverlap, threshold);
  return { threshold, scores: { pictures: readable, heldOut, accuracy: null, error: null, ...scores } };
}
