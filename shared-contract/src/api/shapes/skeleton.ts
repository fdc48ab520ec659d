import { z } from 'zod';
import { MAX_POINT_NAME, MAX_SKELETON_EDGES, MAX_SKELETON_POINTS, NUMBERS_PER_SKELETON_POINT, VISIBILITY } from '../../skeleton';
import { storedAttributes } from './shape-attributes';
import { ShapeLabel } from './shape-label';
import { Box, Id, Pixel, StoredJson, restrictJson, Text, Timestamp, Version, storedPrediction } from '../base/primitives';

const Index = z
  .number()
  .int()
  .min(0)
  .max(MAX_SKELETON_POINTS - 1);
const Pair = z.array(Index).length(2, 'must be two indexes of points');
const Fraction = z.number().min(0).max(1);
const isUnique = (keys: readonly unknown[]) => new Set(keys).size === keys.length;

/** Template for the skeletons of a label. Indexes refer to `points`. */
export const SkeletonTemplate = restrictJson(
  z
    .object({
      points: z
        .array(z.object({ name: Text(MAX_POINT_NAME).trim().min(1, 'must have a name') }))
        .min(1, 'needs at least one point')
        .max(MAX_SKELETON_POINTS)
        .refine((points) => isUnique(points.map(({ name }) => name)), 'must have different names'),
      /** Pairs of indexes of connected points. */
      edges: z.array(Pair).max(MAX_SKELETON_EDGES),
      /** Pairs of a left and a right point, as indexes. Mirroring a skeleton swaps the two points of a pair. */
      pairs: z
        .array(Pair)
        .max(MAX_SKELETON_POINTS / 2)
        .optional(),
      /** Initial x and y of each point as fractions of the box of a new skeleton. Without `layout`, the points are placed on a circle. */
      layout: z.array(z.array(Fraction).length(2, 'must be x and y')).optional(),
      /** Standard deviation of each point relative to the size of the object, as COCO's evaluation uses it. */
      sigmas: z.array(z.number().positive().max(10)).optional(),
    })
    .superRefine(({ points, edges, pairs = [], layout, sigmas }, context) => {
      const addIssue = (field: string, message: string) => context.addIssue({ code: 'custom', path: [field], message });
      for (const [field, list] of Object.entries({ edges, pairs })) {
        if (list.flat().some((index) => index >= points.length)) addIssue(field, 'must refer to points of the skeleton');
        if (list.some(([firstPoint, secondPoint]) => firstPoint === secondPoint))
          addIssue(field, 'must connect different points');
      }
      if (!isUnique(edges.map((edge) => edge.toSorted((a, b) => a - b).join()))) addIssue('edges', 'must be different');
      if (!isUnique(pairs.flat())) addIssue('pairs', 'must have each point only once');
      if (layout && layout.length !== points.length) addIssue('layout', 'must have x and y of each point');
      if (sigmas && sigmas.length !== points.length) addIssue('sigmas', 'must have a value for each point');
    }),
);

/** Whether a number in the skeleton data is valid: any number for a coordinate, a known value for a visibility. */
const isValidVisibility = (data: readonly number[], index: number, value: number) =>
  index % NUMBERS_PER_SKELETON_POINT !== 2 ||
  value === VISIBILITY.visible ||
  value === VISIBILITY.occluded ||
  (value === VISIBILITY.absent && data[index - 2] === 0 && data[index - 1] === 0);

/**
 * Flat list of x, y and visibility of each point of the label's template, in pixels of the upright image. The visibility is as in COCO:
 * 0 absent (x and y are then 0), 1 occluded, 2 visible.
 */
export const SkeletonData = z
  .array(Pixel)
  .min(NUMBERS_PER_SKELETON_POINT)
  .max(MAX_SKELETON_POINTS * NUMBERS_PER_SKELETON_POINT)
  .refine((data) => data.length % NUMBERS_PER_SKELETON_POINT === 0, 'must be triples of x, y and visibility')
  .refine(
    (data) => data.every((value, index) => isValidVisibility(data, index, value)),
    'must have a visibility of 0, 1 or 2 after x and y, and x and y 0 for absent points',
  )
  .refine(
    (data) => data.some((value, index) => index % NUMBERS_PER_SKELETON_POINT === 2 && value > 0),
    'must have a point that is not absent',
  );

export const Skeleton = z.object({
  id: Id,
  workspace: Id,
  image: z.object({ id: Id }),
  detection_label: ShapeLabel,
  /** x, y and visibility of each point: 0 absent, 1 occluded, 2 visible. */
  data: z.array(z.number().int()),
  /** The box around all points that are not absent. */
  bbox: Box,
  meta_data: StoredJson,
  ...storedAttributes,
  ...storedPrediction,
  created: Timestamp,
  version: Version,
});
export type Skeleton = z.output<typeof Skeleton>;
