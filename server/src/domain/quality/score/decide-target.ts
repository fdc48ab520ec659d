/** The decision whether the mean of image scores reaches a target. */
interface TargetDecision {
  result: 'meets' | 'below' | 'undecided';
  /** If undecided: about how many more images are needed; null if it cannot be predicted. */
  more: number | null;
}

/** Maximum probability of a wrong decision, however often the scores are checked. */
const DEFAULT_ERROR_RATE = 0.05;
/** Parts of the capital that `Bettor` bets on each score, from 0.05 to 1. */
const BET_SIZES = Array.from({ length: 20 }, (_, index) => (index + 1) / 20);
const BISECTION_STEPS = 30;
/** Maximum number of factors that are multiplied before the logarithm is taken, so that the product neither overflows nor underflows. */
const MAX_PENDING = 16;
/** Maximum number of further images that is predicted. A larger number is reported as unknown. */
const MAX_PREDICTED_IMAGES = 10_000;

/**
 * Tests the statement "the mean is at most m" by betting against it. A bettor starts with the capital 1 and bets the part f of it on each
 * score x, which multiplies the capital by 1 + f (x / m - 1). If the statement is true, the capital ever reaches 1 / errorRate with a
 * probability of at most errorRate (Ville's inequality), so it may be checked after each score. The capital is the mean over all f in
 * `BET_SIZES`.
 */
class Bettor {
  /** The logarithm of the capital of each bet, without the factors of the last scores, which are in `factors`. */
  private readonly capitals: number[] = BET_SIZES.map(() => 0);
  /** The product of the factors of the last scores, for each bet. Computing one logarithm for several scores is faster. */
  private readonly factors: number[] = BET_SIZES.map(() => 1);
  private pendingCount = 0;

  constructor(
    private readonly mean: number,
    scores: readonly number[] = [],
  ) {
    for (const score of scores) this.add(score);
  }

  add(score: number): void {
    const relativeGain = score / this.mean - 1;
    for (let index = 0; index < BET_SIZES.length; index++) this.factors[index]! *= 1 + BET_SIZES[index]! * relativeGain;
    this.pendingCount += 1;
    if (this.pendingCount === MAX_PENDING) this.addFactors();
  }

  private addFactors(): void {
    for (let index = 0; index < BET_SIZES.length; index++) {
      this.capitals[index]! += Math.log(this.factors[index]!);
      this.factors[index] = 1;
    }
    this.pendingCount = 0;
  }

  /** Returns the capital. `repetitions` predicts it for this many times as many images with the same scores. */
  getCapital(repetitions = 1): number {
    this.addFactors();
    return this.capitals.reduce((sum, capital) => sum + Math.exp(capital * repetitions), 0) / BET_SIZES.length;
  }
}

/** Decides about a target after each score. */
export class TargetTest {
  private readonly betAboveTarget: Bettor;
  private readonly betBelowTarget: Bettor;

  /** @param target greater than 0 and less than 1 */
  constructor(
    target: number,
    private readonly errorRate: number = DEFAULT_ERROR_RATE,
  ) {
    this.betAboveTarget = new Bettor(target);
    this.betBelowTarget = new Bettor(1 - target);
  }

  add(score: number): void {
    this.betAboveTarget.add(score);
    this.betBelowTarget.add(1 - score);
  }

  get result(): TargetDecision['result'] {
    if (this.betAboveTarget.getCapital() >= 1 / this.errorRate) return 'meets';
    return this.betBelowTarget.getCapital() >= 1 / this.errorRate ? 'below' : 'undecided';
  }
}

/**
 * Decides whether the mean of scores from 0 to 1, one for each image in random order, reaches a target. It may be repeated after
 * each image, because the bounds are a confidence sequence: Waudby-Smith and Ramdas, "Estimating means of bounded random
 * variables by betting", Journal of the Royal Statistical Society B 86 (2024), section 4.
 * @param target greater than 0 and less than 1
 */
export function findResult(scores: readonly number[], target: number, errorRate: number = DEFAULT_ERROR_RATE): TargetDecision {
  const targetTest = new TargetTest(target, errorRate);
  for (const score of scores) targetTest.add(score);
  if (targetTest.result !== 'undecided') return { result: targetTest.result, more: null };
  const losses = scores.map((score) => 1 - score);
  const neededImages = [predictImages(scores, target, errorRate), predictImages(losses, 1 - target, errorRate)];
  const knownNumbers = neededImages.filter((images) => images !== null);
  return { result: 'undecided', more: knownNumbers.length > 0 ? Math.min(...knownNumbers) : null };
}

/**
 * Like `findResult` for images of a sample with unequal probabilities. Uses `target + weight / maxWeight * (score - target)` of each image,
 * which is also between 0 and 1. The mean of these values reaches the target if and only if the weighted mean of the scores does.
 * @param maxWeight the largest weight of all images that can be drawn
 */
export function findWeightedResult(
  images: readonly { score: number; weight: number }[],
  target: number,
  maxWeight: number,
): TargetDecision {
  return findResult(
    images.map(({ score, weight }) => target + (weight / maxWeight) * (score - target)),
    target,
  );
}

/**
 * Returns how many more images with the same scores would show that the mean is above `mean`. Null if more than MAX_PREDICTED_IMAGES would
 * be needed.
 */
function predictImages(scores: readonly number[], mean: number, errorRate: number): number | null {
  if (scores.length === 0) return null;
  const bettor = new Bettor(mean, scores);
  const maxFactor = 1 + MAX_PREDICTED_IMAGES / scores.length;
  if (bettor.getCapital(maxFactor) < 1 / errorRate) return null;
  let [lowerFactor, sufficientFactor] = [1, maxFactor];
  for (let step = 0; step < BISECTION_STEPS; step++) {
    const factor = (lowerFactor + sufficientFactor) / 2;
    if (bettor.getCapital(factor) >= 1 / errorRate) sufficientFactor = factor;
    else lowerFactor = factor;
  }
  return Math.max(1, Math.ceil((sufficientFactor - 1) * scores.length));
}
