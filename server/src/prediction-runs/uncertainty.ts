import type { RecognitionTaskType } from '../database/tables/domain';

/**
 * How uncertain a model is of the labels of a picture, 0 to 1; null where it cannot tell. Of one label the margin between the
 * two likeliest, of several the label it is least sure of: B. Settles, "Active Learning Literature Survey" (2009), 3.1.
 */
export function uncertaintyOfLabels(
  type: Exclude<RecognitionTaskType, 'regression'>,
  said: readonly { prob: number }[],
): number | null {
  if (type === 'multi_label') return said.length === 0 ? null : Math.max(...said.map(({ prob }) => doubt(prob)));
  const [first, second] = said.map(({ prob }) => prob).sort((a, b) => b - a);
  return first === undefined ? null : clamp(1 - (first - (second ?? 1 - first)));
}

/** The standard deviation of what may be anything of a range, as a share of its width: of that nothing is known. */
const UNKNOWN = 1 / Math.sqrt(12);

/**
 * How uncertain a model is of the values of a picture, 0 to 1: the standard deviation of the one it is least sure of, against that
 * of a value which may be anything in the label's range (variance of what is predicted: Settles, 3.3). Null where the model tells none.
 */
export function uncertaintyOfValues(
  said: readonly { id?: string; deviation?: number | null }[],
  /** Of a label's values, the greatest less the least. */
  widthOf: (label: string) => number,
): number | null {
  const known = said.flatMap(({ id = '', deviation }) => {
    const width = widthOf(id);
    return deviation === null || deviation === undefined || width <= 0 ? [] : [clamp(deviation / width / UNKNOWN)];
  });
  return known.length === 0 ? null : Math.max(...known);
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
