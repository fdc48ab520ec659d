/** A prediction for an image that a user has annotated, too, so that it is known whether the prediction is correct. */
export interface ReferencePrediction {
  /** Confidence of the model; only the order matters. */
  score: number;
  isCorrect: boolean;
}

/** Reference predictions with consecutive scores, to which the regression assigns the same probability. */
interface RegressionBlock {
  correct: number;
  count: number;
}

/** Reference predictions with the same score. */
interface ScorePoint extends RegressionBlock {
  score: number;
}

/** A linked list of the blocks of a regression: the last block, and the previous blocks. */
interface BlockList {
  block: RegressionBlock;
  previousBlocks: BlockList | null;
}

/**
 * Calibrates scores by isotonic regression on reference predictions. Returns for each score the lower of the two probabilities of an
 * inductive Venn-Abers predictor. This is the value of the regression after a wrong prediction with this score was added. One of the two
 * probabilities is perfectly calibrated, so the lower one never underestimates the expected error (Vovk and Petej, "Venn-Abers Predictors",
 * UAI 2014, theorem 1). With n correct references and no wrong one, the lower probability is n / (n + 1), so no minimum number of
 * references is required. References and images must be exchangeable.
 */
export function computeLowerProbabilities(references: readonly ReferencePrediction[], scores: readonly number[]): number[] {
  const points = groupByScore(references);
  const blocksBelow = poolBlocks(points, (lastBlock, block) => !isIncreasing(lastBlock, block));
  const blocksAbove = poolBlocks(points.toReversed(), (lastBlock, block) => !isIncreasing(block, lastBlock)).reverse();
  // Two scores without a reference between them have the same probability, so compute it once.
  const results = new Map<number, number>();
  return scores.map((score) => {
    const lowerPointCount = findPosition(points, score);
    const equalPoint = points[lowerPointCount]?.score === score ? points[lowerPointCount] : null;
    const key = 2 * lowerPointCount + (equalPoint ? 1 : 0);
    const addedBlock = { correct: equalPoint?.correct ?? 0, count: (equalPoint?.count ?? 0) + 1 };
    const probability =
      results.get(key) ??
      poolAddedPoint(addedBlock, blocksBelow[lowerPointCount]!, blocksAbove[lowerPointCount + (equalPoint ? 1 : 0)]!);
    results.set(key, probability);
    return probability;
  });
}

/** Groups references with equal scores, lowest score first, because a regression must give them the same probability. */
function groupByScore(references: readonly ReferencePrediction[]): ScorePoint[] {
  const groups = new Map<number, ScorePoint>();
  for (const { score, isCorrect } of references) {
    const { correct, count } = groups.get(score) ?? { correct: 0, count: 0 };
    groups.set(score, { correct: correct + Number(isCorrect), count: count + 1, score });
  }
  return [...groups.values()].sort((firstBlock, secondBlock) => firstBlock.score - secondBlock.score);
}

/** Returns the number of points with a lower score. */
function findPosition(points: readonly ScorePoint[], score: number): number {
  let [lowIndex, highIndex] = [0, points.length];
  while (lowIndex < highIndex) {
    const middleIndex = (lowIndex + highIndex) >> 1;
    if (points[middleIndex]!.score < score) lowIndex = middleIndex + 1;
    else highIndex = middleIndex;
  }
  return lowIndex;
}

/**
 * Fits an increasing function by pool adjacent violators (Barlow et al., "Statistical Inference under Order Restrictions", 1972).
 * Returns the blocks of the first n points for each n. The lists share their common blocks, so one pass computes all of them.
 */
function poolBlocks(
  points: readonly RegressionBlock[],
  isViolated: (lastBlock: RegressionBlock, block: RegressionBlock) => boolean,
): (BlockList | null)[] {
  let blocks: BlockList | null = null;
  const results: (BlockList | null)[] = [null];
  for (const point of points) {
    let block: RegressionBlock = point;
    for (; blocks && isViolated(blocks.block, block); blocks = blocks.previousBlocks) block = mergeBlocks(blocks.block, block);
    blocks = { block, previousBlocks: blocks };
    results.push(blocks);
  }
  return results;
}

/** Returns the value of the regression at a point between the points below and above it. */
function poolAddedPoint(point: RegressionBlock, blocksBelow: BlockList | null, blocksAbove: BlockList | null): number {
  let block = point;
  for (;;) {
    if (blocksBelow && !isIncreasing(blocksBelow.block, block))
      [block, blocksBelow] = [mergeBlocks(blocksBelow.block, block), blocksBelow.previousBlocks];
    else if (blocksAbove && !isIncreasing(block, blocksAbove.block))
      [block, blocksAbove] = [mergeBlocks(block, blocksAbove.block), blocksAbove.previousBlocks];
    else return block.correct / block.count;
  }
}

const mergeBlocks = (firstBlock: RegressionBlock, secondBlock: RegressionBlock): RegressionBlock => ({
  correct: firstBlock.correct + secondBlock.correct,
  count: firstBlock.count + secondBlock.count,
});
const isIncreasing = (lower: RegressionBlock, higher: RegressionBlock) =>
  lower.correct * higher.count < higher.correct * lower.count;
