import type { ModelThresholds } from '../../ml/models/predict';
import { isCorrect, type Decision } from './decisions';
import type { Ratio } from './estimates/compare-ratios';
import { createImageComparison, type StoredImage, type StoredTask } from './stored-evaluation';

/** A measure of a model's quality. `error` is the mean absolute error of values, where less is better. */
export type QualityMeasure = 'f1' | 'accuracy' | 'error';

/** The quality of a model on one image, as ratios whose sums over images yield the measures. */
export interface ImageRatios {
  /** All labels together. */
  total: Ratio;
  /** Labels that were annotated or predicted on the image. */
  labels: ReadonlyMap<string, Ratio>;
  /** Number of wrong decisions, or the sum of the errors of values. */
  errors: number;
}

/** Returns the measure of all labels together. Single labels are measured by F1, or by the error of their values. */
export function getTotalMeasure({ type }: Pick<StoredTask, 'type'>): QualityMeasure {
  if (type === null) return 'f1';
  return type === 'regression' ? 'error' : 'accuracy';
}

/** Measures a model on one image. Shapes count if their confidence reaches the threshold of their label, as in prediction calls. */
export function measureImage(
  task: Pick<StoredTask, 'type' | 'threshold' | 'labels'>,
  image: StoredImage,
  { threshold, byLabel }: ModelThresholds,
): ImageRatios {
  const isAboveThreshold = ({ id, prob }: { id: string; prob: number }) => prob >= (byLabel[id] ?? threshold);
  const targets = task.type
    ? createImageComparison(task, image)(task.threshold)
    : createImageComparison(task, { ...image, predictions: image.predictions.filter(isAboveThreshold) })(0);
  const decisions = targets.flat();
  const isRegression = task.type === 'regression';
  const labels = new Map<string, Ratio>();
  const addRatio = (labelId: string, numerator: number, denominator: number) => {
    const [previousNumerator, previousDenominator] = labels.get(labelId) ?? [0, 0];
    labels.set(labelId, [previousNumerator + numerator, previousDenominator + denominator]);
  };
  for (const { truth, said, sureness } of decisions)
    if (truth === null || truth !== said) [truth, said].forEach((label) => label !== null && addRatio(label, 0, 1));
    else if (isRegression) addRatio(truth, sureness, 1);
    else addRatio(truth, 2, 2);
  const correctCount = targets.filter((target) => target.every(isCorrect)).length;
  return {
    total: getTotalMeasure(task) === 'accuracy' ? [correctCount, targets.length] : sumRatios([...labels.values()]),
    labels,
    errors: isRegression ? decisions.reduce((sum, { sureness }) => sum + sureness, 0) : countErrors(decisions),
  };
}

const countErrors = (decisions: readonly Decision[]): number => decisions.filter((decision) => !isCorrect(decision)).length;

const sumRatios = (ratios: readonly Ratio[]): Ratio =>
  ratios.reduce<Ratio>(
    ([numerator, denominator], [otherNumerator, otherDenominator]) => [
      numerator + otherNumerator,
      denominator + otherDenominator,
    ],
    [0, 0],
  );
