import type { RecognitionType, Scores } from '../protocol';
import { accuracyOf, labelScores, meanAbsoluteError } from '../scores/classification';
import type { Target } from './targets';

/** Probability above which a label counts as predicted, in tasks with several labels per image. */
export const THRESHOLD = 0.5;

/** Probability or value of each label, by label id. */
export type Said = ReadonlyMap<string, number>;

/** Computes the scores on test images. `row` is the index of an image in the values of the targets. */
export function measure(
  type: RecognitionType,
  targets: readonly Target[],
  tested: readonly { row: number; said: Said }[],
): Omit<Scores, 'pictures' | 'heldOut'> {
  const undefinedScores = { map50: null, map75: null, accuracy: null, error: null };
  if (type === 'regression') return { ...undefinedScores, ...measureErrors(targets, tested) };
  const verdicts = tested.map(({ row, said: prediction }) => ({
    said: selectLabels(type, prediction),
    truth: targets.flatMap(({ label, values }) => (values[row] === 1 ? [label.id] : [])),
  }));
  const ids = targets.map(({ label }) => label.id);
  return { ...undefinedScores, accuracy: accuracyOf(verdicts), labels: labelScores(ids, verdicts) };
}

/** Returns the predicted labels: all above the threshold, or the most probable one. */
function selectLabels(type: RecognitionType, prediction: Said): string[] {
  if (type === 'multi_label') return [...prediction].flatMap(([id, prob]) => (prob > THRESHOLD ? [id] : []));
  const [first] = [...prediction].sort(([, a], [, b]) => b - a);
  return first ? [first[0]] : [];
}

function measureErrors(targets: readonly Target[], tested: readonly { row: number; said: Said }[]): Pick<Scores, 'error' | 'labels'> {
  const byLabel = targets.map(({ label, values, range: [min, max] }) => ({
    id: label.id,
    pairs: tested.flatMap(({ row, said }) => {
      const truth = values[row] ?? null;
      const value = said.get(label.id);
      return truth === null || value === undefined ? [] : [{ said: value, truth: min + truth * (max - min) }];
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
