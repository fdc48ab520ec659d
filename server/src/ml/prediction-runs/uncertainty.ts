import type { RecognitionTaskType } from '../../platform/database/tables/domain';

/**
 * Computes the uncertainty of predicted labels, 0 to 1; null without predictions. With one label per image it is based on the
 * margin between the two most probable labels, otherwise on the least certain label (B. Settles, "Active Learning Literature
 * Survey", 2009, section 3.1).
 */
export function getLabelUncertainty(
  type: Exclude<RecognitionTaskType, 'regression'>,
  predictions: readonly { prob: number }[],
): number | null {
  if (type === 'multi_label')
    return predictions.length === 0 ? null : Math.max(...predictions.map(({ prob }) => getUncertainty(prob)));
  const [highestProb, secondProb] = predictions.map(({ prob }) => prob).sort((a, b) => b - a);
  return highestProb === undefined ? null : clampToUnitRange(1 - (highestProb - (secondProb ?? 1 - highestProb)));
}

/** Standard deviation of a uniform distribution over a range of length 1, which is complete uncertainty. */
const UNIFORM_DEVIATION = 1 / Math.sqrt(12);

/**
 * Computes the uncertainty of predicted values, 0 to 1: the largest standard deviation, relative to a uniform distribution over
 * the label's range. Source: variance of the prediction (Settles 2009, section 3.3). Null if the model provides no deviations.
 */
export function getValueUncertainty(
  predictions: readonly { id?: string; deviation?: number | null }[],
  /** Returns the width of a label's range of values. */
  getWidth: (labelId: string) => number,
): number | null {
  const uncertainties = predictions.flatMap(({ id = '', deviation }) => {
    const width = getWidth(id);
    return deviation === null || deviation === undefined || width <= 0
      ? []
      : [clampToUnitRange(deviation / width / UNIFORM_DEVIATION)];
  });
  return uncertainties.length === 0 ? null : Math.max(...uncertainties);
}

/** Minimum probability of objects that count. */
const MIN_PROB = 0.1;

/**
 * Computes the uncertainty of predicted objects, 0 to 1: the mean over the probable objects, or 0 for an image without detections. The
 * mean is used because a sum prefers images with many objects (C.-A. Brust, C. Kaeding, J. Denzler, "Active Learning for Deep Object
 * Detection", 2018, section 3.2, average aggregation).
 */
export function getObjectUncertainty(predictions: readonly { prob: number }[]): number {
  const likelyPredictions = predictions.filter(({ prob }) => prob >= MIN_PROB);
  return likelyPredictions.reduce((sum, { prob }) => sum + getUncertainty(prob), 0) / Math.max(1, likelyPredictions.length);
}

/** Uncertainty of one probability: 1 at 0.5, 0 at 0 and 1. */
const getUncertainty = (prob: number) => clampToUnitRange(1 - Math.abs(2 * prob - 1));

function clampToUnitRange(value: number): number {
  return Math.min(1, Math.max(0, value));
}
