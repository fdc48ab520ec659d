import { computeRotatedBoxOverlap } from '@console/shared-contract/box-overlap';
import { computeRotatedBounds } from '@console/shared-contract/rotated-box';
import { computeBoundingBox } from '../shapes/geometry';
import type { ComparableShape, SimilarityMeasure, SimilarityBox } from '../shapes/measure';
import { computeMutualOks, getSigmas } from './keypoint-similarity';
import { computeSegmentOverlap, createSegment, type Segment } from '@console/shared-contract/segment-overlap';

const UNBOUNDED_BOX: SimilarityBox = [-Infinity, -Infinity, Infinity, Infinity];

function getDataBox({ data, rotated_box: rotatedBox }: ComparableShape): SimilarityBox {
  const [x1 = 0, y1 = 0, x2 = 0, y2 = 0] = rotatedBox ? computeRotatedBounds(rotatedBox) : data;
  return [x1, y1, x2, y2];
}

/** Intersection over union of boxes, which can be rotated. */
export const BOX_OVERLAP: SimilarityMeasure = {
  create: () => {
    const toGeometry = ({ data, rotated_box: rotatedBox }: ComparableShape) => ({ box: data, rotatedBox });
    return (a, b) => computeRotatedBoxOverlap(toGeometry(a), toGeometry(b));
  },
  getBox: getDataBox,
};

/** Intersection over union of pixels. Each shape is converted to pixels once. */
export const PIXEL_OVERLAP: SimilarityMeasure = {
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

/** Mean of the object keypoint similarities of two skeletons in both directions: either skeleton serves as the truth once. */
export const KEYPOINT_SIMILARITY: SimilarityMeasure = {
  create:
    ({ templates }) =>
    (a, b) =>
      computeMutualOks(a.data, b.data, getSigmas(templates.get(a.label ?? ''))),
  // Skeletons can be similar although their boxes do not overlap, so no pair may be skipped.
  getBox: () => UNBOUNDED_BOX,
};

/**
 * The standard deviation of points, as a ratio of the diagonal of the image. A point has no size, so the object keypoint similarity uses the
 * image: exp(-d² / 2s²). With 0.01, points have a similarity of at least 0.5 up to a distance of 1.18 % of the diagonal.
 */
const POINT_DEVIATION = 0.01;

/** Similarity of points by their distance. If the size of the image is unknown, only points at the same position are similar. */
export const POINT_SIMILARITY: SimilarityMeasure = {
  create: ({ image }) => {
    const deviation = image ? POINT_DEVIATION * Math.hypot(image.width, image.height) : 0;
    return ({ data: [x1 = 0, y1 = 0] }, { data: [x2 = 0, y2 = 0] }) => {
      const distance = Math.hypot(x1 - x2, y1 - y2);
      return distance === 0 ? 1 : Math.exp(-((distance / deviation) ** 2) / 2);
    };
  },
  getBox: () => UNBOUNDED_BOX,
};
