import { Matrix } from 'ml-matrix';
import type { Calibration } from '../../protocol/protocol';
import { fitLogitFactor } from './calibration';
import type { RecognitionHead } from './recognition-head';

/** With fewer held-out examples, the calibration on left-out training examples is used. */
const MIN_EXAMPLES = 20;
/** Candidate factors from 0.2 to 20 on a logarithmic scale; 1 changes nothing. */
const FACTORS = Array.from({ length: 81 }, (_, step) => 0.2 * 100 ** (step / 80));
/** Maximum threshold. Users compare several predictions, so even a good model must not hide more. */
const MAX_THRESHOLD = 0.3;
const MIN_PROBABILITY = 1e-9;

/** The prediction for a held-out example: the probability of each label, and the index of the correct label, or -1. */
export interface HeldOutPrediction {
  probabilities: readonly number[];
  truth: number;
}

/**
 * Calibrates a head with one label per image on held-out examples. With few images per label, the calibration on left-out
 * training examples is too cautious: each left-out example is a large part of its label. A temperature has one parameter, so a
 * few dozen examples suffice. It never changes which label is most probable, so scores on the same examples stay unbiased.
 * Isotonic regression needs hundreds of examples and changes the order of labels. Returns null with too few examples.
 */
export function calibrateHead(
  head: RecognitionHead,
  predictions: readonly HeldOutPrediction[],
): { head: RecognitionHead; calibration: Calibration } | null {
  const annotatedPredictions = predictions.filter(({ truth }) => truth >= 0);
  if (head.type !== 'multi_class' || annotatedPredictions.length < MIN_EXAMPLES) return null;
  const logits = annotatedPredictions.map(({ probabilities }) =>
    probabilities.map((value) => Math.log(Math.max(value, MIN_PROBABILITY))),
  );
  const truths = Matrix.zeros(annotatedPredictions.length, head.labels.length);
  annotatedPredictions.forEach(({ truth }, row) => truths.set(row, truth, 1));
  const factor = fitLogitFactor(new Matrix(logits), truths, FACTORS);
  const calibratedPredictions = predictions.map(({ probabilities, truth }) => {
    const [probability, index] = findMaximum(applyTemperature(probabilities, factor));
    return { probability, isRight: index === truth };
  });
  const computeMean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
  return {
    head: { ...head, weights: head.weights.map((weight) => weight * factor), bias: head.bias.map((value) => value * factor) },
    calibration: {
      pictures: predictions.length,
      confidence: computeMean(calibratedPredictions.map(({ probability }) => probability)),
      accuracy: computeMean(calibratedPredictions.map(({ isRight }) => Number(isRight))),
      threshold: Math.min(MAX_THRESHOLD, computeBestF1(calibratedPredictions) / 2),
    },
  };
}

/** Raises probabilities to a power, and scales them so that their sum is 1. */
function applyTemperature(probabilities: readonly number[], factor: number): number[] {
  const powers = probabilities.map((value) => Math.max(value, MIN_PROBABILITY) ** factor);
  const sum = powers.reduce((total, value) => total + value, 0);
  return powers.map((value) => value / sum);
}

function findMaximum(values: readonly number[]): [number, number] {
  return values.reduce<[number, number]>((best, value, index) => (value > best[0] ? [value, index] : best), [-1, -1]);
}

/**
 * Returns the best F1 of the predictions over all thresholds. With calibrated probabilities, the best threshold is half of this
 * F1 (Lipton et al., Optimal Thresholding of Classifiers to Maximize F1 Measure, 2014).
 */
function computeBestF1(calibratedPredictions: readonly { probability: number; isRight: boolean }[]): number {
  let [correctCount, best] = [0, 0];
  for (const [index, { isRight }] of [...calibratedPredictions].sort((a, b) => b.probability - a.probability).entries()) {
    if (isRight) correctCount += 1;
    best = Math.max(best, (2 * correctCount) / (index + 1 + calibratedPredictions.length));
  }
  return best;
}
