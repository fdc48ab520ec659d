import { QUALITY_MEASURES, type QualityDecision, type QualityEstimates, type QualityMeasure } from '@console/shared-contract/api';
import type { WeightedCounts } from '../quality/gold/read-scores';
import { findWeightedResult } from '../quality/score/decide-target';
import { estimateMeasure } from '../quality/score/interval';
import { computeImageF1, type Measure } from '../quality/score/score-image';

const MEASURE_OF: Readonly<Record<QualityMeasure, Measure>> = {
  image_f1: 'imageF1',
  precision: 'precision',
  recall: 'recall',
  f1: 'f1',
  iou: 'iou',
  label_accuracy: 'labelAccuracy',
  value_error: 'valueError',
  attribute_accuracy: 'attributeAccuracy',
};

/** Estimates all measures of these images with their intervals. */
export function summarizeCounts(images: readonly WeightedCounts[]): QualityEstimates {
  const estimates = QUALITY_MEASURES.map((measure) => [measure, estimateMeasure(images, MEASURE_OF[measure])] as const);
  return { estimates: Object.fromEntries(estimates) as QualityEstimates['estimates'] };
}

export interface QualityTarget {
  /** Null for a task without a target. */
  target: number | null;
  /** The largest weight of the gold items of the task. */
  maxWeight: number;
}

/** Estimates all measures, and decides whether the mean F1 of the images, in the order of their scores, reaches the target. */
export function summarizeScores(
  images: readonly WeightedCounts[],
  { target, maxWeight }: QualityTarget,
): QualityEstimates & { decision: QualityDecision | null } {
  const scores = images.map((counts) => ({ score: computeImageF1(counts), weight: counts.weight }));
  return { ...summarizeCounts(images), decision: target === null ? null : findWeightedResult(scores, target, maxWeight) };
}
