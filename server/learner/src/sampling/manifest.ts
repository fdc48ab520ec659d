import { readFileSync } from 'node:fs';
import { createRandom, sampleRows } from './random';
import type { Example } from '../protocol/protocol';

/** Ratio of the examples that are held out for testing if no image is marked as TEST. */
const HELD_OUT_RATIO = 0.2;

/** Ratio and maximum number of the training examples that are held out to choose thresholds. */
const CALIBRATION_RATIO = 0.15;
const MAX_CALIBRATION_EXAMPLES = 30;
/**
 * With fewer training examples with objects, no example is held out, because the model would lose more than good thresholds gain.
 */
const MIN_EXAMPLES_FOR_CALIBRATION = 10;

/** The examples of a training, separated into training and test examples. */
export interface ExampleSplit {
  training: Example[];
  testing: Example[];
  /** Whether no image was marked as TEST, so that the seed selected the images of `testing`. */
  heldOut: boolean;
}

/** Reads the examples of a training from a JSON Lines file. */
export function readManifest(file: string): Example[] {
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as Example);
}

/**
 * Separates TEST images from training images. Without TEST images, the seed selects a fifth of the images with objects and a fifth
 * of the images without objects for testing. A single image is always used for training.
 */
export function splitExamples(
  examples: readonly Example[],
  hasObjects: (example: Example) => boolean,
  seed: number,
): ExampleSplit {
  const testExamples = examples.filter(({ isTest }) => isTest);
  if (testExamples.length > 0)
    return { training: examples.filter(({ isTest }) => !isTest), testing: testExamples, heldOut: false };
  const random = createRandom(seed);
  const heldOut = new Set<Example>();
  const withObjects = examples.filter(hasObjects);
  const withoutObjects = examples.filter((example) => !hasObjects(example));
  if (withObjects.length > 1)
    for (const example of sampleRows(withObjects, Math.max(1, Math.round(withObjects.length * HELD_OUT_RATIO)), random))
      heldOut.add(example);
  for (const example of sampleRows(withoutObjects, Math.floor(withoutObjects.length * HELD_OUT_RATIO), random))
    heldOut.add(example);
  return {
    training: examples.filter((example) => !heldOut.has(example)),
    testing: examples.filter((example) => heldOut.has(example)),
    heldOut: heldOut.size > 0,
  };
}

/**
 * Holds out some training examples to choose the score thresholds on, because scores are too high on images that the model has
 * learned. Each label remains in at least one example to learn. With few examples, `calibration` is empty.
 */
export function holdOutForCalibration(
  training: readonly Example[],
  listLabels: (example: Example) => readonly string[],
  seed: number,
): { learning: Example[]; calibration: Example[] } {
  const hasObjects = (example: Example) => listLabels(example).length > 0;
  const withObjects = training.filter(hasObjects);
  if (withObjects.length < MIN_EXAMPLES_FOR_CALIBRATION) return { learning: [...training], calibration: [] };
  const ratio = Math.min(CALIBRATION_RATIO, MAX_CALIBRATION_EXAMPLES / training.length);
  const random = createRandom(seed + 2);
  const withoutObjects = training.filter((example) => !hasObjects(example));
  const calibration = new Set([
    ...sampleRows(withObjects, Math.max(1, Math.round(withObjects.length * ratio)), random),
    ...sampleRows(withoutObjects, Math.floor(withoutObjects.length * ratio), random),
  ]);
  const learnedLabels = new Set(training.filter((example) => !calibration.has(example)).flatMap(listLabels));
  for (const example of training) {
    if (!calibration.has(example) || listLabels(example).every((label) => learnedLabels.has(label))) continue;
    calibration.delete(example);
    for (const label of listLabels(example)) learnedLabels.add(label);
  }
  return {
    learning: training.filter((example) => !calibration.has(example)),
    calibration: training.filter((example) => calibration.has(example)),
  };
}
