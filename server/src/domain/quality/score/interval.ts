import { RATIOS, type ImageCounts, type Measure, type RatioOf } from './score-image';

/** A measure with its 95 % confidence interval. */
export interface Estimate {
  /** Null if nothing can be measured. */
  value: number | null;
  low: number | null;
  /** Null also for a measure without an upper bound in a single image. */
  high: number | null;
  /** Number of images, and of observations such as shapes. */
  images: number;
  n: number;
}

/** The counts of one image of a sample. */
export interface SampledCounts extends ImageCounts {
  /** 1 / probability with which the sample contains the image. Default: 1. */
  weight?: number;
}

/** A ratio of sums over images, each with the weight of `SampledCounts`. */
export interface WeightedRatio<Image> extends RatioOf<Image> {
  getWeight: (image: Image) => number;
}

/** Standard errors below it are rounding errors of images with equal measures. */
const MIN_STANDARD_ERROR = 1e-9;
/** The 97.5 % quantile of the normal distribution. */
const NORMAL_QUANTILE = 1.959964;

/**
 * Estimates a measure with a 95 % interval of the logit of a ratio estimator (Korn and Graubard, "Confidence intervals for
 * proportions with small expected number of positive counts estimated from survey data", Survey Methodology 24, 1998, section 2).
 * The unit of the standard error is the image, because shapes of one image are not independent. The logit has Student's t
 * distribution.
 * Images without observations do not make an interval narrower. If all others have the same measure, the standard error is 0. The
 * interval then has the width of the rule of three (Hanley and Lippman-Hand, JAMA 249, 1983): 1 - 0.05 ^ (1 / images). An error
 * of values has no upper bound, so its interval is on its own scale.
 * Images count with their weights, so that the measure estimates all images from which the sample was drawn (Särndal, Swensson
 * and Wretman, "Model Assisted Survey Sampling", 1992, section 5.6). Images with the same weight are a stratum. The number of
 * images is then the effective one (Kish, "Survey Sampling", 1965).
 */
export function estimateMeasure(images: readonly SampledCounts[], measure: Measure): Estimate {
  return estimateRatio(images, { ...RATIOS[measure], getWeight: ({ weight = 1 }) => weight }, measure !== 'valueError');
}

/** Estimates a ratio of the sums of images like `estimateMeasure`. Without `isBounded` it has no upper bound. */
export function estimateRatio<Image>(images: readonly Image[], ratio: WeightedRatio<Image>, isBounded: boolean): Estimate {
  const { getSum, getN, getWeight } = ratio;
  // Two loops without arrays, because a report estimates all measures of tens of thousands of scores.
  let [total, observations, count, observedImages, weights, squaredWeights] = [0, 0, 0, 0, 0, 0];
  for (const image of images) {
    const n = getN(image);
    if (n === 0) continue;
    const weight = getWeight(image);
    total += getSum(image) * weight;
    observations += n * weight;
    count += n;
    observedImages += 1;
    weights += weight;
    squaredWeights += weight ** 2;
  }
  const value = observations === 0 ? null : total / observations;
  const base = { value, images: images.length, n: count };
  if (value === null) return { ...base, low: null, high: null };
  // The number of images with equal weights that yield the same precision.
  const effective = weights ** 2 / squaredWeights;
  const standardError = computeStandardError(images, ratio, value) / observations;
  const margin = computeStudentQuantile(effective - 1) * standardError;
  if (!isBounded) {
    if (observedImages === 1) return { ...base, low: 0, high: null };
    return { ...base, low: Math.max(0, value - margin), high: value + margin };
  }
  if (observedImages === 1 || standardError < MIN_STANDARD_ERROR) {
    const widest = 1 - 0.05 ** (1 / effective);
    return { ...base, low: Math.max(0, value - widest), high: Math.min(1, value + widest) };
  }
  const logit = Math.log(value / (1 - value));
  const logitMargin = margin / (value * (1 - value));
  return { ...base, low: invertLogit(logit - logitMargin), high: invertLogit(logit + logitMargin) };
}

const invertLogit = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The residuals of a stratum: their number, mean and sum of squared deviations (Welford, Technometrics 4, 1962). */
interface Residuals {
  count: number;
  mean: number;
  squares: number;
}

/**
 * The standard error of the sum of the residuals of a ratio over images of one or more strata (Cochran, "Sampling Techniques", 1977,
 * sections 6.4 and 6.11).
 */
function computeStandardError<Image>(
  images: readonly Image[],
  { getSum, getN, getWeight }: WeightedRatio<Image>,
  value: number,
): number {
  const strata = new Map<number, Residuals>();
  for (const image of images) {
    const n = getN(image);
    if (n === 0) continue;
    const weight = getWeight(image);
    let stratum = strata.get(weight);
    if (!stratum) strata.set(weight, (stratum = { count: 0, mean: 0, squares: 0 }));
    const deviation = (getSum(image) - value * n) * weight - stratum.mean;
    stratum.count += 1;
    stratum.mean += deviation / stratum.count;
    stratum.squares += (deviation ** 2 * (stratum.count - 1)) / stratum.count;
  }
  return Math.sqrt([...strata.values()].reduce((total, stratum) => total + computeTotalVariance(stratum), 0));
}

/** The variance of the sum of residuals of a stratum. A single image has no mean of its own, so the mean of all strata, 0, is used. */
const computeTotalVariance = ({ count, mean, squares }: Residuals): number =>
  count === 1 ? mean ** 2 : (squares * count) / (count - 1);

/** The 97.5 % quantile of Student's t distribution (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5). */
export function computeStudentQuantile(degrees: number): number {
  const x = NORMAL_QUANTILE;
  const terms = [
    x,
    (x ** 3 + x) / 4,
    (5 * x ** 5 + 16 * x ** 3 + 3 * x) / 96,
    (3 * x ** 7 + 19 * x ** 5 + 17 * x ** 3 - 15 * x) / 384,
    (79 * x ** 9 + 776 * x ** 7 + 1482 * x ** 5 - 1920 * x ** 3 - 945 * x) / 92_160,
  ];
  return terms.reduce((sum, term, power) => sum + term / degrees ** power, 0);
}
