import type { RecognitionType } from './protocol';

/** Minimum number of images with a label, and without it, for training a head. */
export const MIN_IMAGES_PER_LABEL = 2;
/** Minimum number of values for training a regression. */
export const MIN_VALUES = 4;

/** Counts of the examples that are relevant for a label. */
export interface LabelCount {
  id: string;
  name: string;
  /** Examples with the label. For a value label: examples with a value. */
  positives: number;
  /** Examples that are labelled for the task but do not have the label. */
  negatives: number;
  /** Number of different values. */
  distinctValues: number;
}

/** Whether a label has enough examples for training. */
export function hasEnoughExamples(type: RecognitionType, count: Omit<LabelCount, 'id' | 'name'>): boolean {
  if (type === 'regression') return count.positives >= MIN_VALUES && count.distinctValues > 1;
  return count.positives >= MIN_IMAGES_PER_LABEL && (type === 'multi_class' || count.negatives >= MIN_IMAGES_PER_LABEL);
}

/**
 * Explains with the numbers why the examples are too few for training a recognition task; null if they suffice. It is checked
 * before a training is queued, and again by the training with the images that were readable.
 */
export function explainTooFewExamples(
  type: RecognitionType,
  counts: readonly LabelCount[],
  negativeLabel?: string | null,
): string | null {
  const enough = counts.filter((count) => hasEnoughExamples(type, count));
  if (type === 'multi_class') {
    if (enough.length >= 2) return null;
    return `Too few images: training needs at least two labels with ${MIN_IMAGES_PER_LABEL} images each. There are ${formatCounts(counts, (count) => `${count.positives} of`)}.`;
  }
  const candidates = counts.filter(({ id }) => id !== negativeLabel);
  if (enough.some((count) => candidates.includes(count))) return null;
  if (type === 'multi_label') {
    const formatTag = (count: LabelCount) => `${count.positives} with and ${count.negatives} without`;
    return `Too few images: training needs ${MIN_IMAGES_PER_LABEL} images with a label and ${MIN_IMAGES_PER_LABEL} without it. There are ${formatCounts(candidates, formatTag)}.`;
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
  before: (count: LabelCount) => string,
  after: (count: LabelCount) => string = () => '',
): string {
  if (counts.length === 0) return 'no labels';
  return counts.map((count) => `${before(count)} '${count.name}'${after(count)}`).join(', ');
}
