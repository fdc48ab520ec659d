import type { Example, RecognitionLabel, TrainRequest } from '../../protocol/protocol';
import { InvalidRequestError } from '../../protocol/invalid-request-error';
import { hasEnoughExamples, explainTooFewExamples, type LabelCount } from '../../protocol/requirements';

/** The training data for one label of a head. */
export interface LabelTarget {
  label: RecognitionLabel;
  /** One entry per example. For labels: 1 or 0. For values: the position in the label's range, 0 to 1. Null if unknown. */
  values: (number | null)[];
  /** Minimum and maximum value of the label. */
  range: readonly [number, number];
}

type Task = Pick<TrainRequest, 'type' | 'labels' | 'negativeLabel'>;

/** Creates the targets of a task from the labels of all examples. */
export function createTargets(task: Task, examples: readonly Example[]): LabelTarget[] {
  if (task.type === 'regression') return task.labels.map((label) => createValueTarget(label, examples));
  return task.labels.map((label) => ({
    label,
    range: [0, 1],
    values: examples.map(({ labels }) => {
      if (!isLabelled(task, labels)) return null;
      return labels.some(({ id }) => id === label.id) ? 1 : 0;
    }),
  }));
}

/** An example without labels counts as labelled only in tagging tasks that have no label for 'none'. */
function isLabelled(task: Task, labels: Example['labels']): boolean {
  const taskLabels = labels.filter(({ id }) => task.labels.some((label) => label.id === id));
  if (task.type === 'multi_class') return taskLabels.length === 1;
  return taskLabels.length > 0 || (labels.length === 0 && !task.negativeLabel);
}

function createValueTarget(label: RecognitionLabel, examples: readonly Example[]): LabelTarget {
  const labelValues = examples.map(({ labels }) => labels.find(({ id }) => id === label.id)?.value ?? null);
  const knownValues = labelValues.filter((value) => value !== null);
  const min = label.minValue ?? Math.min(...knownValues);
  const max = label.maxValue ?? Math.max(...knownValues);
  const width = max - min;
  const values = labelValues.map((value) => (value === null ? null : width > 0 ? (value - min) / width : 0));
  return { label, range: [min, max], values };
}

/** Selects the targets that can be learned from these examples. Throws InvalidRequestError if there are too few examples. */
export function selectLearnableTargets(task: Task, targets: readonly LabelTarget[]): LabelTarget[] {
  const countedTargets = targets.map((target) => ({ target, count: countExamples(task, target) }));
  const reason = explainTooFewExamples(
    task.type ?? 'multi_class',
    countedTargets.map(({ count }) => count),
    task.negativeLabel,
  );
  if (reason !== null) throw new InvalidRequestError(reason);
  // With one label per image, the images of all other labels are negative examples, so one positive example is enough.
  const isLearnable = (count: LabelCount) =>
    task.type === 'multi_class' ? count.positives > 0 : hasEnoughExamples(task.type ?? 'multi_class', count);
  return countedTargets.filter(({ count }) => isLearnable(count)).map(({ target }) => target);
}

function countExamples({ type }: Task, { label: { id, name }, values }: LabelTarget): LabelCount {
  const knownValues = values.filter((value) => value !== null);
  if (type === 'regression')
    return { id, name, positives: knownValues.length, negatives: 0, distinctValues: new Set(knownValues).size };
  const positives = knownValues.filter((value) => value === 1).length;
  return { id, name, positives: positives, negatives: knownValues.length - positives, distinctValues: 0 };
}
