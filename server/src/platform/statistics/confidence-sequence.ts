const BISECTION_COUNT = 32;

/** The number of observations, and how many of them have a property. */
export interface Counts {
  hits: number;
  total: number;
}

export interface Interval {
  low: number;
  high: number;
}

interface SequenceOptions {
  /** Maximum probability that any of the intervals, one for each size of the sample, does not contain the true rate. */
  alpha: number;
  /** Parameters of a Beta distribution: the interval is narrowest for rates that are likely in it. */
  prior: { hits: number; misses: number };
}

/**
 * Computes an interval for a rate that is valid for all sizes of the sample at once. It may therefore be checked after each observation,
 * and sampling may stop at any time. The observations must be independent.
 *
 * The interval is the confidence sequence from a mixture of likelihood ratios. Let M = E[q^k (1 - q)^(n - k)] / (p^k (1 - p)^(n - k))
 * with q from a Beta distribution. For the true rate p, M is a martingale with mean 1. The probability that M ever exceeds 1 / alpha is
 * at most alpha (Ville's inequality). Sources: Robbins, "Statistical Methods Related to the Law of the Iterated Logarithm", 1970; Howard
 * et al., "Time-uniform, nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49, 2021.
 */
export function computeRateInterval(counts: Counts, options: SequenceOptions): Interval {
  const estimate = counts.total === 0 ? 0.5 : counts.hits / counts.total;
  const mixture = computeLogMixture(counts, options);
  const search = (impossibleValue: number): number => {
    let [possibleBound, impossibleBound] = [estimate, impossibleValue];
    for (let bisection = 0; bisection < BISECTION_COUNT; bisection += 1) {
      const middle = (possibleBound + impossibleBound) / 2;
      if (mixture - computeLogLikelihood(middle, counts) < -Math.log(options.alpha)) possibleBound = middle;
      else impossibleBound = middle;
    }
    return impossibleBound;
  };
  return { low: counts.hits === 0 ? 0 : search(0), high: counts.hits === counts.total ? 1 : search(1) };
}

/**
 * Computes an interval for a quantile that is valid for all sizes of the sample at once. A value is in the interval if the ratio of
 * smaller observations can be the rate of the quantile.
 * @param sorted the observations in ascending order
 */
export function computeQuantileInterval(sorted: ArrayLike<number>, quantile: number, options: SequenceOptions): Interval {
  const total = sorted.length;
  const isPossible = (successes: number) =>
    computeLogMixture({ hits: successes, total }, options) - computeLogLikelihood(quantile, { hits: successes, total }) <
    -Math.log(options.alpha);
  /** Binary search for the last possible rank between a rank that is possible and an end. */
  const search = (possibleRank: number, end: number): number => {
    if (isPossible(end)) return end;
    let [possibleBound, impossibleBound] = [possibleRank, end];
    while (Math.abs(impossibleBound - possibleBound) > 1) {
      const middle = Math.trunc((possibleBound + impossibleBound) / 2);
      if (isPossible(middle)) possibleBound = middle;
      else impossibleBound = middle;
    }
    return possibleBound;
  };
  const center = Math.round(quantile * total);
  return { low: sorted[search(center, 0) - 1] ?? 0, high: sorted[search(center, total)] ?? Infinity };
}

const computeLogLikelihood = (rate: number, { hits, total }: Counts) =>
  (hits === 0 ? 0 : hits * Math.log(rate)) + (total === hits ? 0 : (total - hits) * Math.log1p(-rate));

/** The logarithm of B(a + hits, b + misses) / B(a, b). */
const computeLogMixture = ({ hits, total }: Counts, { prior }: SequenceOptions) =>
  computeLogBeta(prior.hits + hits, prior.misses + total - hits) - computeLogBeta(prior.hits, prior.misses);

const computeLogBeta = (a: number, b: number) => computeLogGamma(a) + computeLogGamma(b) - computeLogGamma(a + b);

/** Computes the logarithm of the gamma function by Stirling's series, which is accurate to ten digits for values of at least 10. */
function computeLogGamma(value: number): number {
  let [shiftedValue, product] = [value, 1];
  for (; shiftedValue < 10; shiftedValue += 1) product *= shiftedValue;
  const seriesTerm = 1 / (12 * shiftedValue) - 1 / (360 * shiftedValue ** 3) + 1 / (1260 * shiftedValue ** 5);
  return (
    (shiftedValue - 0.5) * Math.log(shiftedValue) - shiftedValue + Math.log(2 * Math.PI) / 2 + seriesTerm - Math.log(product)
  );
}
