import { computeBoxOverlap, computeCoveredRatio } from '@console/shared-contract/box-overlap';
import type { SuspectKind } from '@console/shared-contract/api';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import type { AnnotatedLabel } from '../learning/dataset';
import { hasFlag, isIgnoredInEvaluation, type ShapeAttributes } from '@console/shared-contract/shape-attributes';
import type { SegmentGeometry } from '../../data-access/shape-similarity/segment';

/** x1, y1, x2, y2 in pixels of the image after EXIF rotation. */
type Box = readonly number[];

/** An annotated object, or a polygon or mask with the box around it. */
export interface AnnotatedShape {
  id: string;
  label: string;
  box: Box;
  /** Only of a polygon or mask. */
  geometry?: SegmentGeometry;
  attributes?: ShapeAttributes;
}
/** A predicted object or polygon. Runs store predictions under these names. */
export interface PredictedShape {
  id: string;
  prob: number;
  bound_box: Box;
  polygon?: number[];
}
/** A predicted label. Runs store predictions under these names. */
export interface PredictedImageLabel {
  id: string;
  prob: number;
  value?: number | null;
  /** Standard deviation of the value as estimated by the model. */
  deviation?: number | null;
  /** The annotated value at the time of the comparison. */
  was?: number;
  /** The object that the label belongs to. Missing for labels of the image. */
  object?: string;
}

/** A possible annotation error: a difference between an annotation and a prediction. */
export interface Disagreement<Prediction> {
  kind: SuspectKind;
  shape: string | null;
  /** The annotated label. */
  label: string | null;
  /** The prediction that contradicts the annotation. */
  prediction: Prediction | null;
  /** Confidence that the annotation is wrong, 0 to 1. */
  confidence: number;
}

/** Minimum IoU of boxes of the same object, as in the scores. */
const SAME_OBJECT_IOU = 0.5;
/** Below this IoU two boxes are unrelated. */
const UNRELATED_IOU = 0.2;
/** Minimum confidence of a disagreement that is listed. */
const MIN_CONFIDENCE = 0.5;

/** IoU of a predicted box and a shape. With a crowd, the ratio of the predicted box that is in the crowd. */
export const computeMatchOverlap = (box: Box, shape: AnnotatedShape): number =>
  hasFlag(shape.attributes, 'crowd') ? computeCoveredRatio(box, shape.box) : computeBoxOverlap(box, shape.box);

/**
 * Lists the disagreements between annotated and predicted shapes of an image. Shapes and predictions are paired by descending
 * overlap. `threshold` is the minimum probability of a prediction that counts. `getRecall` returns the recall of a label on test
 * images, which is the confidence that a shape without a prediction is wrong. Crowds and ignored shapes are never suspected.
 */
export function compareShapes(
  allAnnotated: readonly AnnotatedShape[],
  predictions: readonly PredictedShape[],
  { threshold, getRecall }: { threshold: number; getRecall: (label: string) => number },
): Disagreement<PredictedShape>[] {
  const annotated = allAnnotated.filter(({ attributes }) => !isIgnoredInEvaluation(attributes));
  const pairs = annotated
    .flatMap((shape) =>
      predictions.map((prediction) => ({ shape, prediction, overlap: computeBoxOverlap(shape.box, prediction.bound_box) })),
    )
    .filter(({ overlap }) => overlap >= UNRELATED_IOU)
    // With equal overlap, pairs with the same label come first, so that two shapes at one position are not swapped.
    .sort(
      (a, b) => b.overlap - a.overlap || Number(b.shape.label === b.prediction.id) - Number(a.shape.label === a.prediction.id),
    );
  const paired = new Map<string, { prediction: PredictedShape; overlap: number }>();
  const used = new Set<PredictedShape>();
  for (const { shape, prediction, overlap } of pairs) {
    if (paired.has(shape.id) || used.has(prediction)) continue;
    paired.set(shape.id, { prediction, overlap });
    used.add(prediction);
  }
  const disagreements: Disagreement<PredictedShape>[] = [];
  for (const shape of annotated) {
    const pair = paired.get(shape.id);
    const annotation = { shape: shape.id, label: shape.label };
    if (!pair) {
      const isDetected = predictions.some(({ bound_box }) => computeBoxOverlap(shape.box, bound_box) >= UNRELATED_IOU);
      if (!isDetected)
        disagreements.push({ ...annotation, kind: 'superfluous', prediction: null, confidence: getRecall(shape.label) });
    } else if (pair.prediction.prob >= threshold) {
      const { prediction, overlap } = pair;
      if (overlap < SAME_OBJECT_IOU)
        disagreements.push({
          ...annotation,
          kind: 'misplaced',
          prediction: { ...prediction, id: shape.label },
          confidence: prediction.prob * (1 - overlap),
        });
      else if (prediction.id !== shape.label)
        disagreements.push({ ...annotation, kind: 'other_label', prediction, confidence: prediction.prob });
    }
  }
  for (const prediction of predictions) {
    if (used.has(prediction) || prediction.prob < threshold) continue;
    const isAnnotated = allAnnotated.some((shape) => computeMatchOverlap(prediction.bound_box, shape) >= UNRELATED_IOU);
    if (!isAnnotated) disagreements.push({ kind: 'missing', shape: null, label: null, prediction, confidence: prediction.prob });
  }
  return selectConfident(disagreements);
}

/** Lists the disagreements between annotated and predicted labels of an image. Images without annotated labels have none. */
export function compareLabels(
  type: RecognitionTaskType,
  truth: readonly AnnotatedLabel[],
  predictions: readonly PredictedImageLabel[],
  /** Returns the mean absolute error of a label's values, or null if it was not measured. */
  getError: (label: string) => number | null,
): Disagreement<PredictedImageLabel>[] {
  if (truth.length === 0) return [];
  if (type === 'regression') return selectConfident(compareValues(truth, predictions, getError));
  const annotatedIds = new Set(truth.map(({ id }) => id));
  if (type === 'multi_class') {
    const [mostProbable] = [...predictions].sort((a, b) => b.prob - a.prob);
    const [label] = annotatedIds;
    if (!mostProbable || label === undefined || annotatedIds.has(mostProbable.id)) return [];
    const annotatedProb = predictions.find(({ id }) => id === label)?.prob ?? 0;
    return selectConfident([
      {
        kind: 'other_label',
        shape: null,
        label,
        prediction: mostProbable,
        confidence: Math.max(0, mostProbable.prob - annotatedProb),
      },
    ]);
  }
  return selectConfident(
    predictions.map((prediction) =>
      annotatedIds.has(prediction.id)
        ? { kind: 'superfluous', shape: null, label: prediction.id, prediction: null, confidence: 1 - prediction.prob }
        : { kind: 'missing', shape: null, label: null, prediction, confidence: prediction.prob },
    ),
  );
}

/** If an error is this many times the mean absolute error, its confidence is one half. */
const ERROR_FACTOR = 3;

function compareValues(
  truth: readonly AnnotatedLabel[],
  predictions: readonly PredictedImageLabel[],
  getError: (label: string) => number | null,
): Disagreement<PredictedImageLabel>[] {
  return truth.flatMap(({ id, value }) => {
    const prediction = predictions.find((candidate) => candidate.id === id);
    const meanError = getError(id);
    if (value === null || prediction?.value === null || prediction?.value === undefined || !meanError) return [];
    const times = Math.abs(prediction.value - value) / meanError;
    const withAnnotated = { ...prediction, was: value };
    return [
      { kind: 'value' as const, shape: null, label: id, prediction: withAnnotated, confidence: times / (times + ERROR_FACTOR) },
    ];
  });
}

/** Selects the disagreements with enough confidence, highest first. */
function selectConfident<Prediction>(disagreements: Disagreement<Prediction>[]): Disagreement<Prediction>[] {
  return disagreements.filter(({ confidence }) => confidence >= MIN_CONFIDENCE).sort((a, b) => b.confidence - a.confidence);
}
