/** A prediction for an image that a user has annotated, too. */
export interface ReferencePrediction {
  /** Confidence of the model; only the order matters. */
  score: number;
  isCorrect: boolean;
}

/** References with neighbouring scores and the same calibrated probability. */
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
  const points = groupByScore(references);
  const byScore = new Map<number, number>();
  return scores.map((score) => {
    const probability = byScore.get(score) ?? computeLowerProbability(points, score);
    byScore.set(score, probability);
    return probability;
  });
}

/** Groups references with equal scores, lowest score first. They must not be pooled with others one by one. */
function groupByScore(references: readonly ReferencePrediction[]): Block[] {
  const groups = new Map<number, Block>();
  for (const { score, isCorrect } of references) {
    const { correct, count } = groups.get(score) ?? { correct: 0, count: 0 };
    groups.set(score, { correct: correct + Number(isCorrect), count: count + 1, highestScore: score });
  }
  return [...groups.values()].sort((a, b) => a.highestScore - b.highestScore);
}

/** Fits an increasing function by pool adjacent violators (Barlow et al., "Statistical Inference under Order Restrictions", 1972). */
function computeLowerProbability(points: readonly Block[], score: number): number {
  const equal = points.find(({ highestScore }) => highestScore === score) ?? { correct: 0, count: 0, highestScore: score };
  const blocks: Block[] = [];
  for (const point of [
    ...points.filter(({ highestScore }) => highestScore < score),
    { ...equal, count: equal.count + 1 },
    ...points.filter(({ highestScore }) => highestScore > score),
  ]) {
    let block = point;
    for (let last = blocks.at(-1); last && isDecreasing(last, block); last = blocks.at(-1)) {
      block = { ...block, correct: last.correct + block.correct, count: last.count + block.count };
      blocks.pop();
    }
    blocks.push(block);
  }
  const { correct, count } = blocks.find(({ highestScore }) => highestScore >= score)!;
  return correct / count;
}

const isDecreasing = (lower: Block, higher: Block) => lower.correct * higher.count >= higher.correct * lower.count;
