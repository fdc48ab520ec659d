import type { MaskData } from '@console/shared-contract/api';
import { computeRotatedBoxOverlap } from '@console/shared-contract/box-overlap';
import { computeRotatedBounds } from '@console/shared-contract/rotated-box';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';
import type { ShapeName } from '../../platform/database/tables/shapes';
import { computeBoundingBox } from '../shapes/geometry';
import { computeMutualOks, getSigmas } from './keypoint-similarity';
import { computeSegmentOverlap, createSegment, type Segment } from './segment';

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

/** x1, y1, x2, y2. */
export type SimilarityBox = readonly [number, number, number, number];

export interface SimilarityContext {
  /** Templates of skeletons by label. */
  templates: ReadonlyMap<string, SkeletonTemplate>;
  /** Size of the image in pixels. Without it, only points with the same position are similar. */
  image: { width: number; height: number } | null;
}

/** How shapes are compared. Shapes of kinds with the same measure can be similar. */
export interface Measure {
  /** Creates a function for all pairs of shapes of one image. */
  create: (context: SimilarityContext) => SimilarityFunction;
  /** Returns a box around a shape. Shapes whose boxes do not overlap have similarity 0. */
  getBox: (shape: ComparableShape) => SimilarityBox;
}

const EVERYWHERE: SimilarityBox = [-Infinity, -Infinity, Infinity, Infinity];

function getDataBox({ data, rotated_box: rotatedBox }: ComparableShape): SimilarityBox {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rotatedBox ? computeRotatedBounds(rotatedBox) : data;
  return [x1, y1, x2, y2];
}

/** Intersection over union of boxes, which can be rotated. */
export const BOX_OVERLAP: Measure = {
  create: () => {
    const toGeometry = ({ data, rotated_box: rotatedBox }: ComparableShape) => ({ box: data, rotatedBox });
    return (a, b) => computeRotatedBoxOverlap(toGeometry(a), toGeometry(b));
  },
  getBox: getDataBox,
};

/** Intersection over union of pixels. Each shape is converted to pixels once. */
export const PIXEL_OVERLAP: Measure = {
  create: () => {
    const segments = new Map<ComparableShape, Segment>();
    const getSegment = (shape: ComparableShape) => {
      const segment = segments.get(shape) ?? createSegment(toSegmentGeometry(shape));
      segments.set(shape, segment);
      return segment;
    };
    return (a, b) => computeSegmentOverlap(getSegment(a), getSegment(b));
  },
  getBox: (shape) => (shape.kind === 'mask' ? getDataBox(shape) : computeBoundingBox(shape.data)),
};

function toSegmentGeometry({ kind, data, mask }: ComparableShape) {
  if (mask) return { mask };
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = data;
  return { data: kind === 'mask' ? [x1, y1, x2, y1, x2, y2, x1, y2] : data };
}

/** Object keypoint similarity of skeletons, in both directions. */
export const KEYPOINT_SIMILARITY: Measure = {
  create:
    ({ templates }) =>
    (a, b) =>
      computeMutualOks(a.data, b.data, getSigmas(templates.get(a.label ?? ''))),
  // The similarity of skeletons has no limits.
  getBox: () => EVERYWHERE,
};

/**
 * The standard deviation of points, as a ratio of the diagonal of the image. A point has no size, so the object keypoint similarity uses the
 * image: exp(-d² / 2s²). With 0.01, points have a similarity of at least 0.5 up to a distance of 1.18 % of the diagonal.
 */
const POINT_DEVIATION = 0.01;

/** Similarity of points by their distance. */
export const POINT_SIMILARITY: Measure = {
  create: ({ image }) => {
    const deviation = image ? POINT_DEVIATION * Math.hypot(image.width, image.height) : 0;
    return ({ data: [x1 = 0, y1 = 0] }, { data: [x2 = 0, y2 = 0] }) => {
      const distance = Math.hypot(x1 - x2, y1 - y2);
      return distance === 0 ? 1 : Math.exp(-((distance / deviation) ** 2) / 2);
    };
  },
  getBox: () => EVERYWHERE,
};
