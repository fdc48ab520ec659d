import type { MeasureDifference } from '@console/shared-contract/api';
import { formatCount, formatScore } from '@console/shared-ui/format';

const MEASURES = { f1: 'F1', accuracy: 'Accuracy', error: 'Mean absolute error' } as const;
const formatSigned = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(value).toFixed(3)}`;

function formatDifference({ difference, low, high }: MeasureDifference): string {
  if (difference === null || low === null || high === null) return '–';
  return `${formatSigned(difference)} (${formatSigned(low)} to ${formatSigned(high)})`;
}

/** Messages of the comparison of two models. */
export const comparisonMessages = {
  withCurrent: 'Compare with the model in use',
  withPrevious: 'Compare with the previous model',
  noOther: 'This task has no other trained model.',
  evaluating: 'A model of this task is being evaluated.',
  missing: (numbers: readonly number[]) =>
    `Both models must be evaluated on the verified TEST images. ${numbers.map((number) => `Model ${number}`).join(' and ')} ${numbers.length === 1 ? 'has' : 'have'} no evaluation with images.`,
  evaluate: (number: number) => `Evaluate model ${number}`,
  results: { better: 'Better', undecided: 'Not distinguishable', worse: 'Worse' },
  total: (total: MeasureDifference, other: number) =>
    `${MEASURES[total.measure]} ${formatScore(total.value)}, model ${other} has ${formatScore(total.other)}: ${formatDifference(total)} on ${formatCount(total.pictures, 'TEST image', 'TEST images')}, ${total.changed.toLocaleString('en')} with different results.`,
  learned: (images: number) =>
    `${formatCount(images, 'image was', 'images were')} left out, because one of the models was trained on ${images === 1 ? 'it' : 'them'}.`,
  byLabel: (other: number) => `Differences from model ${other} by label`,
  difference: formatDifference,
  columns: {
    label: 'Label',
    value: 'This model',
    other: 'Other model',
    difference: 'Difference (95% interval)',
    images: 'Images',
    result: 'Result',
  },
  method:
    'Labels are measured by F1, values by their mean absolute error. The interval is from a paired bootstrap of the images. Results are not distinguishable if it contains 0, or with fewer than 10 images or 6 images with different results. With 20 labels, about one is wrongly called better or worse.',
  changes: (improved: number, worsened: number) =>
    `${formatCount(improved, 'image', 'images')} with fewer errors, ${worsened.toLocaleString('en')} with more`,
  errors: (errors: number, other: number, measure: MeasureDifference['measure']) =>
    measure === 'error'
      ? `Error ${formatScore(errors)} instead of ${formatScore(other)}`
      : `${formatCount(errors, 'error', 'errors')} instead of ${other.toLocaleString('en')}`,
} as const;
