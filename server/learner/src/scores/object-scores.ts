import type { LabelScore, Measure } from '../protocol';
import { averagePrecision, match, meanOf, type Found, type Overlap, type Truth } from './average-precision';

export interface ObjectScores {
  map50: Measure;
  map75: Measure;
  labels: LabelScore[];
}

/** Minimum IoU of a detection and an annotation that count as the same object. */
const MATCH_IOU = 0.5;

/**
 * Computes the scores of detections: average precision at IoU 0.5 and 0.75 per label, its mean over the labels with
 * annotations, and precision and recall of the detections with a score of at least `threshold`, at IoU 0.5. Undefined
 * metrics are null: precision without detections, all others without annotations.
 */
export function objectScores<Shape>(
  labels: readonly string[],
  found: readonly Found<Shape>[],
  truths: readonly Truth<Shape>[],
  overlap: Overlap<Shape>,
  threshold: number,
): ObjectScores {
  const scores = labels.map((id) => {
    const detections = found.filter(({ label }) => label === id);
    const drawn = truths.filter(({ label }) => label === id);
    const confident = match(detections, drawn, overlap, MATCH_IOU).filter(({ score }) => score >= threshold);
    const hits = confident.filter(({ isHit }) => isHit).length;
    return {
      id,
      count: drawn.length,
      precision: confident.length === 0 ? null : hits / confident.length,
      recall: drawn.length === 0 ? null : hits / drawn.length,
      ap50: averagePrecision(detections, drawn, overlap, 0.5),
      ap75: averagePrecision(detections, drawn, overlap, 0.75),
    };
  });
  return { map50: meanOf(scores.map(({ ap50 }) => ap50)), map75: meanOf(scores.map(({ ap75 }) => ap75)), labels: scores };
}

/**
 * Finds the score threshold with the highest F1 at IoU 0.5 over all labels. It lies halfway between two scores. Returns 0.5
 * without detections.
 */
export function bestThreshold<Shape>(
  labels: readonly string[],
  found: readonly Found<Shape>[],
  truths: readonly Truth<Shape>[],
  overlap: Overlap<Shape>,
): number {
  const matched = labels
    .flatMap((id) =>
      match(
        found.filter(({ label }) => label === id),
        truths.filter(({ label }) => label === id),
        overlap,
        MATCH_IOU,
      ),
    )
    .sort((a, b) => b.score - a.score);
  let best = { f1: 0, threshold: 0.5 };
  let hits = 0;
  for (const [at, { isHit, score }] of matched.entries()) {
    if (isHit) hits += 1;
    const f1 = (2 * hits) / (at + 1 + truths.length);
    if (f1 > best.f1) best = { f1, threshold: (score + (matched[at + 1]?.score ?? score)) / 2 };
  }
  return best.threshold;
}
