import type { AttachedLabel, RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import type { LabelWrite } from '../../../outbox';

/** A label that the user can choose, in a task, in a labelling flow or in the list of all labels. */
export type OfferedLabel = Pick<
  RecognitionLabel,
  'id' | 'name' | 'type' | 'negative_for_task' | 'min_value' | 'max_value' | 'step_value'
>;
/** The fields of a task that determine which labels exclude each other. */
export type TaskRules = Pick<RecognitionTask, 'id' | 'type'> & { readonly labels: readonly OfferedLabel[] };
/** A label that is added, removed, or given another value. */
export type LabelChange = Pick<LabelWrite, 'label' | 'before' | 'after'>;

/** A label to add. Without a value, a value label starts at its minimum. */
export interface LabelToAdd {
  readonly label: Pick<OfferedLabel, 'id' | 'name' | 'type' | 'min_value'>;
  readonly value?: number;
}

const isNegativeTag = (task: TaskRules, id: string) =>
  task.labels.some((label) => label.id === id && label.negative_for_task === task.id);
const hasLabel = (task: TaskRules, id: string) => task.labels.some((label) => label.id === id);

/** Whether a task forbids two labels together: two categories, or the negative tag with another tag. */
function excludes(task: TaskRules, labelId: string, otherId: string): boolean {
  if (labelId === otherId || !hasLabel(task, labelId) || !hasLabel(task, otherId)) return false;
  if (task.type === 'multi_class') return true;
  return task.type === 'multi_label' && isNegativeTag(task, labelId) !== isNegativeTag(task, otherId);
}

/**
 * Returns the changes that add labels and remove the labels that they exclude. Labels that are already present change only if a value is
 * given.
 */
export function toAddChanges(
  labelsToAdd: readonly LabelToAdd[],
  presentLabels: readonly AttachedLabel[],
  tasks: readonly TaskRules[],
): readonly LabelChange[] {
  const removedLabels = presentLabels.filter(
    ({ id }) =>
      !labelsToAdd.some(({ label }) => label.id === id) &&
      labelsToAdd.some(({ label }) => tasks.some((task) => excludes(task, label.id, id))),
  );
  const additions = labelsToAdd.flatMap(({ label, value }): LabelChange[] => {
    const currentLabel = presentLabels.find(({ id }) => id === label.id);
    if (currentLabel && (value === undefined || value === currentLabel.value)) return [];
    const after = { value: label.type === 'value' ? (value ?? label.min_value ?? 0) : null };
    return [{ label: pickLabelFields(label), before: currentLabel ? { value: currentLabel.value } : null, after }];
  });
  return [...toRemoveChanges(removedLabels), ...additions];
}

/** Marks added labels and values as accepted from a model, so that they do not count as the user's own work. */
export function toPredictedChanges(changes: readonly LabelChange[]): readonly LabelChange[] {
  return changes.map((change) => (change.after ? { ...change, after: { ...change.after, source: 'prediction' } } : change));
}

/** Returns the changes that remove labels. */
export function toRemoveChanges(removedLabels: readonly AttachedLabel[]): readonly LabelChange[] {
  return removedLabels.map((label) => ({ label: pickLabelFields(label), before: { value: label.value }, after: null }));
}

/** Returns the ids of the labels that are attached after the changes. */
export function getPresentIdsAfter(
  presentLabels: readonly AttachedLabel[],
  changes: readonly LabelChange[],
): ReadonlySet<string> {
  const ids = new Set(presentLabels.map(({ id }) => id));
  for (const { label, after } of changes) {
    if (after) ids.add(label.id);
    else ids.delete(label.id);
  }
  return ids;
}

/** Whether any two attached labels exclude each other. */
export function isConflicting(presentLabels: readonly AttachedLabel[], tasks: readonly TaskRules[]): boolean {
  return tasks.some((task) => presentLabels.some(({ id }) => presentLabels.some((other) => excludes(task, id, other.id))));
}

function pickLabelFields({ id, name, type }: LabelChange['label']): LabelChange['label'] {
  return { id, name, type };
}
