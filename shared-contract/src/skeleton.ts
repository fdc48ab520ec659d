// Skeletons of named points. This file does not import zod: a remote can use it without bundling the schemas.

/** The data of a skeleton has three numbers for each point: x, y and visibility. */
export const NUMBERS_PER_SKELETON_POINT = 3;
/** Maximum number of points of a template. COCO-WholeBody has 133. */
export const MAX_SKELETON_POINTS = 200;
/** Maximum number of edges of a template. */
export const MAX_SKELETON_EDGES = 1000;
/** Maximum number of characters of a point's name. */
export const MAX_POINT_NAME = 80;

/** Values of a point's visibility, as in COCO. An absent point has the position 0, 0. */
export const VISIBILITY = { absent: 0, occluded: 1, visible: 2 } as const;
export type Visibility = (typeof VISIBILITY)[keyof typeof VISIBILITY];

/** Template for the skeletons of a label. Indexes refer to `points`. */
export interface SkeletonTemplate {
  points: { name: string }[];
  /** Pairs of indexes of connected points. */
  edges: number[][];
  /** Pairs of a left and a right point, as indexes. Mirroring a skeleton swaps the two points of a pair. */
  pairs?: number[][] | undefined;
  /** Initial x and y of each point as fractions of the box of a new skeleton. */
  layout?: number[][] | undefined;
  /** Standard deviation of each point relative to the size of the object, as COCO's evaluation uses it. */
  sigmas?: number[] | undefined;
}

/** Radius of the circle on which points without a layout are placed, as a fraction of the box. */
const DEFAULT_RADIUS = 0.5;

/** Returns the initial x and y of each point as fractions of the box: the layout of the template, or positions on a circle. */
export function getLayout({ points, layout }: SkeletonTemplate): number[][] {
  if (layout) return layout;
  return points.map((_, index) => {
    const angle = (2 * Math.PI * index) / points.length - Math.PI / 2;
    return [0.5 + DEFAULT_RADIUS * Math.cos(angle), 0.5 + DEFAULT_RADIUS * Math.sin(angle)];
  });
}

/** Returns for each point the index of the opposite point: the other point of its left-right pair, or its own index without a pair. */
export function getOpposites({ points, pairs = [] }: Pick<SkeletonTemplate, 'points' | 'pairs'>): number[] {
  const oppositeIndexes = points.map((_, index) => index);
  for (const [left = -1, right = -1] of pairs) {
    if (left in oppositeIndexes && right in oppositeIndexes) {
      oppositeIndexes[left] = right;
      oppositeIndexes[right] = left;
    }
  }
  return oppositeIndexes;
}

/** Returns the box `[x1, y1, x2, y2]` around the points that are not absent. Null if all points are absent. */
export function computeSkeletonBounds(data: readonly number[]): [number, number, number, number] | null {
  let bounds: [number, number, number, number] | null = null;
  for (let index = 0; index + 2 < data.length; index += NUMBERS_PER_SKELETON_POINT) {
    if (data[index + 2] === VISIBILITY.absent) continue;
    const [x, y] = [data[index] ?? 0, data[index + 1] ?? 0];
    const [left, top, right, bottom]: readonly [number, number, number, number] = bounds ?? [x, y, x, y];
    bounds = [Math.min(left, x), Math.min(top, y), Math.max(right, x), Math.max(bottom, y)];
  }
  return bounds;
}

/** Returns x and y of each point that is not absent. */
export function listSkeletonPositions(data: readonly number[]): [number, number][] {
  const positions: [number, number][] = [];
  for (let index = 0; index + 2 < data.length; index += NUMBERS_PER_SKELETON_POINT)
    if (data[index + 2] !== VISIBILITY.absent) positions.push([data[index] ?? 0, data[index + 1] ?? 0]);
  return positions;
}

/** Minimum confidence of a predicted point. A point with a lower confidence is absent. */
const MIN_POINT_CONFIDENCE = 0.5;

/**
 * Converts predicted points to skeleton data. Each predicted point is x, y and the confidence that the image shows the point. Points with
 * a low confidence or outside the image become absent. Returns null if all points are absent.
 */
export function toPredictedSkeleton(
  points: readonly (readonly number[])[],
  { width, height }: { width: number; height: number },
): number[] | null {
  const data = points.flatMap((point) => {
    const [x = 0, y = 0] = point.map(Math.round);
    const isPresent = (point[2] ?? 0) >= MIN_POINT_CONFIDENCE && x >= 0 && y >= 0 && x <= width && y <= height;
    return isPresent ? [x, y, VISIBILITY.visible] : [0, 0, VISIBILITY.absent];
  });
  return countLabelledPoints(data) > 0 ? data : null;
}

/** Counts the points that are not absent. */
export function countLabelledPoints(data: readonly number[]): number {
  return data.filter((value, index) => index % NUMBERS_PER_SKELETON_POINT === 2 && value !== VISIBILITY.absent).length;
}

const KEYPOINTS = [
  ...['nose', 'left_eye', 'right_eye', 'left_ear', 'right_ear', 'left_shoulder', 'right_shoulder', 'left_elbow', 'right_elbow'],
  ...['left_wrist', 'right_wrist', 'left_hip', 'right_hip', 'left_knee', 'right_knee', 'left_ankle', 'right_ankle'],
];

/**
 * The 17 points of a person in COCO. Names, edges and sigmas come from `person_keypoints` and COCO's evaluation
 * (cocodataset.org, 'Keypoint Evaluation'), with indexes that start at 0.
 */
export const COCO_PERSON: SkeletonTemplate = {
  points: KEYPOINTS.map((name) => ({ name })),
  edges: [
    ...[
      [15, 13],
      [13, 11],
      [16, 14],
      [14, 12],
      [11, 12],
      [5, 11],
      [6, 12],
      [5, 6],
      [5, 7],
      [6, 8],
    ],
    ...[
      [7, 9],
      [8, 10],
      [1, 2],
      [0, 1],
      [0, 2],
      [1, 3],
      [2, 4],
      [3, 5],
      [4, 6],
    ],
  ],
  pairs: [
    [1, 2],
    [3, 4],
    [5, 6],
    [7, 8],
    [9, 10],
    [11, 12],
    [13, 14],
    [15, 16],
  ],
  // The layout shows a person who faces the viewer, so the left points are on the right.
  layout: [
    ...[
      [0.5, 0.1],
      [0.56, 0.06],
      [0.44, 0.06],
      [0.63, 0.08],
      [0.37, 0.08],
      [0.74, 0.24],
      [0.26, 0.24],
      [0.88, 0.4],
      [0.12, 0.4],
    ],
    ...[
      [1, 0.54],
      [0, 0.54],
      [0.66, 0.54],
      [0.34, 0.54],
      [0.68, 0.77],
      [0.32, 0.77],
      [0.7, 1],
      [0.3, 1],
    ],
  ],
  sigmas: [
    ...[0.026, 0.025, 0.025, 0.035, 0.035, 0.079, 0.079, 0.072, 0.072],
    ...[0.062, 0.062, 0.107, 0.107, 0.087, 0.087, 0.089, 0.089],
  ],
};
