import type { LabelScore, Metric } from '../protocol/protocol';

/** The predicted and the true labels of one image. */
export interface LabelComparison {
  predicted: readonly string[];
  actual: readonly string[];
}

/** Ratio of images whose labels are all predicted correctly; null without images. */
export function computeAccuracy(comparisons: readonly LabelComparison[]): Metric {
  const correctCount = comparisons.filter(
    ({ predicted, actual }) => predicted.length === actual.length && predicted.every((id) => actual.includes(id)),
  );
  return computeRatio(correctCount.length, comparisons.length);
}

/** Computes precision and recall of each label. Precision is null without predictions, recall without examples. */
export function computeLabelScores(labels: readonly string[], comparisons: readonly LabelComparison[]): LabelScore[] {
  return labels.map((id) => {
    const predictions = comparisons.filter(({ predicted }) => predicted.includes(id));
    const truePositives = predictions.filter(({ actual }) => actual.includes(id)).length;
    const exampleCount = comparisons.filter(({ actual }) => actual.includes(id)).length;
    return {
      id,
      precision: computeRatio(truePositives, predictions.length),
      recall: computeRatio(truePositives, exampleCount),
      count: exampleCount,
    };
  });
}

/** Mean of the absolute differences; null without values. */
export function computeMeanAbsoluteError(pairs: readonly { predicted: number; actual: number }[]): Metric {
  return computeRatio(
    pairs.reduce((sum, { predicted, actual }) => sum + Math.abs(predicted - actual), 0),
    pairs.length,
  );
}

function computeRatio(count: number, total: number): Metric {
  return total === 0 ? null : count / total;
}
