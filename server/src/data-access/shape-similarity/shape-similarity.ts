import type { MaskData } from '@console/shared-contract/api';
import { computeRotatedBoxOverlap } from '@console/shared-contract/box-overlap';
import { computeRotatedBounds } from '@console/shared-contract/rotated-box';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import type { ShapeName } from '../../platform/database/tables/shapes';
import { computeBoundingBox } from '../shapes/geometry';
import { computeMutualOks, getSigmas } from './keypoint-similarity';
import { computeSegmentOverlap, createSegment, type Segment } from '@console/shared-contract/segment-overlap';

/** A shape of any kind, in pixels of the upright image. */
export interface ComparableShape {
  kind: ShapeName;
  /** The id of the label. */
  label: string | null;
  /** Object: x1, y1, x2, y2. Polygon: x, y of each vertex. Mask: the box around it. Skeleton: x, y, visibility of each point. Point: x, y. */
  data: readonly number[];
  /** `[x, y, width, height, angle]` of a rotated object. */
  rotated_box?: readonly number[] | null | undefined;
  /** The pixels of a mask. Without them, the mask is compared as its box. */
  mask?: MaskData | null | undefined;
}

/** Computes how similar two shapes are, 0 to 1. The labels are not compared. */
export type SimilarityFunction = (a: ComparableShape, b: ComparableShape) => number;

/**
 * Creates a function that computes the similarity of shapes in a way that suits their kind: intersection over union of boxes, which can be
 * rotated, and of the pixels of polygons and masks; object keypoint similarity of skeletons, in both directions. A polygon and a mask can be
 * similar, other shapes of different kinds have similarity 0, and so do points. `templates` has the templates of skeletons by label. The
 * function converts each shape to pixels once, so use one for all pairs of an image.
 */
export function createSimilarityFunction(templates: ReadonlyMap<string, SkeletonTemplate> = new Map()): SimilarityFunction {
  const segments = new Map<ComparableShape, Segment>();
  const getSegment = (shape: ComparableShape) => {
    const segment = segments.get(shape) ?? createSegment(toSegmentGeometry(shape));
    segments.set(shape, segment);
    return segment;
  };
  return (a, b) => {
    const measure = MEASURES[a.kind];
    if (measure !== MEASURES[b.kind]) return 0;
    if (measure === 'pixels') return computeSegmentOverlap(getSegment(a), getSegment(b));
    if (measure === 'box') return computeRotatedBoxOverlap(toBoxGeometry(a), toBoxGeometry(b));
    return measure === 'keypoints' ? computeMutualOks(a.data, b.data, getSigmas(templates.get(a.label ?? ''))) : 0;
  };
}

/** What is compared of the shapes of each kind. Null: nothing. */
const MEASURES: Readonly<Record<ShapeName, 'box' | 'pixels' | 'keypoints' | null>> = {
  object: 'box',
  polygon: 'pixels',
  mask: 'pixels',
  skeleton: 'keypoints',
  point: null,
};

/** Whether shapes of the kind are compared. */
export const isComparable = (kind: ShapeName): boolean => MEASURES[kind] !== null;

/** x1, y1, x2, y2. */
export type SimilarityBox = readonly [number, number, number, number];

/** Returns a box around a shape. Shapes whose boxes do not overlap have similarity 0. The box of skeletons has no limits. */
export function computeSimilarityBox({ kind, data, rotated_box: rotatedBox }: ComparableShape): SimilarityBox {
  if (MEASURES[kind] === 'keypoints') return [-Infinity, -Infinity, Infinity, Infinity];
  if (kind === 'polygon') return computeBoundingBox(data);
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rotatedBox ? computeRotatedBounds(rotatedBox) : data;
  return [x1, y1, x2, y2];
}

const toBoxGeometry = ({ data, rotated_box: rotatedBox }: ComparableShape) => ({ box: data, rotatedBox });

function toSegmentGeometry({ kind, data, mask }: ComparableShape) {
  if (mask) return { mask };
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
  return { data: kind === 'mask' ? [x1, y1, x2, y1, x2, y2, x1, y2] : data };
}
