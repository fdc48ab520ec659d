/** The true and the predicted label ids of one image. */
export interface LabelComparison {
  truth: ReadonlySet<string>;
  predicted: ReadonlySet<string>;
}

/**
 * Ratio of images whose predicted labels equal the true labels; null without images. This is subset accuracy (M. S. Sorower,
 * "A Literature Survey on Algorithms for Multi-label Learning", 2010, section 4.1). With one label per image it is the plain
 * accuracy.
 */
export function computeAccuracy(comparisons: readonly LabelComparison[]): number | null {
  if (comparisons.length === 0) return null;
  const correctComparisons = comparisons.filter(
    ({ truth, predicted }) => truth.size === predicted.size && [...truth].every((label) => predicted.has(label)),
  );
  return correctComparisons.length / comparisons.length;
}

/**
 * Ratio of wrong decisions over all images and labels; null without any. It is the mean over the images of |truth
 * symmetric-difference predicted| / |labels| (G. Tsoumakas, I. Katakis, "Multi-Label Classification: An Overview", 2007,
 * section 4).
 */
export function computeHammingLoss(comparisons: readonly LabelComparison[], labels: readonly string[]): number | null {
  if (comparisons.length === 0 || labels.length === 0) return null;
  const wrongRatios = comparisons.map(
    ({ truth, predicted }) => labels.filter((label) => truth.has(label) !== predicted.has(label)).length / labels.length,
  );
  return wrongRatios.reduce((sum, ratio) => sum + ratio, 0) / comparisons.length;
}

/** Precision and recall of one label; null where they are undefined. */
interface LabelMetrics {
  precision: number | null;
  recall: number | null;
  /** Number of images that truly have the label. */
  count: number;
}

/**
 * Computes precision TP / (TP + FP) and recall TP / (TP + FN) of one label; null where the divisor is zero (C. J. van
 * Rijsbergen, "Information Retrieval", 1979, chapter 7).
 */
export function computeLabelMetrics(comparisons: readonly LabelComparison[], labelId: string): LabelMetrics {
  const trueImages = comparisons.filter(({ truth }) => truth.has(labelId));
  const predictedImages = comparisons.filter(({ predicted }) => predicted.has(labelId));
  const truePositives = trueImages.filter(({ predicted }) => predicted.has(labelId)).length;
  return {
    precision: divideCounts(truePositives, predictedImages.length),
    recall: divideCounts(truePositives, trueImages.length),
    count: trueImages.length,
  };
}

/** Divides two counts. Returns null instead of 0 if the divisor is zero, because the result is undefined. */
export function divideCounts(count: number, total: number): number | null {
  return total === 0 ? null : count / total;
}
