import { RATIOS, type ImageCounts, type Measure, type RatioOf } from './score-image';

/** A measure with its 95 % confidence interval. */
export interface Estimate {
  /** Null if nothing can be measured. */
  value: number | null;
  low: number | null;
  /** Also null if the sample has a single image and the measure has no upper bound. */
  high: number | null;
  /** Number of images, and of observations such as shapes. */
  images: number;
  n: number;
}

/** The counts of one image of a sample. */
interface SampledCounts extends ImageCounts {
  /** 1 / probability with which the sample contains the image. Default: 1. */
  weight?: number;
}

/** A ratio of sums over images, each with the weight of `SampledCounts`. */
interface WeightedRatio<Image> extends RatioOf<Image> {
  getWeight: (image: Image) => number;
}

/**
 * A variance counts as 0 if it is below this ratio of the sum of the squared values of the images. Rounding errors cause such variances if
 * all images have the same measure.
 */
const MIN_RELATIVE_VARIANCE = 1e-13;
/** The 97.5 % quantile of the normal distribution. */
const NORMAL_QUANTILE = 1.959964;

/**
 * Estimates a measure with a 95 % confidence interval.
 *
 * - The estimate is a ratio of weighted sums over images, which estimates all images from which the sample was drawn (Särndal, Swensson and
 *   Wretman, "Model Assisted Survey Sampling", 1992, section 5.6). Images with the same weight are a stratum.
 * - The standard error is computed over images, because shapes of one image are not independent.
 * - A measure from 0 to 1 gets an interval of its logit with Student's t distribution (Korn and Graubard, "Confidence intervals for
 *   proportions with small expected number of positive counts estimated from survey data", Survey Methodology 24, 1998, section 2).
 * - If the standard error is 0, the interval gets the width of the rule of three: 1 - 0.05 ^ (1 / images) (Hanley and Lippman-Hand, JAMA
 *   249, 1983).
 * - The mean error of numeric labels has no upper bound. Its interval is the estimate plus or minus the margin.
 * - The number of images in these formulas is the effective sample size (Kish, "Survey Sampling", 1965). It only includes images with
 *   observations.
 */
export function estimateMeasure(images: readonly SampledCounts[], measure: Measure): Estimate {
  const sums = createMeasureSums(measure);
  for (const image of images) sums.add(image);
  return sums.estimate();
}

/** Creates the sums of a measure, to which images are added. */
export const createMeasureSums = (measure: Measure): RatioSums<SampledCounts> =>
  new RatioSums({ ...RATIOS[measure], getWeight: ({ weight = 1 }: SampledCounts) => weight }, measure !== 'valueError');

/** Estimates a ratio of sums over images, like `estimateMeasure`. If `isBounded` is false, the ratio has no upper bound. */
export function estimateRatio<Image>(images: readonly Image[], ratio: WeightedRatio<Image>, isBounded: boolean): Estimate {
  const sums = new RatioSums(ratio, isBounded);
  for (const image of images) sums.add(image);
  return sums.estimate();
}

/** Sums over the images of a stratum that have observations. For each image, the ratio has a numerator (`sum`) and a denominator (`n`). */
interface StratumSums {
  images: number;
  sum: number;
  n: number;
  squaredSums: number;
  squaredNs: number;
  /** Sum of `sum * n`. */
  crossProducts: number;
}

/** Estimates a ratio from images that are added one by one, so that a report reads its scores only once. */
class RatioSums<Image> {
  private images = 0;
  private readonly strata = new Map<number, StratumSums>();

  constructor(
    private readonly ratio: WeightedRatio<Image>,
    private readonly isBounded: boolean,
  ) {}

  add(image: Image): void {
    this.images += 1;
    const denominator = this.ratio.getN(image);
    if (denominator === 0) return;
    const weight = this.ratio.getWeight(image);
    let stratum = this.strata.get(weight);
    if (!stratum)
      this.strata.set(weight, (stratum = { images: 0, sum: 0, n: 0, squaredSums: 0, squaredNs: 0, crossProducts: 0 }));
    const numerator = this.ratio.getSum(image);
    stratum.images += 1;
    stratum.sum += numerator;
    stratum.n += denominator;
    stratum.squaredSums += numerator * numerator;
    stratum.squaredNs += denominator * denominator;
    stratum.crossProducts += numerator * denominator;
  }

  estimate(): Estimate {
    let [total, observations, count, observedImages, weights, squaredWeights] = [0, 0, 0, 0, 0, 0];
    for (const [weight, { images, sum, n }] of this.strata) {
      total += sum * weight;
      observations += n * weight;
      count += n;
      observedImages += images;
      weights += images * weight;
      squaredWeights += images * weight ** 2;
    }
    const value = observations === 0 ? null : total / observations;
    const partialEstimate = { value, images: this.images, n: count };
    if (value === null) return { ...partialEstimate, low: null, high: null };
    // The number of images with equal weights that yield the same precision.
    const effectiveImages = weights ** 2 / squaredWeights;
    const standardError = this.computeStandardError(value) / observations;
    const margin = computeStudentQuantile(effectiveImages - 1) * standardError;
    if (!this.isBounded) {
      if (observedImages === 1) return { ...partialEstimate, low: 0, high: null };
      return { ...partialEstimate, low: Math.max(0, value - margin), high: value + margin };
    }
    if (observedImages === 1 || standardError === 0) {
      const maxMargin = 1 - 0.05 ** (1 / effectiveImages);
      return { ...partialEstimate, low: Math.max(0, value - maxMargin), high: Math.min(1, value + maxMargin) };
    }
    const logit = Math.log(value / (1 - value));
    const logitMargin = margin / (value * (1 - value));
    return { ...partialEstimate, low: invertLogit(logit - logitMargin), high: invertLogit(logit + logitMargin) };
  }

  /**
   * The standard error of the sum of the residuals of the ratio over images of one or more strata (Cochran, "Sampling Techniques",
   * 1977, sections 6.4 and 6.11).
   */
  private computeStandardError(value: number): number {
    let variance = 0;
    for (const [weight, sums] of this.strata) variance += weight ** 2 * computeResidualVariance(sums, value);
    return Math.sqrt(variance);
  }
}

/**
 * The variance of the sum of the residuals of a stratum. The residual of an image is `sum - value * n`. Deviations are measured from the mean
 * residual of the stratum. The residual of a single image is its own mean, so its deviation would be 0. It is measured from 0 instead, the
 * weighted mean of the residuals of all strata together.
 */
function computeResidualVariance({ images, sum, n, squaredSums, squaredNs, crossProducts }: StratumSums, value: number): number {
  const residualSum = sum - value * n;
  if (images === 1) return residualSum ** 2;
  const magnitude = squaredSums + value ** 2 * squaredNs;
  const squaredDeviations = magnitude - 2 * value * crossProducts - residualSum ** 2 / images;
  return squaredDeviations < MIN_RELATIVE_VARIANCE * magnitude ? 0 : (squaredDeviations * images) / (images - 1);
}

const invertLogit = (logit: number): number => 1 / (1 + Math.exp(-logit));

/** The 97.5 % quantile of Student's t distribution (Abramowitz and Stegun, "Handbook of Mathematical Functions", 26.7.5). */
export function computeStudentQuantile(degreesOfFreedom: number): number {
  const terms = [
    NORMAL_QUANTILE,
    (NORMAL_QUANTILE ** 3 + NORMAL_QUANTILE) / 4,
    (5 * NORMAL_QUANTILE ** 5 + 16 * NORMAL_QUANTILE ** 3 + 3 * NORMAL_QUANTILE) / 96,
    (3 * NORMAL_QUANTILE ** 7 + 19 * NORMAL_QUANTILE ** 5 + 17 * NORMAL_QUANTILE ** 3 - 15 * NORMAL_QUANTILE) / 384,
    (79 * NORMAL_QUANTILE ** 9 +
      776 * NORMAL_QUANTILE ** 7 +
      1482 * NORMAL_QUANTILE ** 5 -
      1920 * NORMAL_QUANTILE ** 3 -
      945 * NORMAL_QUANTILE) /
      92_160,
  ];
  return terms.reduce((sum, term, power) => sum + term / degreesOfFreedom ** power, 0);
}
