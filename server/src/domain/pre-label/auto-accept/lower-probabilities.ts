/** A prediction for an image that a user has annotated, too. */
export interface ReferencePrediction {
  /** Confidence of the model; only the order matters. */
  score: number;
  isCorrect: boolean;
}

/** Neighbouring scores with the same calibrated probability. */
interface Block {
  correct: number;
  count: number;
  highestScore: number;
}

/**
 * Calibrates scores by isotonic regression on reference predictions. Returns for each score the lower one of the two probabilities
 * of an inductive Venn-Abers predictor: the value of the regression after a wrong prediction with this score was added. Of both
 * probabilities, one is perfectly calibrated, so the lower one overestimates the expected error: with n correct predictions and no
 * wrong one, it is n / (n + 1). It therefore needs no minimum number of references (Vovk and Petej, "Venn-Abers Predictors", UAI
 * 2014, theorem 1). References and images must be exchangeable.
 */
export function computeLowerProbabilities(references: readonly ReferencePrediction[], scores: readonly number[]): number[] {
  const sorted = [...references].sort((a, b) => a.score - b.score);
  const byScore = new Map<number, number>();
  return scores.map((score) => {
    const probability = byScore.get(score) ?? computeLowerProbability(sorted, score);
    byScore.set(score, probability);
    return probability;
  });
}

/** Fits an increasing function by pool adjacent violators (Barlow et al., "Statistical Inference under Order Restrictions", 1972). */
function computeLowerProbability(sorted: readonly ReferencePrediction[], score: number): number {
  const blocks: Block[] = [];
  const add = (reference: ReferencePrediction) => {
    let block: Block = { correct: Number(reference.isCorrect), count: 1, highestScore: reference.score };
    for (let last = blocks.at(-1); last && isPooled(last, block, reference.score); last = blocks.at(-1)) {
      block = { ...block, correct: last.correct + block.correct, count: last.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  };
  const next = sorted.findIndex((reference) => reference.score > score);
  const position = next < 0 ? sorted.length : next;
  for (const reference of sorted.slice(0, position)) add(reference);
  add({ score, isCorrect: false });
  for (const reference of sorted.slice(position)) add(reference);
  const { correct, count } = blocks.find(({ highestScore }) => highestScore >= score)!;
  return correct / count;
}

const isPooled = (lower: Block, higher: Block, score: number) =>
  lower.highestScore === score || lower.correct * higher.count >= higher.correct * lower.count;
