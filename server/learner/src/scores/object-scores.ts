import type { LabelScore, Measure } from '../protocol';
import { averagePrecision, match, meanOf, type Found, type Overlap, type Truth } from './average-precision';

export interface ObjectScores {
  map50: Measure;
  map75: Measure;
  labels: LabelScore[];
}

/** A find and a drawn shape are the same from here on. */
const SAME = 0.5;

/**
 * How well objects were found: average precision at IoU 0.5 and 0.75 a label and its mean over the labels that were drawn
 * at all; precision and recall of the finds whose score is `threshold` or more, at IoU 0.5. What is undefined is null:
 * precision without finds, all else without anything drawn.
 */
export function objectScores<Shape>(
  labels: readonly string[],
  found: readonly Found<Shape>[],
  truths: readonly Truth<Shape>[],
  overlap: Overlap<Shape>,
  threshold: number,
): ObjectScores {
  const scores = labels.map((id) => {
    const finds = found.filter(({ label }) => label === id);
    const drawn = truths.filter(({ label }) => label === id);
    const said = match(finds, drawn, overlap, SAME).filter(({ score }) => score >= threshold);
    const hits = said.filter(({ isHit }) => isHit).length;
    return {
      id,
      count: drawn.length,
      precision: said.length === 0 ? null : hits / said.length,
      recall: drawn.length === 0 ? null : hits / drawn.length,
      ap50: averagePrecision(finds, drawn, overlap, 0.5),
      ap75: averagePrecision(finds, drawn, overlap, 0.75),
    };
  });
  return { map50: meanOf(scores.map(({ ap50 }) => ap50)), map75: meanOf(scores.map(({ ap75 }) => ap75)), labels: scores };
}

/**
 * The score from which on finds and drawn shapes agree best (the largest F1 at IoU 0.5, over all labels). Between two finds
 * it lies halfway. 0.5 where nothing was found.
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
        SAME,
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
