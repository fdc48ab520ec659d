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
}

/** References with the same score. */
interface Point extends Block {
  score: number;
}

/** The last block of a regression, and the others. */
interface Blocks {
  block: Block;
  rest: Blocks | null;
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
  const below = poolBlocks(points, (last, block) => !isIncreasing(last, block));
  const above = poolBlocks(points.toReversed(), (last, block) => !isIncreasing(block, last)).reverse();
  // Scores between the same references have the same probability.
  const results = new Map<number, number>();
  return scores.map((score) => {
    const position = findPosition(points, score);
    const equal = points[position]?.score === score ? points[position] : null;
    const key = 2 * position + (equal ? 1 : 0);
    const added = { correct: equal?.correct ?? 0, count: (equal?.count ?? 0) + 1 };
    const probability = results.get(key) ?? pool(added, below[position]!, above[position + (equal ? 1 : 0)]!);
    results.set(key, probability);
    return probability;
  });
}

/** Groups references with equal scores, lowest score first. They must not be pooled with others one by one. */
function groupByScore(references: readonly ReferencePrediction[]): Point[] {
  const groups = new Map<number, Point>();
  for (const { score, isCorrect } of references) {
    const { correct, count } = groups.get(score) ?? { correct: 0, count: 0 };
    groups.set(score, { correct: correct + Number(isCorrect), count: count + 1, score });
  }
  return [...groups.values()].sort((a, b) => a.score - b.score);
}

/** Returns the number of points with a lower score. */
function findPosition(points: readonly Point[], score: number): number {
  let [low, high] = [0, points.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (points[middle]!.score < score) low = middle + 1;
    else high = middle;
  }
  return low;
}

/**
 * Fits an increasing function by pool adjacent violators (Barlow et al., "Statistical Inference under Order Restrictions", 1972).
 * Returns the blocks of the first n points for each n. They share their common blocks, so all scores together need one pass.
 */
function poolBlocks(points: readonly Block[], isViolated: (last: Block, block: Block) => boolean): (Blocks | null)[] {
  let blocks: Blocks | null = null;
  const results: (Blocks | null)[] = [null];
  for (const point of points) {
    let block: Block = point;
    for (; blocks && isViolated(blocks.block, block); blocks = blocks.rest) block = merge(blocks.block, block);
    blocks = { block, rest: blocks };
    results.push(blocks);
  }
  return results;
}

/** Returns the value of the regression at a point between the points below and above it. */
function pool(point: Block, below: Blocks | null, above: Blocks | null): number {
  let block = point;
  for (;;) {
    if (below && !isIncreasing(below.block, block)) [block, below] = [merge(below.block, block), below.rest];
    else if (above && !isIncreasing(block, above.block)) [block, above] = [merge(block, above.block), above.rest];
    else return block.correct / block.count;
  }
}

const merge = (a: Block, b: Block): Block => ({ correct: a.correct + b.correct, count: a.count + b.count });
const isIncreasing = (lower: Block, higher: Block) => lower.correct * higher.count < higher.correct * lower.count;
