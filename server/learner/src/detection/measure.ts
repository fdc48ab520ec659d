import type { InferenceSession } from 'onnxruntime-node';
import type { ExampleSplit } from '../sampling/manifest';
import { readImageIfReadable } from '../images/image';
import type { Example, Scores, TrainRequest } from '../protocol/protocol';
import type { Detection, GroundTruth } from '../scores/average-precision';
import { findThresholds, computeObjectScores, type ScoreThresholds } from '../scores/object-scores';
import { runDetector, toImagePixels } from './model/run-detector';
import { computeObjectOverlap, listObjects, type AnnotatedObject } from './annotated-objects';

type Shape = Pick<AnnotatedObject, 'box' | 'outline'>;

/** Maximum number of images that determine the thresholds. */
export const MAX_IMAGES_FOR_THRESHOLDS = 30;

/** Runs a model on examples, and collects detections and annotations in pixels of the images. */
async function detectAll(
  session: InferenceSession,
  request: TrainRequest,
  examples: readonly Example[],
  onImage: () => Promise<void>,
) {
  const ids = request.labels.map(({ id }) => id);
  const detections: Detection<Shape>[] = [];
  const truths: GroundTruth<Shape>[] = [];
  let readableCount = 0;
  for (const example of examples) {
    const image = await readImageIfReadable(example.file, request.inputSize);
    await onImage();
    if (!image) continue;
    readableCount += 1;
    for (const { label, score, box, outline } of await runDetector(session, image)) {
      const shape = { box: toImagePixels(box, image), ...(outline && { outline: toImagePixels(outline, image) }) };
      detections.push({ image: example.id, label: ids[label]!, score, shape });
    }
    for (const { label, isIgnored, isCrowd, ...shape } of listObjects(example, request))
      truths.push({ image: example.id, label, shape, isIgnored, isCrowd });
  }
  return { ids, detections, truths, readable: readableCount };
}

/** Chooses the thresholds of the labels on examples that the model has not learned, at most MAX_IMAGES_FOR_THRESHOLDS. */
export async function chooseThresholds(
  session: InferenceSession,
  request: TrainRequest,
  examples: readonly Example[],
  onImage: () => Promise<void>,
): Promise<ScoreThresholds> {
  const { ids, detections, truths } = await detectAll(session, request, examples, onImage);
  return findThresholds(ids, detections, truths, computeObjectOverlap);
}

/** Computes scores on the test images, which did not determine the thresholds. */
export async function measureDetector(
  session: InferenceSession,
  request: TrainRequest,
  { testing: testExamples, heldOut }: Pick<ExampleSplit, 'testing' | 'heldOut'>,
  { thresholds }: ScoreThresholds,
  onImage: () => Promise<void>,
): Promise<Scores> {
  const { ids, detections, truths, readable: readableCount } = await detectAll(session, request, testExamples, onImage);
  const scores = computeObjectScores(ids, detections, truths, computeObjectOverlap, thresholds);
  return { pictures: readableCount, heldOut, accuracy: null, error: null, ...scores };
}
