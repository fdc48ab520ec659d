import type { Example, RecognitionLabel, TrainOrder } from '../protocol';
import { Refusal } from '../refusal';
import { isEnough, whyNotLearnable, type LabelCount } from '../requirements';

/** What a head learns: for each label, the examples that speak of it and what they say. */
export interface Target {
  label: RecognitionLabel;
  /** By the place of the example: 1 or 0 for labels, 0 to 1 of the label's range for values; null where nothing is said. */
  values: (number | null)[];
  /** Least and most of a value. */
  range: readonly [number, number];
}

type Task = Pick<TrainOrder, 'type' | 'labels' | 'negativeLabel'>;

/** What each example says of each label of the task. */
export function targetsOf(task: Task, examples: readonly Example[]): Target[] {
  if (task.type === 'regression') return task.labels.map((label) => valuesOf(label, examples));
  return task.labels.map((label) => ({
    label,
    range: [0, 1],
    values: examples.map(({ labels }) => {
      if (!saysAnything(task, labels)) return null;
      return labels.some(({ id }) => id === label.id) ? 1 : 0;
    }),
  }));
}

/** An example without labels says that there are none only where tags are given and no label stands for 'none'. */
function saysAnything(task: Task, labels: Example['labels']): boolean {
  const known = labels.filter(({ id }) => task.labels.some((label) => label.id === id));
  if (task.type === 'multi_class') return known.length === 1;
  return known.length > 0 || (labels.length === 0 && !task.negativeLabel);
}

function valuesOf(label: RecognitionLabel, examples: readonly Example[]): Target {
  const said = examples.map(({ labels }) => labels.find(({ id }) => id === label.id)?.value ?? null);
  const known = said.filter((value) => value !== null);
  const least = label.minValue ?? Math.min(...known);
  const most = label.maxValue ?? Math.max(...known);
  const width = most - least;
  const values = said.map((value) => (value === null ? null : width > 0 ? (value - least) / width : 0));
  return { label, range: [least, most], values };
}

/** The targets that can be learnt from these examples. Throws a Refusal where they are too few. */
export function learnable(task: Task, targets: readonly Target[]): Target[] {
  const counted = targets.map((target) => ({ target, count: countOf(task, target) }));
  const reason = whyNotLearnable(
    task.type ?? 'multi_class',
    counted.map(({ count }) => count),
    task.negativeLabel,
  );
  if (reason !== null) throw new Refusal(reason);
  // A categorisation tells a rare label from the others by what these have.
  const isLearnt = (count: LabelCount) =>
    task.type === 'multi_class' ? count.with > 0 : isEnough(task.type ?? 'multi_class', count);
  return counted.filter(({ count }) => isLearnt(count)).map(({ target }) => target);
}

function countOf({ type }: Task, { label: { id, name }, values }: Target): LabelCount {
  const known = values.filter((value) => value !== null);
  if (type === 'regression') return { id, name, with: known.length, without: 0, values: new Set(known).size };
  const having = known.filter((value) => value === 1).length;
  return { id, name, with: having, without: known.length - having, values: 0 };
}
