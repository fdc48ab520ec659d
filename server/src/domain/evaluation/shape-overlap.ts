import { hasFlag } from '@console/shared-contract/shape-attributes';
import { computeSegmentOverlap, createSegment, type Segment } from '@console/shared-contract/segment-overlap';
import { VISIBILITY, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { computeOks, getSigmas } from '../../data-access/shape-similarity/keypoint-similarity';
import { computeMatchOverlap, type AnnotatedShape, type PredictedShape } from '../../ml/prediction-runs/disagreement';

/** Computes the overlap of a prediction and an annotated shape of the same image, 0 to 1. */
export type OverlapFunction = (prediction: PredictedShape, shape: AnnotatedShape) => number;

/**
 * Creates a function that computes the overlap as COCO does (pycocotools, `iou` of mask.py, `computeOks` of cocoeval.py). For skeletons
 * with the same number of points, the overlap is the object keypoint similarity. For polygons and masks, it is the intersection over union
 * of their pixels, for other shapes the intersection over union of their boxes. With a crowd, the intersection is divided by the area of
 * the prediction. The function caches the overlap of each pair, so use one function for all thresholds of an image. `templates` contains
 * skeleton templates by label id.
 */
export function createOverlapFunction(templates: ReadonlyMap<string, SkeletonTemplate> = new Map()): OverlapFunction {
  const shapeSegments = new Map<AnnotatedShape, Segment>();
  const predictedSegments = new Map<PredictedShape, Segment>();
  const overlaps = new Map<PredictedShape, Map<AnnotatedShape, number>>();
  const computeOverlap: OverlapFunction = (prediction, shape) => {
    const { geometry, skeleton } = shape;
    const { polygon, points } = prediction;
    const keypoints = points && toKeypoints(points);
    if (skeleton && keypoints?.length === skeleton.length)
      return computeOks(skeleton, keypoints, getSigmas(templates.get(shape.label)));
    const boxOverlap = computeMatchOverlap(prediction.bound_box, shape);
    if (boxOverlap === 0 || !geometry || !polygon) return boxOverlap;
    const predictedSegment = getOrCreate(predictedSegments, prediction, () => createSegment({ data: polygon }));
    const shapeSegment = getOrCreate(shapeSegments, shape, () => createSegment(geometry));
    return computeSegmentOverlap(predictedSegment, shapeSegment, hasFlag(shape.attributes, 'crowd'));
  };
  return (prediction, shape) => {
    const knownOverlaps = getOrCreate(overlaps, prediction, () => new Map<AnnotatedShape, number>());
    return getOrCreate(knownOverlaps, shape, () => computeOverlap(prediction, shape));
  };
}

/** Converts predicted points to the data of a skeleton. As in COCO's evaluation, all points are compared, whatever their confidence. */
export const toKeypoints = (points: readonly (readonly number[])[]): number[] =>
  points.flatMap(([x = 0, y = 0]) => [x, y, VISIBILITY.visible]);

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
