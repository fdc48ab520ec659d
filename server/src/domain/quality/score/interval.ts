import { createRandom } from './random';
import { computeMeasure, countObservations, listRatios, type ImageCounts, type Measure } from './score-image';

/** A measure with its confidence interval. */
export interface Estimate {
  /** Null if nothing can be measured. */
  value: number | null;
  low: number | null;
  high: number | null;
  /** Number of images, and of observations such as shapes. */
  images: number;
  n: number;
}

export interface IntervalOptions {
  /** Default: 0.95. */
  confidence?: number;
  /** Number of resamples. Default: 1,000. */
  resamples?: number;
  /** The same seed yields the same interval. */
  seed?: number;
}

const DEFAULT_RESAMPLES = 1000;

/**
 * Estimates a measure with a percentile interval of the bootstrap by image (Efron and Tibshirani, "An Introduction to the
 * Bootstrap", 1993, section 13.3). Images are drawn, not shapes, because shapes of one image are not independent.
 *
 * If all images agree, every resample is equal. The interval then ends at the bound of the rule of three (Hanley and
 * Lippman-Hand, JAMA 249, 1983): 1 - (1 - confidence) ^ (1 / images).
 */
export function estimateMeasure(
  images: readonly ImageCounts[],
  measure: Measure,
  { confidence = 0.95, resamples = DEFAULT_RESAMPLES, seed = 1 }: IntervalOptions = {},
): Estimate {
  const value = computeMeasure(images, measure);
  const base = { value, images: images.length, n: countObservations(images, measure) };
  if (value === null) return { ...base, low: null, high: null };
  const random = createRandom(seed);
  const drawn: number[] = [];
  const ratios = listRatios(images, measure);
  for (let resample = 0; resample < resamples; resample++) {
    let [sum, n] = [0, 0];
    for (let draw = 0; draw < ratios.length; draw++) {
      const ratio = ratios[Math.floor(random() * ratios.length)];
      if (!ratio) continue;
      sum += ratio[0];
      n += ratio[1];
    }
    if (n > 0) drawn.push(sum / n);
  }
  drawn.sort((a, b) => a - b);
  const getQuantile = (probability: number) =>
    drawn[Math.min(drawn.length - 1, Math.max(0, Math.round(probability * (drawn.length - 1))))] ?? value;
  const [low, high] = [getQuantile((1 - confidence) / 2), getQuantile((1 + confidence) / 2)];
  if (measure === 'valueError' || low < high) return { ...base, low, high };
  const margin = 1 - (1 - confidence) ** (1 / images.length);
  return { ...base, low: value === 1 ? 1 - margin : low, high: value === 0 ? margin : high };
}
