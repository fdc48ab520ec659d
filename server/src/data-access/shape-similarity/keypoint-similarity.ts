import {
  COCO_PERSON,
  computeSkeletonBounds,
  NUMBERS_PER_SKELETON_POINT,
  VISIBILITY,
  type SkeletonTemplate,
} from '@console/shared-contract/skeleton';

/** Sigma is the expected deviation of a point. This default is the mean of COCO's 17 sigmas (cocodataset.org, 'Keypoint Evaluation'). */
export const DEFAULT_SIGMA = 0.067;
/**
 * COCO divides by the area of the object's segment, which skeletons do not have. This ratio of the box area replaces it, as in
 * xtcocotools for datasets without segments (cocoeval.py: `use_area`).
 */
const OBJECT_AREA_RATIO = 0.53;
/** The OKS thresholds of COCO's average precision: 0.5, 0.55 ... 0.95. */
export const OKS_THRESHOLDS: readonly number[] = Array.from({ length: 10 }, (_, index) => (50 + 5 * index) / 100);

/**
 * Returns the sigma of each point: the sigmas of the template, or COCO's sigmas if the template has the points of COCO's person, or else
 * `DEFAULT_SIGMA`. Without a template, the result is empty, and callers use `DEFAULT_SIGMA`.
 */
export function getSigmas(template: SkeletonTemplate | null | undefined): readonly number[] {
  if (!template) return [];
  if (template.sigmas) return template.sigmas;
  const isCocoPerson =
    template.points.length === COCO_PERSON.points.length &&
    template.points.every(({ name }, index) => name === COCO_PERSON.points[index]!.name);
  return (isCocoPerson && COCO_PERSON.sigmas) || template.points.map(() => DEFAULT_SIGMA);
}

/**
 * Computes the object keypoint similarity of COCO, 0 to 1 (pycocotools, cocoeval.py: `computeOks`). It is the mean of exp(-d² / (2 · area
 * · (2 · sigma)²)) over the points that are present in `truth`. The distance d is in pixels. The area is 0.53 times the area of the box
 * around these points. A point that is absent in `otherKeypoints` counts as 0. If `truth` has no points, the similarity is 0.
 */
export function computeOks(truth: readonly number[], otherKeypoints: readonly number[], sigmas: readonly number[]): number {
  const bounds = computeSkeletonBounds(truth);
  if (!bounds) return 0;
  const [left, top, right, bottom] = bounds;
  // The points can be on one line, so that the box has no area.
  const area = Math.max(1, (right - left) * (bottom - top) * OBJECT_AREA_RATIO);
  let [similaritySum, pointCount] = [0, 0];
  for (let index = 0; index + 2 < truth.length; index += NUMBERS_PER_SKELETON_POINT) {
    if (truth[index + 2] === VISIBILITY.absent) continue;
    pointCount += 1;
    if ((otherKeypoints[index + 2] ?? VISIBILITY.absent) === VISIBILITY.absent) continue;
    const [dx, dy] = [otherKeypoints[index]! - truth[index]!, otherKeypoints[index + 1]! - truth[index + 1]!];
    const variance = (2 * (sigmas[index / NUMBERS_PER_SKELETON_POINT] ?? DEFAULT_SIGMA)) ** 2;
    similaritySum += Math.exp(-(dx * dx + dy * dy) / (2 * area * variance));
  }
  return similaritySum / pointCount;
}

/** Computes the mean of the object keypoint similarities in both directions, for two skeletons of which neither is the truth. */
export function computeMutualOks(a: readonly number[], b: readonly number[], sigmas: readonly number[]): number {
  return (computeOks(a, b, sigmas) + computeOks(b, a, sigmas)) / 2;
}
