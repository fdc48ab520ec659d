import type { RecognitionType } from './protocol';

/** Minimum number of images with a label, and without it, for training a recognition head. */
export const MIN_IMAGES_PER_LABEL = 2;
/** Minimum number of values for training a regression. */
export const MIN_VALUES = 4;

/** Counts of the examples that are relevant for a label. */
export interface LabelCount {
  id: string;
  name: string;
  /** Examples with the label. In a regression: examples with a value of the label. */
  positives: number;
  /** Examples that are labelled for the task but do not have the label. */
  negatives: number;
  /** Number of different values in a regression. */
  distinctValues: number;
}

/** Whether a label has enough examples for training. */
export function hasEnoughExamples(type: RecognitionType, count: Omit<LabelCount, 'id' | 'name'>): boolean {
  if (type === 'regression') return count.positives >= MIN_VALUES && count.distinctValues > 1;
  return count.positives >= MIN_IMAGES_PER_LABEL && (type === 'multi_class' || count.negatives >= MIN_IMAGES_PER_LABEL);
}

/**
 * Explains with numbers why a recognition task has too few examples for training; null if there are enough. The server checks
 * this before it queues a training. The training checks it again, without unreadable images.
 */
export function explainTooFewExamples(
  type: RecognitionType,
  counts: readonly LabelCount[],
  /** Id of the label that excludes all other labels. */
  negativeLabel?: string | null,
): string | null {
  const trainable = counts.filter((count) => hasEnoughExamples(type, count));
  if (type === 'multi_class') {
    if (trainable.length >= 2) return null;
    return `Too few images: training needs at least two labels with ${MIN_IMAGES_PER_LABEL} images each. There are ${formatCounts(counts, (count) => `${count.positives} of`)}.`;
  }
  const candidates = counts.filter(({ id }) => id !== negativeLabel);
  if (trainable.some((count) => candidates.includes(count))) return null;
  if (type === 'multi_label') {
    const formatPositivesAndNegatives = (count: LabelCount) => `${count.positives} with and ${count.negatives} without`;
    return `Too few images: training needs ${MIN_IMAGES_PER_LABEL} images with a label and ${MIN_IMAGES_PER_LABEL} without it. There are ${formatCounts(candidates, formatPositivesAndNegatives)}.`;
  }
  const formatValues = ({ distinctValues: count }: LabelCount) => ` with ${count} different ${count === 1 ? 'value' : 'values'}`;
  return `Too few images: training needs ${MIN_VALUES} images with values of a label that are not all the same. There are ${formatCounts(
    candidates,
    (count) => `${count.positives} of`,
    formatValues,
  )}.`;
}

/** Joins the counts of all labels to a phrase such as `4 of 'circle', 1 of 'stripes'`. */
function formatCounts(
  counts: readonly LabelCount[],
  formatPrefix: (count: LabelCount) => string,
  formatSuffix: (count: LabelCount) => string = () => '',
): string {
  if (counts.length === 0) return 'no labels';
  return counts.map((count) => `${formatPrefix(count)} '${count.name}'${formatSuffix(count)}`).join(', ');
}
