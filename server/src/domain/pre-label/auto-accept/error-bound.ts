/** Probability that the bound is ever below the true error. */
const ALPHA = 0.05;
/** Parameters of the Beta distribution of errors that the bound is tightest for. Their mean is about 0.05. */
const PRIOR = { errors: 0.5, correct: 10 };
const BISECTIONS = 50;
/** Minimum probability that an audit confirms the target if the error is as expected. */
const POWER = 0.8;

/** Result of an audit. */
export interface AuditCounts {
  audited: number;
  errors: number;
}

/**
 * Computes the upper bound of the error after an audit of some images. It holds with 95 % confidence for all sizes of the audit at
 * once, so it may be checked after each image, and the audit may stop at any time. It is the upper end of the confidence sequence
 * from a mixture of likelihood ratios: M = E[q^k (1 - q)^(n - k)] / (p^k (1 - p)^(n - k)) with q from a Beta distribution is a
 * martingale with mean 1 for the true error p, and exceeds 1 / alpha at any time with a probability of at most alpha (Ville's
 * inequality; Robbins, "Statistical Methods Related to the Law of the Iterated Logarithm", 1970; Howard et al., "Time-uniform,
 * nonparametric, nonasymptotic confidence sequences", Annals of Statistics 49, 2021). The audited images must be a random sample.
 */
export function computeErrorBound({ errors, audited }: AuditCounts): number {
  const mixture = computeLogMixture(errors, audited);
  let [low, high] = [audited === 0 ? 0 : errors / audited, 1];
  for (let step = 0; step < BISECTIONS; step += 1) {
    const middle = (low + high) / 2;
    if (mixture - computeLogLikelihood(middle, errors, audited) < -Math.log(ALPHA)) low = middle;
    else high = middle;
  }
  return high;
}

/**
 * Returns how many more images must be audited without an error before the bound is at most the target, but at most `limit`, which
 * an audit with errors may not reach.
 */
export function computeMinAuditSize(targetError: number, { errors, audited }: AuditCounts, limit: number): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (computeErrorBound({ errors, audited: audited + middle }) <= targetError) high = middle;
    else low = middle + 1;
  }
  return low;
}

/**
 * Returns the smallest number of images, from `min`, whose audit confirms the target with a probability of 80 % if the error is as
 * expected. Returns `max` if no smaller audit does.
 */
export function computeAuditSize(
  { targetError, expectedError }: { targetError: number; expectedError: number },
  evidence: AuditCounts,
  { min, max }: { min: number; max: number },
): number {
  for (let errors = 0; ; errors += 1) {
    const counts = { audited: evidence.audited + errors, errors: evidence.errors + errors };
    // With fewer images, this number of errors would be too many. With more, it would be less probable.
    const size = Math.max(min, errors + computeMinAuditSize(targetError, counts, max - errors));
    if (size >= max) return max;
    if (computeBinomialProbability(errors, size, expectedError) >= POWER) return size;
  }
}

const computeLogLikelihood = (error: number, errors: number, audited: number) =>
  (errors === 0 ? 0 : errors * Math.log(error)) + (audited === errors ? 0 : (audited - errors) * Math.log1p(-error));

/** The logarithm of B(a + errors, b + audited - errors) / B(a, b). */
const computeLogMixture = (errors: number, audited: number) =>
  computeLogBeta(PRIOR.errors + errors, PRIOR.correct + audited - errors) - computeLogBeta(PRIOR.errors, PRIOR.correct);

const computeLogBeta = (a: number, b: number) => computeLogGamma(a) + computeLogGamma(b) - computeLogGamma(a + b);

/** By Stirling's series, which is accurate to ten digits from 10 on. */
function computeLogGamma(value: number): number {
  let [shifted, product] = [value, 1];
  for (; shifted < 10; shifted += 1) product *= shifted;
  const series = 1 / (12 * shifted) - 1 / (360 * shifted ** 3) + 1 / (1260 * shifted ** 5);
  return (shifted - 0.5) * Math.log(shifted) - shifted + Math.log(2 * Math.PI) / 2 + series - Math.log(product);
}

/** The probability of at most `errors` errors in an audit. */
function computeBinomialProbability(errors: number, audited: number, error: number): number {
  let sum = 0;
  let logarithm = audited * Math.log1p(-error);
  for (let count = 0; count <= errors; count += 1) {
    sum += Math.exp(logarithm);
    logarithm += Math.log(((audited - count) / (count + 1)) * (error / (1 - error)));
  }
  return sum;
}
