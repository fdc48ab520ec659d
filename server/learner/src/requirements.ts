import type { RecognitionType } from './protocol';

/** Pictures of a label, and without it, that a head needs at least. */
export const LEAST = 2;
/** Values that a regression needs at least. */
export const LEAST_VALUES = 4;

/** How many examples speak of a label. */
export interface LabelCount {
  id: string;
  name: string;
  /** Of a value label: those that give one. */
  with: number;
  /** Examples that speak of the task and do not have the label. */
  without: number;
  /** Different values. */
  values: number;
}

/** Whether a label can be learnt from so many examples. */
export function isEnough(type: RecognitionType, count: Omit<LabelCount, 'id' | 'name'>): boolean {
  if (type === 'regression') return count.with >= LEAST_VALUES && count.values > 1;
  return count.with >= LEAST && (type === 'multi_class' || count.without >= LEAST);
}

/**
 * Why a recognition task cannot be learnt from so many examples of its labels, with the numbers; null where it can. It is said
 * before a training is queued, and by the training of what it could read.
 */
export function whyNotLearnable(
  type: RecognitionType,
  counts: readonly LabelCount[],
  negativeLabel?: string | null,
): string | null {
  const enough = counts.filter((count) => isEnough(type, count));
  if (type === 'multi_class') {
    if (enough.length >= 2) return null;
    return `Too few pictures: at least two labels need ${LEAST} pictures each to train on. There are ${list(counts, (count) => `${count.with} of`)}.`;
  }
  const own = counts.filter(({ id }) => id !== negativeLabel);
  if (enough.some((count) => own.includes(count))) return null;
  if (type === 'multi_label') {
    const each = (count: LabelCount) => `${count.with} with and ${count.without} without`;
    return `Too few pictures: a label needs ${LEAST} pictures with it and ${LEAST} without it to train on. There are ${list(own, each)}.`;
  }
  const values = ({ values: many }: LabelCount) => ` with ${many} different ${many === 1 ? 'value' : 'values'}`;
  return `Too few pictures: a label needs ${LEAST_VALUES} pictures with values that are not all the same to train on. There are ${list(
    own,
    (count) => `${count.with} of`,
    values,
  )}.`;
}

function list(
  counts: readonly LabelCount[],
  before: (count: LabelCount) => string,
  after: (count: LabelCount) => string = () => '',
): string {
  if (counts.length === 0) return 'no labels';
  return counts.map((count) => `${before(count)} '${count.name}'${after(count)}`).join(', ');
}
