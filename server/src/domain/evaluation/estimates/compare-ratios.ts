import { createRandom } from '@console/learner/random';
import { computeStudentQuantile } from '../../quality/score/interval';

/** The sum over observations, and the number of observations. */
export type Ratio = readonly [sum: number, n: number];

/** Ratios of one image for two models. A measure of several images is the ratio of the sums. */
export interface RatioPair {
  model: Ratio;
  other: Ratio;
}

/** The difference of a measure of two models on the same images. */
export interface RatioDifference {
  /** `value` and `other` are the measures of the two models, and `difference` is `value` minus `other`. Null without observations. */
  value: number | null;
  other: number | null;
  difference: number | null;
  /** Bounds of the 95 % confidence interval of the difference. */
  low: number | null;
  high: number | null;
  /** `images` is the number of images with observations, and `changed` the number of these images on which the models differ. */
  images: number;
  changed: number;
  result: 'better' | 'undecided' | 'worse';
}

const RESAMPLES = 2000;
/** Minimum number of images. With fewer images, the resamples vary too little. */
const MIN_IMAGES = 10;
/** With fewer differing images, all of them favour the same model by chance in more than 5 % of all cases (sign test). */
const MIN_CHANGED_IMAGES = 6;
const SEED = 20_130;

/**
 * Compares a measure of two models on the same images by a paired bootstrap. Images are drawn with replacement, so the observations of one
 * image stay together (Efron and Tibshirani, "An Introduction to the Bootstrap", 1993, chapter 13). The percentiles are widened for few
 * images (Hesterberg, "What Teachers Should Know About the Bootstrap", The American Statistician 69, 2015, section 3.2). The result is
 * reproducible.
 */
export function compareRatios(pairs: readonly RatioPair[], { isLowerBetter = false } = {}): RatioDifference {
  const measuredPairs = pairs.filter(({ model, other }) => model[1] > 0 || other[1] > 0);
  const changedRatios = measuredPairs.filter(({ model, other }) => model[0] !== other[0] || model[1] !== other[1]).length;
  const images = measuredPairs.length;
  const columns = [0, 1].flatMap((part) => [
    Float64Array.from(measuredPairs, ({ model }) => model[part]!),
    Float64Array.from(measuredPairs, ({ other }) => other[part]!),
  ]) as [Float64Array, Float64Array, Float64Array, Float64Array];
  const [value, otherValue] = computeRatios(columns, (index) => index);
  if (Number.isNaN(value) || Number.isNaN(otherValue))
    return {
      value: null,
      other: null,
      difference: null,
      low: null,
      high: null,
      images,
      changed: changedRatios,
      result: 'undecided',
    };
  const random = createRandom(SEED);
  const resamples = Float64Array.from({ length: RESAMPLES }, () => {
    const [modelRatio, otherRatio] = computeRatios(columns, () => Math.floor(random() * images));
    return modelRatio - otherRatio;
  });
  // The measure of a rare label is undefined in resamples without it.
  const differences = resamples.filter((difference) => !Number.isNaN(difference)).sort();
  const tailProbability = getTailProbability(images);
  const low = differences[Math.floor(tailProbability * (differences.length - 1))] ?? value - otherValue;
  const high = differences[Math.ceil((1 - tailProbability) * (differences.length - 1))] ?? value - otherValue;
  const isDecidable = images >= MIN_IMAGES && changedRatios >= MIN_CHANGED_IMAGES;
  const result = !isDecidable || (low <= 0 && high >= 0) ? 'undecided' : low > 0 === isLowerBetter ? 'worse' : 'better';
  return { value, other: otherValue, difference: value - otherValue, low, high, images, changed: changedRatios, result };
}

/** Returns the ratios of both models for the images that `draw` selects. */
function computeRatios(
  [modelSums, otherSums, modelCounts, otherCounts]: [Float64Array, Float64Array, Float64Array, Float64Array],
  draw: (index: number) => number,
): [number, number] {
  let [modelSum, otherSum, modelCount, otherCount] = [0, 0, 0, 0];
  for (let index = 0; index < modelSums.length; index++) {
    const drawnIndex = draw(index);
    modelSum += modelSums[drawnIndex]!;
    otherSum += otherSums[drawnIndex]!;
    modelCount += modelCounts[drawnIndex]!;
    otherCount += otherCounts[drawnIndex]!;
  }
  return [modelSum / modelCount, otherSum / otherCount];
}

/** The probability of each tail of an expanded percentile interval. It approaches 2.5 % with many images. */
function getTailProbability(images: number): number {
  if (images < 2) return 0;
  return computeNormalTail(Math.sqrt(images / (images - 1)) * computeStudentQuantile(images - 1));
}

/** The probability that a normal variable exceeds `z >= 0` (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.2.17). */
function computeNormalTail(z: number): number {
  const t = 1 / (1 + 0.231_641_9 * z);
  const polynomial = t * (0.319_381_53 + t * (-0.356_563_782 + t * (1.781_477_937 + t * (-1.821_255_978 + t * 1.330_274_429))));
  return (Math.exp(-(z ** 2) / 2) / Math.sqrt(2 * Math.PI)) * polynomial;
}
