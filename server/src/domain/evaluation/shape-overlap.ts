import { hasFlag } from '@console/shared-contract/shape-attributes';
import { computeSegmentOverlap, createSegment, type Segment } from '@console/shared-contract/segment-overlap';
import { computeMatchOverlap, type AnnotatedShape, type PredictedShape } from '../../ml/prediction-runs/disagreement';

/** Computes the overlap of a prediction and an annotated shape of the same image, 0 to 1. */
export type OverlapFunction = (prediction: PredictedShape, shape: AnnotatedShape) => number;

/**
 * Creates a function that computes the overlap as COCO does (pycocotools, `iou` of mask.py): intersection over union of the pixels if both are
 * polygons or masks, otherwise of the boxes. With a crowd, the intersection is divided by the area of the prediction. The function computes each
 * pair once, so use one for all thresholds of an image.
 */
export function createOverlapFunction(): OverlapFunction {
  const shapeSegments = new Map<AnnotatedShape, Segment>();
  const predictedSegments = new Map<PredictedShape, Segment>();
  const overlaps = new Map<PredictedShape, Map<AnnotatedShape, number>>();
  const compute: OverlapFunction = (prediction, shape) => {
    const { geometry } = shape;
    const { polygon } = prediction;
    const boxOverlap = computeMatchOverlap(prediction.bound_box, shape);
    if (boxOverlap === 0 || !geometry || !polygon) return boxOverlap;
    const predictedSegment = getOrCreate(predictedSegments, prediction, () => createSegment({ data: polygon }));
    const shapeSegment = getOrCreate(shapeSegments, shape, () => createSegment(geometry));
    return computeSegmentOverlap(predictedSegment, shapeSegment, hasFlag(shape.attributes, 'crowd'));
  };
  return (prediction, shape) => {
    const knownOverlaps = getOrCreate(overlaps, prediction, () => new Map<AnnotatedShape, number>());
    return getOrCreate(knownOverlaps, shape, () => compute(prediction, shape));
  };
}

function getOrCreate<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  const value = map.get(key) ?? create();
  map.set(key, value);
  return value;
}
