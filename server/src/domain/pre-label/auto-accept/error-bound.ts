import { computeRateInterval } from '../../../platform/statistics/confidence-sequence';

/** `alpha` is the probability that the bound is ever below the true error. With this prior, the bound is tightest for errors near 0.05. */
const SEQUENCE_OPTIONS = { alpha: 0.05, prior: { hits: 0.5, misses: 10 } };
/** Minimum probability that an audit confirms the target if the error is as expected. */
const AUDIT_POWER = 0.8;

/** The result of an audit: how many images were audited, and how many of their predictions were wrong. */
export interface AuditCounts {
  audited: number;
  errors: number;
}

/**
 * Computes the upper bound of the error rate after an audit of some images. The bound holds with 95 % confidence for all sizes of the audit
 * at once. It may be checked after each image, and the audit may stop at any time. The audited images must be a random sample.
 */
export function computeErrorBound({ errors, audited }: AuditCounts): number {
  return computeRateInterval({ hits: errors, total: audited }, SEQUENCE_OPTIONS).high;
}

/**
 * Returns how many more images must be audited without an error before the bound is at most the target. Returns `limit` if that many
 * images are not enough.
 */
export function computeMinAuditSize(targetError: number, { errors, audited }: AuditCounts, limit: number): number {
  let [low, high] = [0, limit];
  while (low < high) {
    const middleSize = Math.floor((low + high) / 2);
    if (computeErrorBound({ errors, audited: audited + middleSize }) <= targetError) high = middleSize;
    else low = middleSize + 1;
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
    // With fewer images, the audit would fail with this number of errors. With more images, this number of errors is less probable.
    const size = Math.max(min, errors + computeMinAuditSize(targetError, counts, max - errors));
    if (size >= max) return max;
    if (computeBinomialProbability(errors, size, expectedError) >= AUDIT_POWER) return size;
  }
}

/** The probability of at most `errors` errors in an audit. */
function computeBinomialProbability(errors: number, audited: number, errorRate: number): number {
  let probability = 0;
  let logProbability = audited * Math.log1p(-errorRate);
  for (let count = 0; count <= errors; count += 1) {
    probability += Math.exp(logProbability);
    logProbability += Math.log(((audited - count) / (count + 1)) * (errorRate / (1 - errorRate)));
  }
  return probability;
}
