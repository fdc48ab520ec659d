import type { Matrix } from 'ml-matrix';

/** Candidate factors from 1 to 100, on a logarithmic scale. */
const FACTORS = Array.from({ length: 40 }, (_, step) => 100 ** (step / 39));
/**
 * Number of alternating searches for the factor and the midpoint (the score at which the probability is one half). They converge after two
 * or three.
 */
const ROUNDS = 4;
const MIDPOINTS = Array.from({ length: 41 }, (_, step) => -0.5 + step / 20);

/**
 * Fits the factor of scores before a softmax by maximum likelihood on left-out images. Source: temperature scaling
 * (Guo et al., On Calibration of Modern Neural Networks, 2017). Labels are smoothed, so that a few images without an error do not
 * give certainty. Both matrices are images x labels.
 */
export function fitLogitFactor(scores: Matrix, truths: Matrix, factors = FACTORS): number {
  const smoothing = 1 / (scores.rows + 2);
  const rowsWithTruth = scores.to2DArray().map((row, index) => ({ row, truth: truths.maxRowIndex(index)[1] }));
  return findMinimum(factors, (factor) =>
    rowsWithTruth.reduce((sum, { row, truth }) => {
      const maxScore = Math.max(...row) * factor;
      const logSum = maxScore + Math.log(row.reduce((total, score) => total + Math.exp(score * factor - maxScore), 0));
      const mean = row.reduce((total, score) => total + score, 0) / row.length;
      return sum + logSum - factor * ((1 - smoothing) * row[truth]! + smoothing * mean);
    }, 0),
  );
}

/**
 * Fits the sigmoid of one label with the maximum likelihood on left-out images. Source: Platt scaling with smoothed targets
 * (Platt, Probabilistic Outputs for Support Vector Machines, 1999). Scores are about 1 with the label and 0 without it. The logit
 * is factor * score + shift.
 */
export function fitSigmoid(scores: readonly number[], truths: readonly number[]): { factor: number; shift: number } {
  const positives = truths.filter((truth) => truth > 0.5).length;
  const positiveTarget = (positives + 1) / (positives + 2);
  const negativeTarget = 1 / (truths.length - positives + 2);
  const computeCost = (factor: number, midpoint: number) =>
    scores.reduce((sum, score, index) => {
      const value = factor * (score - midpoint);
      return sum + softplus(value) - value * (truths[index]! > 0.5 ? positiveTarget : negativeTarget);
    }, 0);
  let [factor, midpoint] = [1, 0.5];
  for (let round = 0; round < ROUNDS; round++) {
    factor = findMinimum(FACTORS, (candidate) => computeCost(candidate, midpoint));
    midpoint = findMinimum(MIDPOINTS, (candidate) => computeCost(factor, candidate));
  }
  return { factor, shift: -midpoint * factor };
}

/** Computes log(1 + e^x) without overflow. */
function softplus(value: number): number {
  return Math.max(value, 0) + Math.log1p(Math.exp(-Math.abs(value)));
}

/** Returns the option with the lowest cost. */
function findMinimum<Option>(candidates: readonly Option[], computeCost: (candidate: Option) => number): Option {
  let [best] = candidates;
  let bestCost = Infinity;
  for (const candidate of candidates) {
    const optionCost = computeCost(candidate);
    if (optionCost < bestCost) [best, bestCost] = [candidate, optionCost];
  }
  return best!;
}
