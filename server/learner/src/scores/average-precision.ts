import { groupBy } from '../sampling/group-by';
import type { Metric } from '../protocol/protocol';

/** An annotated object. */
export interface GroundTruth<Shape> {
  image: string;
  label: string;
  shape: Shape;
  /** Whether detections of the object count as neither right nor wrong. */
  isIgnored?: boolean | undefined;
  /** Whether the object is a group of objects, which may contain any number of detections. */
  isCrowd?: boolean | undefined;
}

/** An object that a model has detected. */
export interface Detection<Shape> extends Pick<GroundTruth<Shape>, 'image' | 'label' | 'shape'> {
  score: number;
}

/** The result of comparing a detection with the annotations. Detections of ignored objects have no result. */
interface MatchedDetection {
  score: number;
  /** Whether the detection overlaps an annotated object that no detection with a higher score has claimed. */
  isHit: boolean;
}

/**
 * Overlap of two shapes in the same image, usually their intersection over union, 0 to 1. For a crowd, it is the fraction of the
 * detection that is inside the crowd.
 */
export type OverlapFunction<Shape> = (detection: Shape, truth: Shape, isCrowd?: boolean) => number;

const RECALL_POINTS = 101;
const MAX_DETECTIONS_PER_IMAGE = 100;

/**
 * Computes the average precision of one label as COCO does (pycocotools, cocoeval.py: `evaluateImg` and `accumulate`, area
 * "all", at most `maxPerImage` detections per image). In each image, detections claim annotated shapes in the order of their
 * scores. A detection claims the unclaimed shape with the highest overlap, if the overlap is at least `threshold`. A detection that
 * can claim only an ignored shape does not count. Precision is made non-increasing from the right. The result is the mean precision
 * at recall 0, 0.01 ... 1, or null without annotated objects.
 */
export function computeAveragePrecision<Shape>(
  detections: readonly Detection<Shape>[],
  truths: readonly GroundTruth<Shape>[],
  overlap: OverlapFunction<Shape>,
  threshold: number,
  maxPerImage = MAX_DETECTIONS_PER_IMAGE,
): Metric {
  const expectedCount = countExpected(truths);
  if (expectedCount === 0) return null;
  const precisionRecallCurve: { recall: number; precision: number }[] = [];
  let truePositives = 0;
  for (const { isHit } of matchDetections(detections, truths, overlap, threshold, maxPerImage)) {
    if (isHit) truePositives += 1;
    precisionRecallCurve.push({
      recall: truePositives / expectedCount,
      precision: truePositives / (precisionRecallCurve.length + 1),
    });
  }
  for (let index = precisionRecallCurve.length - 2; index >= 0; index--) {
    precisionRecallCurve[index]!.precision = Math.max(
      precisionRecallCurve[index]!.precision,
      precisionRecallCurve[index + 1]!.precision,
    );
  }
  let precisionSum = 0;
  for (let point = 0, index = 0; point < RECALL_POINTS; point++) {
    while (index < precisionRecallCurve.length && precisionRecallCurve[index]!.recall < point / (RECALL_POINTS - 1)) index += 1;
    precisionSum += precisionRecallCurve[index]?.precision ?? 0;
  }
  return precisionSum / RECALL_POINTS;
}

/** Counts the objects that a model should detect. */
export const countExpected = (truths: readonly GroundTruth<unknown>[]): number =>
  truths.filter(({ isIgnored }) => !isIgnored).length;

/**
 * Matches the detections of one label with the annotations. Returns the matches sorted by score. In each image, only the
 * `maxPerImage` detections with the highest scores count. Omits detections of ignored objects.
 */
export function matchDetections<Shape>(
  detections: readonly Detection<Shape>[],
  truths: readonly GroundTruth<Shape>[],
  overlap: OverlapFunction<Shape>,
  threshold: number,
  maxPerImage = Infinity,
): MatchedDetection[] {
  const truthsByImage = groupBy(truths, ({ image }) => image);
  const matches: MatchedDetection[] = [];
  for (const [image, imageDetections] of groupBy(detections, (detection) => detection.image)) {
    const unclaimedTruths = new Set(truthsByImage.get(image));
    for (const { shape, score } of [...imageDetections].sort(compareScores).slice(0, maxPerImage)) {
      const truth =
        findBestMatch(shape, [...unclaimedTruths].filter(isExpected), overlap, threshold) ??
        findBestMatch(shape, [...unclaimedTruths].filter(isIgnoredTruth), overlap, threshold);
      if (truth && !truth.isCrowd) unclaimedTruths.delete(truth);
      if (!truth?.isIgnored) matches.push({ score, isHit: truth !== null });
    }
  }
  return matches.sort(compareScores);
}

const isIgnoredTruth = ({ isIgnored }: GroundTruth<unknown>) => isIgnored === true;
const isExpected = (truth: GroundTruth<unknown>) => !isIgnoredTruth(truth);

/** Finds the annotated shape with the highest overlap, if it is at least `threshold`. */
function findBestMatch<Shape>(
  shape: Shape,
  truths: readonly GroundTruth<Shape>[],
  overlap: OverlapFunction<Shape>,
  threshold: number,
): GroundTruth<Shape> | null {
  let best: GroundTruth<Shape> | null = null;
  let bestOverlap = threshold;
  for (const truth of truths) {
    const shapeOverlap = overlap(shape, truth.shape, truth.isCrowd);
    if (shapeOverlap < bestOverlap) continue;
    [best, bestOverlap] = [truth, shapeOverlap];
  }
  return best;
}

function compareScores(a: { score: number }, b: { score: number }): number {
  return b.score - a.score;
}

/** The mean of the values that are not null; null if all values are null. */
export function computeMean(values: readonly Metric[]): Metric {
  const definedValues = values.filter((value) => value !== null);
  return definedValues.length === 0 ? null : definedValues.reduce((sum, value) => sum + value, 0) / definedValues.length;
}
