import { computeBoxOverlap, computeCoveredRatio } from '@console/shared-contract/box-overlap';
import type { SuspectKind } from '@console/shared-contract/api';
import type { RecognitionTaskType } from '../../platform/database/tables/domain';
import type { AnnotatedLabel } from '../learning/dataset';
import { hasFlag, isIgnoredInEvaluation, type ShapeAttributes } from '@console/shared-contract/shape-attributes';
import {
  ASSUMED_HISTOGRAMS,
  getMisplacedConfidence,
  getMissingConfidence,
  getOtherLabelConfidence,
  getSuperfluousConfidence,
  type LabelHistograms,
  type LabelResults,
} from './suspect-confidence';
import type { SegmentGeometry } from '@console/shared-contract/segment-overlap';

/** x1, y1, x2, y2 in pixels of the image after EXIF rotation. */
type Box = readonly number[];

/** An annotated object, or another shape with the box around it. */
export interface AnnotatedShape {
  id: string;
  label: string;
  box: Box;
  /** Only for a polygon or mask. */
  geometry?: SegmentGeometry;
  /** Only for a skeleton: x, y and visibility of each point. */
  skeleton?: readonly number[];
  attributes?: ShapeAttributes;
}
/** A predicted object, skeleton or polygon. Runs store predictions with these field names. */
export interface PredictedShape {
  id: string;
  prob: number;
  bound_box: Box;
  polygon?: number[];
  /** Only for a skeleton: x, y and confidence of each point. */
  points?: number[][];
}
/** A predicted label. Runs store predictions with these field names. */
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

/** Minimum IoU of boxes of the same object. The scores of models use the same limit. */
const SAME_OBJECT_IOU = 0.5;
/** Boxes with a lower IoU are unrelated. */
const UNRELATED_IOU = 0.2;
/** A prediction that overlaps an annotated shape with at least this IoU does not indicate a missing annotation. */
const MAX_MISSING_IOU = 0.4;
/** Minimum probability of a prediction whose position is compared with the position of a shape. */
const MIN_POSITION_PROB = 0.3;
/**
 * Minimum confidence of a disagreement. Among disagreements with a lower confidence, only one in a thousand was a planted error (ADR
 * 0060).
 */
const MIN_CONFIDENCE = 0.05;

/** IoU of a predicted box and a shape. For a crowd, the ratio of the predicted box that is inside the crowd. */
export const computeMatchOverlap = (box: Box, shape: AnnotatedShape): number =>
  hasFlag(shape.attributes, 'crowd') ? computeCoveredRatio(box, shape.box) : computeBoxOverlap(box, shape.box);

/**
 * Lists the disagreements between annotated and predicted shapes of an image. Shapes and predictions are paired by descending overlap.
 * All confidences use the same scale. Users can therefore review from the top and stop when too few suspected annotation errors are real.
 * Crowds and ignored shapes are never suspected. `histograms` describes the model's results by label.
 */
export function compareShapes(
  allAnnotatedShapes: readonly AnnotatedShape[],
  predictions: readonly PredictedShape[],
  histograms?: ReadonlyMap<string, LabelHistograms>,
): Disagreement<PredictedShape>[] {
  const annotatedShapes = allAnnotatedShapes.filter(({ attributes }) => !isIgnoredInEvaluation(attributes));
  const pairedShapes = pairShapes(annotatedShapes, predictions);
  const disagreements = annotatedShapes.map((shape) =>
    assessShape(shape, pairedShapes, predictions, histograms?.get(shape.label) ?? ASSUMED_HISTOGRAMS),
  );
  for (const prediction of predictions) {
    const overlap = Math.max(0, ...allAnnotatedShapes.map((shape) => computeMatchOverlap(prediction.bound_box, shape)));
    if (pairedShapes.has(prediction) || overlap >= MAX_MISSING_IOU) continue;
    const confidence = getMissingConfidence(prediction.prob) * (1 - overlap / SAME_OBJECT_IOU);
    disagreements.push({ kind: 'missing', shape: null, label: null, prediction, confidence });
  }
  return selectConfident(disagreements);
}

/** Shapes by the prediction that they are paired with. */
type PairedShapes = ReadonlyMap<PredictedShape, AnnotatedShape>;

/** Pairs each shape with at most one prediction and each prediction with at most one shape, greatest overlap first. */
function pairShapes(annotatedShapes: readonly AnnotatedShape[], predictions: readonly PredictedShape[]): PairedShapes {
  const pairs = annotatedShapes
    .flatMap((shape) =>
      predictions.map((prediction) => ({ shape, prediction, overlap: computeBoxOverlap(shape.box, prediction.bound_box) })),
    )
    .filter(({ overlap }) => overlap >= UNRELATED_IOU)
    // Pairs that agree come first, so that shapes with different labels at one position are not swapped.
    .sort((a, b) => Number(isAgreement(b)) - Number(isAgreement(a)) || b.overlap - a.overlap);
  const pairedShapes = new Map<PredictedShape, AnnotatedShape>();
  const usedShapes = new Set<AnnotatedShape>();
  for (const { shape, prediction } of pairs) {
    if (pairedShapes.has(prediction) || usedShapes.has(shape)) continue;
    pairedShapes.set(prediction, shape);
    usedShapes.add(shape);
  }
  return pairedShapes;
}

const isAgreement = ({ shape, prediction, overlap }: { shape: AnnotatedShape; prediction: PredictedShape; overlap: number }) =>
  shape.label === prediction.id && overlap >= SAME_OBJECT_IOU;

/** Returns the predictions near a shape, the support for its label, and the prediction that is used to compare its position. */
function matchShape({ box, label }: AnnotatedShape, predictions: readonly PredictedShape[]) {
  const nearPredictions = predictions
    .map((prediction) => ({ prediction, overlap: computeBoxOverlap(box, prediction.bound_box) }))
    .filter(({ overlap }) => overlap >= UNRELATED_IOU);
  const predictionsWithLabel = nearPredictions.filter(({ prediction }) => prediction.id === label);
  const support = Math.max(
    0,
    ...predictionsWithLabel.map(({ prediction, overlap }) => prediction.prob * Math.min(1, overlap / SAME_OBJECT_IOU)),
  );
  const [positionMatch] = predictionsWithLabel
    .filter(({ prediction }) => prediction.prob >= MIN_POSITION_PROB)
    .sort((a, b) => b.overlap - a.overlap);
  return { nearPredictions, support, positionMatch };
}

/** Adds the results of a model for the shapes of an image to the results by label. */
export function addLabelResults(
  results: Map<string, LabelResults>,
  annotatedShapes: readonly AnnotatedShape[],
  predictions: readonly PredictedShape[],
): void {
  for (const shape of annotatedShapes) {
    if (isIgnoredInEvaluation(shape.attributes)) continue;
    const { supports, overlaps } = results.get(shape.label) ?? { supports: [], overlaps: [] };
    results.set(shape.label, { supports, overlaps });
    const { support, positionMatch } = matchShape(shape, predictions);
    supports.push(support);
    if (positionMatch) overlaps.push(positionMatch.overlap);
  }
}

/** Returns the most likely error of a shape. */
function assessShape(
  shape: AnnotatedShape,
  pairedShapes: PairedShapes,
  predictions: readonly PredictedShape[],
  histograms: LabelHistograms,
): Disagreement<PredictedShape> {
  const { label } = shape;
  const annotation = { shape: shape.id, label };
  const { nearPredictions, support, positionMatch } = matchShape(shape, predictions);
  const candidates: Disagreement<PredictedShape>[] = [
    { ...annotation, kind: 'superfluous', prediction: null, confidence: getSuperfluousConfidence(support, histograms) },
  ];
  const [contradictingMatch] = nearPredictions
    .filter(({ prediction, overlap }) => prediction.id !== label && overlap >= SAME_OBJECT_IOU)
    .sort((a, b) => b.prediction.prob - a.prediction.prob);
  if (contradictingMatch)
    candidates.push({
      ...annotation,
      kind: 'other_label',
      prediction: contradictingMatch.prediction,
      confidence: getOtherLabelConfidence(contradictingMatch.prediction.prob, support),
    });
  if (positionMatch)
    candidates.push({
      ...annotation,
      kind: 'misplaced',
      prediction: positionMatch.prediction,
      confidence: getMisplacedConfidence(positionMatch.overlap, positionMatch.prediction.prob, histograms),
    });
  const mostLikelyError = candidates.reduce((best, candidate) => (candidate.confidence > best.confidence ? candidate : best));
  if (mostLikelyError.prediction === null || (pairedShapes.get(mostLikelyError.prediction) ?? shape) === shape)
    return mostLikelyError;
  // If a user accepted a prediction that is paired with another shape, this shape would move onto the other shape. Lowering the confidence
  // instead found fewer errors (ADR 0060).
  return { ...mostLikelyError, kind: 'superfluous', prediction: null };
}

/** Lists the disagreements between annotated and predicted labels of an image. Images without annotated labels have no disagreements. */
export function compareLabels(
  type: RecognitionTaskType,
  truth: readonly AnnotatedLabel[],
  predictions: readonly PredictedImageLabel[],
  /** Returns the mean absolute error of a label's values, or null if it was not measured. */
  getError: (labelId: string) => number | null,
): Disagreement<PredictedImageLabel>[] {
  if (truth.length === 0) return [];
  if (type === 'regression') return selectConfident(compareValues(truth, predictions, getError));
  const annotatedIds = new Set(truth.map(({ id }) => id));
  if (type === 'multi_class') {
    const [mostProbable] = [...predictions].sort((a, b) => b.prob - a.prob);
    const [label] = annotatedIds;
    if (!mostProbable || label === undefined || annotatedIds.has(mostProbable.id)) return [];
    const annotatedProb = predictions.find(({ id }) => id === label)?.prob ?? 0;
    // The label is suspected even with a small margin, because probabilities are small in tasks with many labels.
    return [{ kind: 'other_label', shape: null, label, prediction: mostProbable, confidence: mostProbable.prob - annotatedProb }];
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
  getError: (labelId: string) => number | null,
): Disagreement<PredictedImageLabel>[] {
  return truth.flatMap(({ id, value }) => {
    const prediction = predictions.find((candidate) => candidate.id === id);
    const meanError = getError(id);
    if (value === null || prediction?.value === null || prediction?.value === undefined || !meanError) return [];
    const errorRatio = Math.abs(prediction.value - value) / meanError;
    const predictionWithAnnotatedValue = { ...prediction, was: value };
    return [
      {
        kind: 'value' as const,
        shape: null,
        label: id,
        prediction: predictionWithAnnotatedValue,
        confidence: errorRatio / (errorRatio + ERROR_FACTOR),
      },
    ];
  });
}

/** Selects the disagreements with enough confidence, highest first. */
function selectConfident<Prediction>(disagreements: Disagreement<Prediction>[]): Disagreement<Prediction>[] {
  return disagreements.filter(({ confidence }) => confidence >= MIN_CONFIDENCE).sort((a, b) => b.confidence - a.confidence);
}
