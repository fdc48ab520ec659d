import { getRatio, type ImageCounts, type Measure, type Ratio } from './score-image';

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
  // One loop over images with observations, because a report estimates all measures of tens of thousands of scores.
  const ratios: Ratio[] = [];
  const observedWeights: number[] = [];
  let count = 0;
  for (const image of images) {
    const [sum, n] = getRatio(image, measure);
    if (n === 0) continue;
    const { weight = 1 } = image;
    ratios.push([sum * weight, n * weight]);
    observedWeights.push(weight);
    count += n;
  }
  const base = { images: images.length, n: count };
  return { ...base, ...estimateRatios(ratios, { weights: observedWeights, isBounded: measure !== 'valueError' }) };
}

/**
 * Estimates the ratio of the sums of images with observations, with the 95 % interval of `estimateMeasure`. Weights are already
 * applied to the ratios. Without `isBounded` the measure has no upper bound.
 */
export function estimateRatios(
  ratios: readonly Ratio[],
  { weights = ratios.map(() => 1), isBounded }: { weights?: readonly number[]; isBounded: boolean },
): Pick<Estimate, 'value' | 'low' | 'high'> {
  if (ratios.length === 0) return { value: null, low: null, high: null };
  const value = ratios.reduce((total, [sum]) => total + sum, 0) / ratios.reduce((total, [, n]) => total + n, 0);
  const effective = computeEffectiveSize(weights);
  const standardError = computeStandardError(ratios, weights, value);
  const margin = computeStudentQuantile(effective - 1) * standardError;
  if (!isBounded) {
    if (ratios.length === 1) return { value, low: 0, high: null };
    return { value, low: Math.max(0, value - margin), high: value + margin };
  }
  if (ratios.length === 1 || standardError < MIN_STANDARD_ERROR) {
    const widest = 1 - 0.05 ** (1 / effective);
    return { value, low: Math.max(0, value - widest), high: Math.min(1, value + widest) };
  }
  const logit = Math.log(value / (1 - value));
  const logitMargin = margin / (value * (1 - value));
  return { value, low: invertLogit(logit - logitMargin), high: invertLogit(logit + logitMargin) };
}

/** The number of images with equal weights that yield the same precision. */
function computeEffectiveSize(weights: readonly number[]): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return sum ** 2 / weights.reduce((total, weight) => total + weight ** 2, 0);
}

const invertLogit = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The standard error of a ratio of sums over images of one or more strata (Cochran, "Sampling Techniques", 1977, sections 6.4 and 6.11). */
function computeStandardError(ratios: readonly Ratio[], weights: readonly number[], value: number): number {
  const strata = new Map<number, number[]>();
  for (const [index, [sum, n]] of ratios.entries()) {
    const residual = sum - value * n;
    const residuals = strata.get(weights[index]!);
    if (residuals) residuals.push(residual);
    else strata.set(weights[index]!, [residual]);
  }
  const variance = [...strata.values()].reduce((total, residuals) => total + computeTotalVariance(residuals), 0);
  return Math.sqrt(variance) / ratios.reduce((total, [, n]) => total + n, 0);
}

/** The variance of the sum of residuals of a stratum. A single image has no mean of its own, so the mean of all strata, 0, is used. */
function computeTotalVariance(residuals: readonly number[]): number {
  if (residuals.length === 1) return residuals[0]! ** 2;
  const mean = residuals.reduce((total, residual) => total + residual, 0) / residuals.length;
  const squares = residuals.reduce((total, residual) => total + (residual - mean) ** 2, 0);
  return (squares * residuals.length) / (residuals.length - 1);
}

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
