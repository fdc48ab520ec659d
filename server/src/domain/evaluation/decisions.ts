import { hasFlag, isIgnoredInEvaluation } from '@console/shared-contract/shape-attributes';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import type { AnnotatedLabel } from '../../ml/learning/dataset';
import type { AnnotatedShape, PredictedImageLabel, PredictedShape } from '../../ml/prediction-runs/disagreement';
import { createOverlapFunction, toKeypoints, type OverlapFunction } from './shape-overlap';

/**
 * A comparison of an annotation (`truth`) with a prediction (`said`, as the API names it). `truth` and `said` are ids of labels. Null means
 * that there is no annotation or no prediction.
 */
export interface Decision {
  truth: string | null;
  said: string | null;
  prob: number | null;
  /** Confidence of the model, 0 to 1. In regression tasks: the distance between the true and the predicted value. */
  sureness: number;
  shape: string | null;
  truthBox: readonly number[] | null;
  saidBox: readonly number[] | null;
  truthValue: number | null;
  saidValue: number | null;
  /** Only of skeletons: x, y and visibility of each point, and the object keypoint similarity of a pair. */
  skeleton?: { truth: readonly number[] | null; said: readonly number[] | null; oks: number | null };
}

/**
 * Minimum IoU (for skeletons: object keypoint similarity) of two shapes that show the same object. The scores of models use the same
 * minimum.
 */
const SAME_OBJECT_IOU = 0.5;
const NO_SHAPE_FIELDS = { shape: null, truthBox: null, saidBox: null, truthValue: null, saidValue: null };

/** Whether prediction and annotation agree. */
export const isCorrect = ({ truth, said, truthValue, saidValue }: Decision): boolean =>
  truth === said && truthValue === saidValue;

/**
 * Compares labels. In a single-label task, only the most probable label counts, if it reaches the threshold. In a tagging
 * task, every label above the threshold counts.
 */
export function compareImageLabels(
  type: RecognitionTaskType,
  truth: readonly AnnotatedLabel[],
  predictions: readonly PredictedImageLabel[],
  threshold: number,
): Decision[] {
  if (type === 'regression') return compareImageValues(truth, predictions);
  const probById = new Map(predictions.map(({ id, prob }) => [id, prob]));
  const predictedLabels = selectPredictedLabels(type, predictions, threshold);
  const annotatedIds = new Set(truth.map(({ id }) => id));
  const correctLabels = predictedLabels.filter(({ id }) => annotatedIds.has(id));
  const missedLabels = truth.filter(({ id }) => !correctLabels.some((label) => label.id === id));
  const surplusLabels = predictedLabels.filter(({ id }) => !annotatedIds.has(id));
  const confusedCount = type === 'multi_class' ? Math.min(missedLabels.length, surplusLabels.length) : 0;
  return [
    ...correctLabels.map(({ id, prob }) => ({ ...NO_SHAPE_FIELDS, truth: id, said: id, prob, sureness: prob })),
    ...missedLabels.map(({ id }, index) => {
      const confusedLabel = index < confusedCount ? surplusLabels[index] : undefined;
      const prob = confusedLabel?.prob ?? probById.get(id) ?? null;
      return {
        ...NO_SHAPE_FIELDS,
        truth: id,
        said: confusedLabel?.id ?? null,
        prob,
        sureness: confusedLabel ? confusedLabel.prob : 1 - (prob ?? 0),
      };
    }),
    ...surplusLabels
      .slice(confusedCount)
      .map(({ id, prob }) => ({ ...NO_SHAPE_FIELDS, truth: null, said: id, prob, sureness: prob })),
  ];
}

/**
 * Returns the predicted labels of an image at a threshold: the most probable label, or all labels above the threshold in a tagging task.
 */
function selectPredictedLabels(
  type: RecognitionTaskType,
  predictions: readonly PredictedImageLabel[],
  threshold: number,
): PredictedImageLabel[] {
  const likelyPredictions = predictions.filter(({ prob }) => prob >= threshold).sort((a, b) => b.prob - a.prob);
  return type === 'multi_class' ? likelyPredictions.slice(0, 1) : likelyPredictions;
}

function compareImageValues(truth: readonly AnnotatedLabel[], predictions: readonly PredictedImageLabel[]): Decision[] {
  return truth.flatMap(({ id, value }): Decision[] => {
    const saidValue = predictions.find((prediction) => prediction.id === id)?.value ?? null;
    if (value === null || saidValue === null) return [];
    const distance = Math.abs(saidValue - value);
    return [{ ...NO_SHAPE_FIELDS, truth: id, said: id, prob: null, sureness: distance, truthValue: value, saidValue }];
  });
}

/**
 * Compares the shapes of an image. Predictions above the threshold are paired with annotated shapes by descending overlap, regardless of
 * their labels. A missed shape counts as a less confident error if a prediction below the threshold overlaps it. As in COCO, crowds and
 * ignored shapes do not count, and neither do the predictions that match them. For several thresholds, pass one `computeOverlap` of the
 * image, because it computes each overlap once.
 */
export function compareImageShapes(
  allShapes: readonly AnnotatedShape[],
  predictions: readonly PredictedShape[],
  threshold: number,
  computeOverlap: OverlapFunction = createOverlapFunction(),
): Decision[] {
  const annotatedShapes = allShapes.filter(({ attributes }) => !isIgnoredInEvaluation(attributes));
  const likelyPredictions = predictions.filter(({ prob }) => prob >= threshold);
  const pairs = annotatedShapes
    .flatMap((shape) =>
      likelyPredictions.map((prediction) => ({ shape, prediction, overlap: computeOverlap(prediction, shape) })),
    )
    .filter(({ overlap }) => overlap >= SAME_OBJECT_IOU)
    .sort(
      (a, b) => b.overlap - a.overlap || Number(b.shape.label === b.prediction.id) - Number(a.shape.label === a.prediction.id),
    );
  const predictionByShape = new Map<AnnotatedShape, PredictedShape>();
  const matchedPredictions = new Set<PredictedShape>();
  for (const { shape, prediction } of pairs) {
    if (predictionByShape.has(shape) || matchedPredictions.has(prediction)) continue;
    predictionByShape.set(shape, prediction);
    matchedPredictions.add(prediction);
  }
  const ignoredPredictions = listIgnoredPredictions(
    allShapes.filter((shape) => !annotatedShapes.includes(shape)),
    likelyPredictions.filter((prediction) => !matchedPredictions.has(prediction)),
    computeOverlap,
  );
  return [
    ...annotatedShapes.map((shape): Decision => {
      const prediction = predictionByShape.get(shape);
      const annotation = { truth: shape.label, shape: shape.id, truthBox: shape.box, truthValue: null, saidValue: null };
      if (prediction)
        return {
          ...annotation,
          said: prediction.id,
          prob: prediction.prob,
          sureness: prediction.prob,
          saidBox: prediction.bound_box,
          ...describeSkeletons(shape, prediction, computeOverlap),
        };
      const probabilities = predictions
        .filter((candidate) => computeOverlap(candidate, shape) >= SAME_OBJECT_IOU)
        .map(({ prob }) => prob);
      return {
        ...annotation,
        said: null,
        prob: null,
        sureness: 1 - Math.max(0, ...probabilities),
        saidBox: null,
        ...describeSkeletons(shape, null, computeOverlap),
      };
    }),
    ...likelyPredictions
      .filter((prediction) => !matchedPredictions.has(prediction) && !ignoredPredictions.has(prediction))
      .map((prediction) => ({
        ...NO_SHAPE_FIELDS,
        truth: null,
        said: prediction.id,
        prob: prediction.prob,
        sureness: prediction.prob,
        saidBox: prediction.bound_box,
        ...describeSkeletons(null, prediction, computeOverlap),
      })),
  ];
}

/** Returns the field `skeleton` of a decision. Returns no fields if neither the shape nor the prediction is a skeleton. */
function describeSkeletons(
  shape: AnnotatedShape | null,
  prediction: PredictedShape | null,
  computeOverlap: OverlapFunction,
): Pick<Decision, 'skeleton'> {
  const [truth, predictedPose] = [shape?.skeleton ?? null, prediction?.points ? toKeypoints(prediction.points) : null];
  if (!truth && !predictedPose) return {};
  return { skeleton: { truth, said: predictedPose, oks: truth && predictedPose ? computeOverlap(prediction!, shape!) : null } };
}

/**
 * Returns the predictions that match a crowd or an ignored shape with the same label. A crowd matches all predictions that are at least
 * half inside it. Another shape matches at most one prediction.
 */
function listIgnoredPredictions(
  shapes: readonly AnnotatedShape[],
  predictions: readonly PredictedShape[],
  computeOverlap: OverlapFunction,
): ReadonlySet<PredictedShape> {
  const matchedShapes = new Set<AnnotatedShape>();
  const ignoredPredictions = new Set<PredictedShape>();
  for (const prediction of [...predictions].sort((a, b) => b.prob - a.prob)) {
    const matches = shapes
      .filter((shape) => shape.label === prediction.id && (!matchedShapes.has(shape) || hasFlag(shape.attributes, 'crowd')))
      .map((shape) => ({ shape, overlap: computeOverlap(prediction, shape) }))
      .filter(({ overlap }) => overlap >= SAME_OBJECT_IOU)
      .sort((a, b) => b.overlap - a.overlap);
    if (!matches[0]) continue;
    matchedShapes.add(matches[0].shape);
    ignoredPredictions.add(prediction);
  }
  return ignoredPredictions;
}

/** Sorts errors first, most confident first, then correct decisions, least confident first. */
export function compareByError(a: Decision, b: Decision): number {
  const [isFirstCorrect, isSecondCorrect] = [isCorrect(a), isCorrect(b)];
  if (isFirstCorrect !== isSecondCorrect) return isFirstCorrect ? 1 : -1;
  return isFirstCorrect ? a.sureness - b.sureness : b.sureness - a.sureness;
}
