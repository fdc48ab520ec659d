import type { AttachedLabel, RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import type { LabelWrite } from '../../outbox';

/** A label as a task, a flow or the list of all of them offers it. */
export type OfferedLabel = Pick<
  RecognitionLabel,
  'id' | 'name' | 'type' | 'negative_for_task' | 'min_value' | 'max_value' | 'step_value'
>;
/** Of a task, what its rules go by. */
export type TaskRules = Pick<RecognitionTask, 'id' | 'type'> & { readonly labels: readonly OfferedLabel[] };
/** A label put on, taken off or given another value. */
export type LabelChange = Pick<LabelWrite, 'label' | 'before' | 'after'>;

/** A label to be put on; without a value, one of a value label starts at the least that it allows. */
export interface LabelToAdd {
  readonly label: Pick<OfferedLabel, 'id' | 'name' | 'type' | 'min_value'>;
  readonly value?: number;
}

const isNegative = (task: TaskRules, id: string) =>
  task.labels.some((label) => label.id === id && label.negative_for_task === task.id);
const hasLabel = (task: TaskRules, id: string) => task.labels.some((label) => label.id === id);

/** Whether two labels may not stand together: two of a categorisation, or the negative of a tagging with another of it. */
function excludes(task: TaskRules, one: string, other: string): boolean {
  if (one === other || !hasLabel(task, one) || !hasLabel(task, other)) return false;
  if (task.type === 'multi_class') return true;
  return task.type === 'multi_label' && isNegative(task, one) !== isNegative(task, other);
}

/** What putting labels on changes: those that they exclude go. What is there already stays as it is, unless it is given a value. */
export function toAddChanges(
  added: readonly LabelToAdd[],
  present: readonly AttachedLabel[],
  tasks: readonly TaskRules[],
): readonly LabelChange[] {
  const gone = present.filter(
    ({ id }) =>
      !added.some(({ label }) => label.id === id) &&
      added.some(({ label }) => tasks.some((task) => excludes(task, label.id, id))),
  );
  const put = added.flatMap(({ label, value }): LabelChange[] => {
    const there = present.find(({ id }) => id === label.id);
    if (there && (value === undefined || value === there.value)) return [];
    const after = { value: label.type === 'value' ? (value ?? label.min_value ?? 0) : null };
    return [{ label: pickLabelFields(label), before: there ? { value: there.value } : null, after }];
  });
  return [...toRemoveChanges(gone), ...put];
}

/** What taking labels off changes. */
export function toRemoveChanges(gone: readonly AttachedLabel[]): readonly LabelChange[] {
  return gone.map((label) => ({ label: pickLabelFields(label), before: { value: label.value }, after: null }));
}

/** The ids that are there once the changes are made. */
export function getPresentIdsAfter(present: readonly AttachedLabel[], changes: readonly LabelChange[]): ReadonlySet<string> {
  const ids = new Set(present.map(({ id }) => id));
  for (const { label, after } of changes) {
    if (after) ids.add(label.id);
    else ids.delete(label.id);
  }
  return ids;
}

/** Whether two labels stand together that exclude each other. */
export function isConflicting(present: readonly AttachedLabel[], tasks: readonly TaskRules[]): boolean {
  return tasks.some((task) => present.some(({ id }) => present.some((other) => excludes(task, id, other.id))));
}

function pickLabelFields({ id, name, type }: LabelChange['label']): LabelChange['label'] {
  return { id, name, type };
}
