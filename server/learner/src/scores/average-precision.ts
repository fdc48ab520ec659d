import { groupBy } from '../group-by';
import type { Measure } from '../protocol';

/** What a person has drawn. */
export interface Truth<Shape> {
  picture: string;
  label: string;
  shape: Shape;
}

/** What a model has found. */
export interface Found<Shape> extends Truth<Shape> {
  score: number;
}

export interface Matched {
  score: number;
  /** Whether it meets something drawn that nothing surer has met. */
  isHit: boolean;
}

/** How much two shapes of one picture have in common, 0 to 1. */
export type Overlap<Shape> = (found: Shape, truth: Shape) => number;

const RECALL_POINTS = 101;
const MOST_A_PICTURE = 100;

/**
 * Average precision of one label as COCO computes it (pycocotools, cocoeval.py: `evaluateImg` and `accumulate`, area
 * "all", at most 100 finds a picture): picture by picture, the surest find first takes the drawn shape that it overlaps
 * most, if by `threshold` or more and not taken yet; precision made non-increasing from the right; the mean of its values
 * at recall 0, 0.01 ... 1. Null where nothing was drawn.
 */
export function averagePrecision<Shape>(
  found: readonly Found<Shape>[],
  truths: readonly Truth<Shape>[],
  overlap: Overlap<Shape>,
  threshold: number,
): Measure {
  if (truths.length === 0) return null;
  const curve: { recall: number; precision: number }[] = [];
  let hits = 0;
  for (const { isHit } of match(found, truths, overlap, threshold, MOST_A_PICTURE)) {
    if (isHit) hits += 1;
    curve.push({ recall: hits / truths.length, precision: hits / (curve.length + 1) });
  }
  for (let at = curve.length - 2; at >= 0; at--) {
    curve[at]!.precision = Math.max(curve[at]!.precision, curve[at + 1]!.precision);
  }
  let sum = 0;
  for (let point = 0, at = 0; point < RECALL_POINTS; point++) {
    while (at < curve.length && curve[at]!.recall < point / (RECALL_POINTS - 1)) at += 1;
    sum += curve[at]?.precision ?? 0;
  }
  return sum / RECALL_POINTS;
}

/** The finds of one label, the surest first, each with whether it hits; of each picture the `most` surest. */
export function match<Shape>(
  found: readonly Found<Shape>[],
  truths: readonly Truth<Shape>[],
  overlap: Overlap<Shape>,
  threshold: number,
  most = Infinity,
): Matched[] {
  const drawn = groupBy(truths, ({ picture }) => picture);
  const matched: Matched[] = [];
  for (const [picture, finds] of groupBy(found, (find) => find.picture)) {
    const free = new Set(drawn.get(picture));
    for (const { shape, score } of [...finds].sort(bySurety).slice(0, most)) {
      let best: Truth<Shape> | null = null;
      let nearest = threshold;
      for (const truth of free) {
        const common = overlap(shape, truth.shape);
        if (common < nearest) continue;
        [best, nearest] = [truth, common];
      }
      if (best) free.delete(best);
      matched.push({ score, isHit: best !== null });
    }
  }
  return matched.sort(bySurety);
}

function bySurety(a: { score: number }, b: { score: number }): number {
  return b.score - a.score;
}

/** The mean of what is defined; null where nothing is. */
export function meanOf(values: readonly Measure[]): Measure {
  const defined = values.filter((value) => value !== null);
  return defined.length === 0 ? null : defined.reduce((sum, value) => sum + value, 0) / defined.length;
}
