/** Probability that the bound is ever below the true error. */
const ALPHA = 0.05;
/** Parameters of the Beta distribution of errors that the bound is tightest for. Their mean is about 0.05. */
const PRIOR = { errors: 0.5, correct: 10 };
const BISECTIONS = 50;

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

const computeLogLikelihood = (error: number, errors: number, audited: number) =>
  (errors === 0 ? 0 : errors * Math.log(error)) + (audited === errors ? 0 : (audited - errors) * Math.log1p(-error));

/** The logarithm of B(a + errors, b + audited - errors) / B(a, b), as a product. */
function computeLogMixture(errors: number, audited: number): number {
  let sum = 0;
  for (let index = 0; index < errors; index += 1) sum += Math.log(PRIOR.errors + index);
  for (let index = 0; index < audited - errors; index += 1) sum += Math.log(PRIOR.correct + index);
  for (let index = 0; index < audited; index += 1) sum -= Math.log(PRIOR.errors + PRIOR.correct + index);
  return sum;
}
