import type { MaskData } from '@console/shared-contract/api';
import type { ShapeName } from '@console/shared-contract/shape-kinds';
import type { SkeletonTemplate } from '@console/shared-contract/skeleton';

/** A shape of any kind, in pixels of the upright image. */
export interface ComparableShape {
  kind: ShapeName;
  /** The id of the label. */
  label: string | null;
  /** Object or mask: box `[x1, y1, x2, y2]`. Polygon: x, y of each vertex. Skeleton: x, y, visibility of each point. Point: x, y. */
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

/** A way to compare shapes. Only shapes whose kinds have the same measure can be similar. */
export interface SimilarityMeasure {
  /** Creates a function for all pairs of shapes of one image. */
  create: (context: SimilarityContext) => SimilarityFunction;
  /** Returns a box around a shape. Shapes whose boxes do not overlap have similarity 0. */
  getBox: (shape: ComparableShape) => SimilarityBox;
}
