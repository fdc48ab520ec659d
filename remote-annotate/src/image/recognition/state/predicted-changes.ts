import type { AttachedLabel, RecognitionTask } from '@console/shared-contract/api';
import { toAddChanges, type LabelToAdd, type LabelChange, type OfferedLabel } from './rules';

/** The values that a label allows. */
type ValueRange = Pick<OfferedLabel, 'min_value' | 'max_value' | 'step_value'>;

/** A label that a model predicts. */
export interface LabelPrediction {
  readonly id: string;
  /** 0 to 1. */
  readonly prob: number;
  /** The predicted value of a regression task. */
  readonly value?: number | null;
}

/** Minimum probability at which a predicted tag is added. */
const TAG_PROBABILITY_THRESHOLD = 0.5;

/**
 * Converts a prediction to label changes. Depending on the task, they add the best category, all probable tags, or the values. If predicted
 * tags exclude each other, only tags that are compatible with the most probable tag are added.
 */
export function getPredictedChanges(
  task: RecognitionTask,
  predictions: readonly LabelPrediction[],
  presentLabels: readonly AttachedLabel[],
  tasks: readonly RecognitionTask[],
): readonly LabelChange[] {
  const offeredPredictions = [...predictions]
    .sort((a, b) => b.prob - a.prob)
    .flatMap(({ id, prob, value }) => {
      const label = task.labels.find((candidate) => candidate.id === id);
      return label ? [{ label, prob, value }] : [];
    });
  const allTasks = tasks.some(({ id }) => id === task.id) ? tasks : [...tasks, task];
  switch (task.type) {
    case 'multi_class':
      return toAddChanges(
        offeredPredictions.slice(0, 1).map(({ label }) => ({ label })),
        presentLabels,
        allTasks,
      );
    case 'multi_label': {
      const probableTags = offeredPredictions.filter(({ prob }) => prob > TAG_PROBABILITY_THRESHOLD);
      const isNegative = (label: OfferedLabel) => label.negative_for_task === task.id;
      const addedLabels = probableTags.flatMap(({ label }) =>
        isNegative(label) === isNegative(probableTags[0]?.label ?? label) ? [{ label }] : [],
      );
      return toAddChanges(addedLabels, presentLabels, allTasks);
    }
    case 'regression':
      return toAddChanges(
        offeredPredictions.flatMap(({ label, value }): LabelToAdd[] =>
          typeof value === 'number' ? [{ label, value: toAllowedValue(value, label) }] : [],
        ),
        presentLabels,
        allTasks,
      );
  }
}

/** Returns the nearest value that the label allows. */
export function toAllowedValue(value: number, { min_value: min, max_value: max, step_value: step }: ValueRange): number {
  const stepOrigin = min ?? 0;
  const roundedValue = step ? stepOrigin + Math.round((value - stepOrigin) / step) * step : value;
  // Remove rounding errors in the last digits, which sums of steps such as 0.1 have.
  return Math.min(max ?? Infinity, Math.max(min ?? -Infinity, Number(roundedValue.toPrecision(12))));
}
