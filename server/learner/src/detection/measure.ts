import type { InferenceSession } from 'onnxruntime-node';
import type { ExampleSplit } from '../sampling/manifest';
import type { ProgressReporter } from '../protocol/progress-reporter';
import { readImageIfReadable } from '../images/image';
import type { Example, Scores, TrainRequest } from '../protocol/protocol';
import type { Detection, GroundTruth } from '../scores/average-precision';
import { findThresholds, computeObjectScores, type ScoreThresholds } from '../scores/object-scores';
import { runDetector, toImagePixels } from './model/run-detector';
import { computeObjectOverlap, listObjects, type AnnotatedObject } from './annotated-objects';

type Shape = Pick<AnnotatedObject, 'box' | 'outline'>;

/** Maximum number of images that determine the thresholds. */
const MAX_IMAGES_FOR_THRESHOLDS = 30;

/** The examples of a measurement. */
export interface MeasuredExamples extends Pick<ExampleSplit, 'testing' | 'heldOut'> {
  /** The thresholds are chosen on these examples, not on the test images, so that the scores at the thresholds are unbiased. */
  calibration: readonly Example[];
}

/** Returns the number of images on which a measurement runs the model. */
export function countMeasuredImages({ calibration, testing }: MeasuredExamples): number {
  return Math.min(MAX_IMAGES_FOR_THRESHOLDS, calibration.length) + testing.length;
}

/** Chooses the thresholds of the labels, and computes scores on the test images. */
export async function measureDetector(
  session: InferenceSession,
  request: TrainRequest,
  { calibration, testing, heldOut }: MeasuredExamples,
  reporter: ProgressReporter,
): Promise<{ thresholds: ScoreThresholds; scores: Scores }> {
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
  const calibrated = await detectAll(calibration.slice(0, MAX_IMAGES_FOR_THRESHOLDS));
  const thresholds = findThresholds(ids, calibrated.detections, calibrated.truths, computeObjectOverlap);
  const { detections, truths, readable } = await detectAll(testing);
  const scores = computeObjectScores(ids, detections, truths, computeObjectOverlap, thresholds.thresholds);
  return { thresholds, scores: { pictures: readable, heldOut, accuracy: null, error: null, ...scores } };
}
