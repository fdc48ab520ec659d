import type { RecognitionType, Scores } from '../protocol';
import { accuracyOf, labelScores, meanAbsoluteError } from '../scores/classification';
import type { Target } from './targets';

/** A label is said of a picture from this probability on, where there may be several. */
export const THRESHOLD = 0.5;

/** What a head has said of one picture, by label. */
export type Said = ReadonlyMap<string, number>;

/** How well pictures were told that were not trained on. `rows` are their places in the targets. */
export function measure(
  type: RecognitionType,
  targets: readonly Target[],
  tested: readonly { row: number; said: Said }[],
): Omit<Scores, 'pictures' | 'heldOut'> {
  const none = { map50: null, map75: null, accuracy: null, error: null };
  if (type === 'regression') return { ...none, ...errors(targets, tested) };
  const verdicts = tested.map(({ row, said }) => ({
    said: labelsSaid(type, said),
    truth: targets.flatMap(({ label, values }) => (values[row] === 1 ? [label.id] : [])),
  }));
  const ids = targets.map(({ label }) => label.id);
  return { ...none, accuracy: accuracyOf(verdicts), labels: labelScores(ids, verdicts) };
}

function labelsSaid(type: RecognitionType, said: Said): string[] {
  if (type === 'multi_label') return [...said].flatMap(([id, prob]) => (prob > THRESHOLD ? [id] : []));
  const [first] = [...said].sort(([, a], [, b]) => b - a);
  return first ? [first[0]] : [];
}

function errors(targets: readonly Target[], tested: readonly { row: number; said: Said }[]): Pick<Scores, 'error' | 'labels'> {
  const byLabel = targets.map(({ label, values, range: [least, most] }) => ({
    id: label.id,
    pairs: tested.flatMap(({ row, said }) => {
      const truth = values[row] ?? null;
      const value = said.get(label.id);
      return truth === null || value === undefined ? [] : [{ said: value, truth: least + truth * (most - least) }];
    }),
  }));
  return {
    error: meanAbsoluteError(byLabel.flatMap(({ pairs }) => pairs)),
    labels: byLabel.map(({ id, pairs }) => ({
      id,
      precision: null,
      recall: null,
      error: meanAbsoluteError(pairs),
      count: pairs.length,
    })),
  };
}
