import type { LabelScore, Metric } from '../protocol/protocol';
import {
  computeAveragePrecision,
  countExpected,
  matchDetections,
  computeMean,
  type Detection,
  type OverlapFunction,
  type GroundTruth,
} from './average-precision';

/** Mean average precision at IoU 0.5 and 0.75, and the scores of each label. */
interface ObjectScores {
  map50: Metric;
  map75: Metric;
  labels: LabelScore[];
}

/** Minimum IoU of a detection and an annotation that count as the same object. */
const MATCH_IOU = 0.5;

/**
 * Computes the scores of detections. Average precision is computed at IoU 0.5 and 0.75 per label, and as a mean over the labels
 * with annotations. Precision and recall include the detections with a score of at least the label's threshold, at IoU 0.5.
 * Undefined metrics are null: precision without detections, all others without annotations.
 */
export function computeObjectScores<Shape>(
  labels: readonly string[],
  detections: readonly Detection<Shape>[],
  truths: readonly GroundTruth<Shape>[],
  overlap: OverlapFunction<Shape>,
  thresholds: Readonly<Record<string, number>>,
): ObjectScores {
  const scores = labels.map((id) => {
    const labelDetections = detections.filter(({ label }) => label === id);
    const labelTruths = truths.filter(({ label }) => label === id);
    const objectCount = countExpected(labelTruths);
    const threshold = thresholds[id] ?? DEFAULT_THRESHOLD;
    const confidentMatches = matchDetections(labelDetections, labelTruths, overlap, MATCH_IOU).filter(
      ({ score }) => score >= threshold,
    );
    const truePositives = confidentMatches.filter(({ isHit }) => isHit).length;
    return {
      id,
      count: objectCount,
      precision: confidentMatches.length === 0 ? null : truePositives / confidentMatches.length,
      recall: objectCount === 0 ? null : truePositives / objectCount,
      ap50: computeAveragePrecision(labelDetections, labelTruths, overlap, 0.5),
      ap75: computeAveragePrecision(labelDetections, labelTruths, overlap, 0.75),
    };
  });
  return {
    map50: computeMean(scores.map(({ ap50 }) => ap50)),
    map75: computeMean(scores.map(({ ap75 }) => ap75)),
    labels: scores,
  };
}

/** Threshold of a model without detections, for which no better threshold can be found. */
const DEFAULT_THRESHOLD = 0.5;
/** With fewer annotated objects, the threshold of a label would depend on chance. The label then gets the threshold of all labels. */
const MIN_OBJECTS_PER_THRESHOLD = 8;

/** Score thresholds of a model: of all labels together, and of each label by its id. */
export interface ScoreThresholds {
  threshold: number;
  thresholds: Record<string, number>;
}

/** Finds the thresholds with the highest F1 of all labels together, and of each label with enough annotated objects. */
export function findThresholds<Shape>(
  labels: readonly string[],
  detections: readonly Detection<Shape>[],
  truths: readonly GroundTruth<Shape>[],
  overlap: OverlapFunction<Shape>,
): ScoreThresholds {
  const threshold = findBestThreshold(labels, detections, truths, overlap);
  const findLabelThreshold = (id: string) =>
    countExpected(truths.filter(({ label }) => label === id)) < MIN_OBJECTS_PER_THRESHOLD
      ? threshold
      : findBestThreshold(
          [id],
          detections,
          truths.filter(({ label }) => label === id),
          overlap,
        );
  return { threshold, thresholds: Object.fromEntries(labels.map((id) => [id, findLabelThreshold(id)])) };
}

/**
 * Finds the score threshold with the highest F1 at IoU 0.5 over all labels. It lies halfway between two scores. Returns 0.5
 * without detections.
 */
export function findBestThreshold<Shape>(
  labels: readonly string[],
  detections: readonly Detection<Shape>[],
  truths: readonly GroundTruth<Shape>[],
  overlap: OverlapFunction<Shape>,
): number {
  const matches = labels
    .flatMap((id) =>
      matchDetections(
        detections.filter(({ label }) => label === id),
        truths.filter(({ label }) => label === id),
        overlap,
        MATCH_IOU,
      ),
    )
    .sort((a, b) => b.score - a.score);
  let bestThreshold = { f1: 0, threshold: DEFAULT_THRESHOLD };
  const objectCount = countExpected(truths);
  let truePositives = 0;
  for (const [index, { isHit, score }] of matches.entries()) {
    if (isHit) truePositives += 1;
    const f1 = (2 * truePositives) / (index + 1 + objectCount);
    if (f1 > bestThreshold.f1) bestThreshold = { f1, threshold: (score + (matches[index + 1]?.score ?? score)) / 2 };
  }
  return bestThreshold.threshold;
}
