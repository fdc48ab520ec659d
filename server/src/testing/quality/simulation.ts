import { TargetTest } from '../../domain/quality/score/decide-target';
import { estimateMeasure } from '../../domain/quality/score/interval';
import { createRandom } from '@console/learner/random';
import { matchShapes } from '../../domain/quality/score/match-shapes';
import {
  computeImageF1,
  countMatches,
  RATIOS,
  type ImageCounts,
  type Measure,
  type ScoredShape,
} from '../../domain/quality/score/score-image';

/** Scores the shapes of an annotator. Shapes with a similarity of at least 0.5 match. */
export function scoreImage<Shape extends ScoredShape>(
  reference: readonly Shape[],
  annotation: readonly Shape[],
  getSimilarity: (reference: Shape, candidate: Shape) => number,
): ImageCounts {
  return countMatches(reference, annotation, matchShapes(reference, annotation, getSimilarity, 0.5));
}

/** Returns a measure of all images; null if nothing can be measured. */
export function computeMeasure(images: readonly ImageCounts[], measure: Measure): number | null {
  // For each image, `getSum` returns the numerator and `getN` the denominator of the measure.
  const { getSum, getN } = RATIOS[measure];
  const numerator = images.reduce((total, image) => total + getSum(image), 0);
  const denominator = images.reduce((total, image) => total + getN(image), 0);
  return denominator === 0 ? null : numerator / denominator;
}

/** Error rates of a simulated annotator. */
interface ErrorRates {
  /** Probability that an object is missed. */
  misses: number;
  /** Mean number of extra shapes on an image. */
  extras: number;
  /** Largest distance by which a box is displaced, in pixels. */
  jitter: number;
  /** Probability that a drawn object gets a wrong label. */
  confusions: number;
}

/** An annotator with clear errors. */
export const AVERAGE_ANNOTATOR: ErrorRates = { misses: 0.12, extras: 0.4, jitter: 4, confusions: 0.1 };
/** An annotator whose measures are near 1. */
export const GOOD_ANNOTATOR: ErrorRates = { misses: 0.03, extras: 0.1, jitter: 2, confusions: 0.02 };
/** Error rates of `GOOD_ANNOTATOR` on difficult images. */
const DIFFICULT_IMAGES: ErrorRates = { misses: 0.3, extras: 0.8, jitter: 6, confusions: 0.3 };
const BOX_SIDE = 20;
/** Maximum number of objects of an image. An image may have none. */
const MAX_OBJECTS = 8;

interface Box extends ScoredShape {
  x: number;
  /** Boxes of different rows never overlap. */
  row: number;
}

function computeIou(first: Box, second: Box): number {
  const overlap = first.row === second.row ? Math.max(0, BOX_SIDE - Math.abs(first.x - second.x)) : 0;
  return overlap / (2 * BOX_SIDE - overlap);
}

/** Randomly generates the objects of an image and the shapes of an annotator, and scores these shapes. */
function simulateImage({ misses, extras: extraRate, jitter, confusions }: ErrorRates, random: () => number): ImageCounts {
  const reference: Box[] = [];
  const annotation: Box[] = [];
  const objectCount = Math.floor(random() * (MAX_OBJECTS + 1));
  for (let row = 0; row < objectCount; row++) {
    reference.push({ x: 100, row, label: 'cup' });
    if (random() < misses) continue;
    const offset = Math.floor(random() * (jitter + 1));
    annotation.push({ x: 100 + offset, row, label: random() < confusions ? 'plate' : 'cup' });
  }
  // The number of extra shapes has a geometric distribution.
  for (let row = 100; random() < extraRate / (1 + extraRate); row++) annotation.push({ x: 0, row, label: 'cup' });
  return scoreImage(reference, annotation, computeIou);
}

/** Images for which an annotator has these error rates, and the ratio of these images to all. */
interface Stratum {
  ratio: number;
  rates: ErrorRates;
}

/** Returns the true measures of an annotator on images of several strata. */
function computeTruth(strata: readonly Stratum[]): Partial<Record<Measure, number>> {
  const sumOverStrata = (getNumber: (rates: ErrorRates) => number) =>
    strata.reduce((total, { ratio, rates }) => total + ratio * getNumber(rates), 0);
  const objectCount = MAX_OBJECTS / 2;
  const countMatched = ({ misses }: ErrorRates) => objectCount * (1 - misses);
  const computeMeanIou = ({ jitter }: ErrorRates) =>
    computeMean(Array.from({ length: jitter + 1 }, (_, offset) => (BOX_SIDE - offset) / (BOX_SIDE + offset)));
  const [matchedCount, extraCount] = [sumOverStrata(countMatched), sumOverStrata((rates) => rates.extras)];
  return {
    precision: matchedCount / (matchedCount + extraCount),
    recall: matchedCount / objectCount,
    f1: (2 * matchedCount) / (matchedCount + extraCount + objectCount),
    iou: sumOverStrata((rates) => countMatched(rates) * computeMeanIou(rates)) / matchedCount,
    labelAccuracy: sumOverStrata((rates) => countMatched(rates) * (1 - rates.confusions)) / matchedCount,
  };
}

interface SimulationOptions {
  runs: number;
  /** Images in each run. */
  images: number;
  seed: number;
}

/** Returns for each measure the ratio of runs whose 95 % interval contains the true value. */
export const simulateCoverage = (options: SimulationOptions, annotator: ErrorRates): Partial<Record<Measure, number>> =>
  simulateStrata(options, [{ ratio: 1, rates: annotator }]);

/**
 * Like `simulateCoverage`, for images of which 90 % are easy and 10 % are difficult. The sample contains the same number of easy and
 * difficult images. Weights correct this imbalance.
 */
export const simulateWeightedCoverage = (options: SimulationOptions): Partial<Record<Measure, number>> =>
  simulateStrata(options, [
    { ratio: 0.9, rates: GOOD_ANNOTATOR },
    { ratio: 0.1, rates: DIFFICULT_IMAGES },
  ]);

/** Generates the same number of images for each stratum. The weights of the images correct the different sizes of the strata. */
function simulateStrata({ runs, images, seed }: SimulationOptions, strata: readonly Stratum[]): Partial<Record<Measure, number>> {
  const random = createRandom(seed);
  const truth = Object.entries(computeTruth(strata)) as [Measure, number][];
  const coveredCounts: Partial<Record<Measure, number>> = {};
  for (let run = 0; run < runs; run++) {
    const counts = strata.flatMap(({ ratio, rates }) =>
      Array.from({ length: images / strata.length }, () => ({ ...simulateImage(rates, random), weight: ratio * strata.length })),
    );
    for (const [measure, value] of truth) {
      const { low, high } = estimateMeasure(counts, measure);
      const isCovered = low !== null && high !== null && low <= value && value <= high;
      coveredCounts[measure] = (coveredCounts[measure] ?? 0) + (isCovered ? 1 / runs : 0);
    }
  }
  return coveredCounts;
}

/** Tested targets, as differences from the true mean F1 of an annotator. A target that equals the mean is met. */
const TARGET_OFFSETS = [-0.05, 0, 0.001, 0.05];

interface SimulatedDecisions {
  /** The target minus the true mean. */
  offset: number;
  /** Number of runs with a decision, and number of runs with a wrong decision. */
  decided: number;
  wrong: number;
}

/** Returns for targets below, at and above the truth how many runs reach a decision, and how many decisions are wrong. */
export function simulateDecisions({ runs, images, seed }: SimulationOptions): SimulatedDecisions[] {
  const random = createRandom(seed);
  const truth = computeMean(Array.from({ length: 20_000 }, () => computeImageF1(simulateImage(AVERAGE_ANNOTATOR, random))));
  return TARGET_OFFSETS.map((offset) => {
    const target = truth + offset;
    const expected = offset > 0 ? 'below' : 'meets';
    let [wrong, decided] = [0, 0];
    for (let run = 0; run < runs; run++) {
      const result = decideSequentially(images, target, random);
      if (result !== 'undecided') decided += 1;
      if (result !== 'undecided' && result !== expected) wrong += 1;
    }
    return { offset, decided, wrong };
  });
}

/** Checks the target after each image and returns the first decision. */
function decideSequentially(images: number, target: number, random: () => number): 'meets' | 'below' | 'undecided' {
  const targetTest = new TargetTest(target);
  for (let imageIndex = 0; imageIndex < images; imageIndex++) {
    targetTest.add(computeImageF1(simulateImage(AVERAGE_ANNOTATOR, random)));
    if (targetTest.result !== 'undecided') return targetTest.result;
  }
  return 'undecided';
}

const computeMean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
