import type { Example, RecognitionLabel, TrainOrder } from '../protocol';
import { Refusal } from '../refusal';

/** Pictures of a label, and without it, that a head needs at least. */
export const LEAST = 2;
/** Values that a regression needs at least. */
export const LEAST_VALUES = 4;

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
  if (task.type === 'regression') return learnableValues(targets);
  const has = (target: Target, value: number) => target.values.filter((said) => said === value).length;
  if (task.type === 'multi_class') {
    const enough = targets.filter((target) => has(target, 1) >= LEAST);
    if (enough.length < 2) {
      throw new Refusal(
        `Too few pictures: at least two labels need ${LEAST} pictures each to train on. There are ${list(targets, (target) => has(target, 1))}.`,
      );
    }
    return targets.filter((target) => has(target, 1) > 0);
  }
  const enough = targets.filter((target) => has(target, 1) >= LEAST && has(target, 0) >= LEAST);
  if (!enough.some(({ label }) => label.id !== task.negativeLabel)) {
    throw new Refusal(
      `Too few pictures: a label needs ${LEAST} pictures with it and ${LEAST} without it to train on. There are ${list(
        targets,
        (target) => `${has(target, 1)} with and ${has(target, 0)} without`,
      )}.`,
    );
  }
  return enough;
}

function learnableValues(targets: readonly Target[]): Target[] {
  const known = (target: Target) => target.values.filter((value) => value !== null);
  const enough = targets.filter((target) => known(target).length >= LEAST_VALUES && new Set(known(target)).size > 1);
  if (enough.length === 0) {
    throw new Refusal(
      `Too few pictures: a label needs ${LEAST_VALUES} pictures with values that are not all the same to train on. There are ${list(
        targets,
        (target) => `${known(target).length} with ${new Set(known(target)).size} different values`,
      )}.`,
    );
  }
  return enough;
}

function list(targets: readonly Target[], count: (target: Target) => number | string): string {
  if (targets.length === 0) return 'no labels';
  return targets.map((target) => `${count(target)} of '${target.label.name}'`).join(', ');
}
