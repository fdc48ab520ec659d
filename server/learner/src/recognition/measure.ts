import type { RecognitionType, Scores } from '../protocol/protocol';
import { computeAccuracy, computeLabelScores, computeMeanAbsoluteError } from '../scores/classification';
import type { LabelTarget } from './targets/targets';

/** Probability above which a label counts as predicted, in tasks with several labels per image. */
export const THRESHOLD = 0.5;

/** Probability or value of each label, by label id. */
export type LabelPrediction = ReadonlyMap<string, number>;

/** Computes the scores on test images. `row` is the index of an image in the `values` of each target. */
export function measureRecognition(
  type: RecognitionType,
  targets: readonly LabelTarget[],
  testResults: readonly { row: number; prediction: LabelPrediction }[],
): Omit<Scores, 'pictures' | 'heldOut'> {
  const undefinedScores = { map50: null, map75: null, accuracy: null, error: null };
  if (type === 'regression') return { ...undefinedScores, ...measureErrors(targets, testResults) };
  const comparisons = testResults.map(({ row, prediction }) => ({
    predicted: selectLabels(type, prediction),
    actual: targets.flatMap(({ label, values }) => (values[row] === 1 ? [label.id] : [])),
  }));
  const ids = targets.map(({ label }) => label.id);
  return { ...undefinedScores, accuracy: computeAccuracy(comparisons), labels: computeLabelScores(ids, comparisons) };
}

/** Returns the predicted labels: all above the threshold, or the most probable one. */
function selectLabels(type: RecognitionType, prediction: LabelPrediction): string[] {
  if (type === 'multi_label') return [...prediction].flatMap(([id, prob]) => (prob > THRESHOLD ? [id] : []));
  const [first] = [...prediction].sort(([, a], [, b]) => b - a);
  return first ? [first[0]] : [];
}

function measureErrors(
  targets: readonly LabelTarget[],
  testResults: readonly { row: number; prediction: LabelPrediction }[],
): Pick<Scores, 'error' | 'labels'> {
  const byLabel = targets.map(({ label, values, range: [min, max] }) => ({
    id: label.id,
    pairs: testResults.flatMap(({ row, prediction }) => {
      const actual = values[row] ?? null;
      const value = prediction.get(label.id);
      return actual === null || value === undefined ? [] : [{ predicted: value, actual: min + actual * (max - min) }];
    }),
  }));
  return {
    error: computeMeanAbsoluteError(byLabel.flatMap(({ pairs }) => pairs)),
    labels: byLabel.map(({ id, pairs }) => ({
      id,
      precision: null,
      recall: null,
      error: computeMeanAbsoluteError(pairs),
      count: pairs.length,
    })),
  };
}
