import type { RecognitionTaskType } from '../database/tables/domain';

/**
 * How uncertain a model is of the labels of a picture, 0 to 1; null where it cannot tell. Of one label the margin between the
 * two likeliest, of several the label it is least sure of: B. Settles, "Active Learning Literature Survey" (2009), 3.1. A model
 * of values gives no probabilities.
 */
export function uncertaintyOfLabels(type: RecognitionTaskType, said: readonly { prob: number }[]): number | null {
  if (type === 'regression') return null;
  if (type === 'multi_label') return said.length === 0 ? null : Math.max(...said.map(({ prob }) => doubt(prob)));
  const [first, second] = said.map(({ prob }) => prob).sort((a, b) => b - a);
  return first === undefined ? null : clamp(1 - (first - (second ?? 1 - first)));
}

/** Objects that are less likely than this are not there. */
const LEAST_PROB = 0.1;

/**
 * How uncertain a model is of the objects of a picture, 0 to 1: the mean over those that may be there. C.-A. Brust, C. Kaeding,
 * J. Denzler, "Active Learning for Deep Object Detection" (2018), 3.2, with the average as aggregation: the sum is for
 * pictures with many objects only. A picture on which it sees nothing is 0.
 */
export function uncertaintyOfObjects(said: readonly { prob: number }[]): number {
  const likely = said.filter(({ prob }) => prob >= LEAST_PROB);
  return likely.reduce((sum, { prob }) => sum + doubt(prob), 0) / Math.max(1, likely.length);
}

/** 1 where it is as likely as not. */
const doubt = (prob: number) => clamp(1 - Math.abs(2 * prob - 1));

function clamp(share: number): number {
  return Math.min(1, Math.max(0, share));
}
