import type { Matrix } from 'ml-matrix';

const FACTORS = Array.from({ length: 40 }, (_, step) => 100 ** (step / 39));
/** Of finding the factor for the middle, and the middle for the factor; it settles in two or three. */
const ROUNDS = 4;
const MIDDLES = Array.from({ length: 41 }, (_, step) => -0.5 + step / 20);

/**
 * The factor by which scores go into a softmax so that its probabilities are the likeliest for pictures left out of the
 * training (temperature scaling: Guo et al., On Calibration of Modern Neural Networks, 2017). The truth of `truths` is held for
 * a little unsure, so that a few pictures without an error make no certainty. Both are pictures x labels.
 */
export function sharpness(scores: Matrix, truths: Matrix): number {
  const doubt = 1 / (scores.rows + 2);
  const rows = scores.to2DArray().map((row, index) => ({ row, truth: truths.maxRowIndex(index)[1] }));
  return leastOf(FACTORS, (factor) =>
    rows.reduce((sum, { row, truth }) => {
      const greatest = Math.max(...row) * factor;
      const log = greatest + Math.log(row.reduce((total, score) => total + Math.exp(score * factor - greatest), 0));
      const mean = row.reduce((total, score) => total + score, 0) / row.length;
      return sum + log - factor * ((1 - doubt) * row[truth]! + doubt * mean);
    }, 0),
  );
}

/**
 * The sigmoid of one label, so that its probabilities are the likeliest for pictures left out of the training (Platt,
 * Probabilistic Outputs for Support Vector Machines, 1999, with its targets). Scores are about 1 with the label and 0 without.
 */
export function steepness(scores: readonly number[], truths: readonly number[]): { factor: number; shift: number } {
  const positives = truths.filter((truth) => truth > 0.5).length;
  const high = (positives + 1) / (positives + 2);
  const low = 1 / (truths.length - positives + 2);
  const cost = (factor: number, middle: number) =>
    scores.reduce((sum, score, index) => {
      const value = factor * (score - middle);
      return sum + softplus(value) - value * (truths[index]! > 0.5 ? high : low);
    }, 0);
  let [factor, middle] = [1, 0.5];
  for (let round = 0; round < ROUNDS; round++) {
    factor = leastOf(FACTORS, (one) => cost(one, middle));
    middle = leastOf(MIDDLES, (one) => cost(factor, one));
  }
  return { factor, shift: -middle * factor };
}

/** log(1 + e^x). */
function softplus(value: number): number {
  return Math.max(value, 0) + Math.log1p(Math.exp(-Math.abs(value)));
}

function leastOf<Option>(options: readonly Option[], cost: (option: Option) => number): Option {
  let [best] = options;
  let least = Infinity;
  for (const option of options) {
    const now = cost(option);
    if (now < least) [best, least] = [option, now];
  }
  return best!;
}
