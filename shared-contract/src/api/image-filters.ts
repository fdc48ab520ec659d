import { z } from 'zod';
import { Id, IdList, ListQuery, QueryBool, QueryDate, Text } from './primitives';

/** The filters of the image browser; the list of objects takes the same. */
export const imageFilters = {
  verified: QueryBool.optional(),
  test: QueryBool.optional(),
  real: QueryBool.optional(),
  /** Any of these recognition labels. */
  labels: IdList.optional(),
  not_labels: IdList.optional(),
  /** Every one of these recognition labels. */
  all_labels: IdList.optional(),
  /** Has an object of any of these detection labels. */
  detection_labels: IdList.optional(),
  imagejob: Id.optional(),
  /** Of this dataset version: what a model was trained and measured on. */
  dataset: Id.optional(),
  /** Negative images of this detection task. */
  detection_task_neg: Id.optional(),
  /** Turns `imagejob`, `detection_task_neg` and `group` round: what is not in it. */
  not_in: QueryBool.optional(),
  not_groups: QueryBool.optional(),
  group: Id.optional(),
  created_after: QueryDate.optional(),
  created_before: QueryDate.optional(),
  include_verifications: QueryBool.optional(),
  object_labels: IdList.optional(),
  object_detection_label: IdList.optional(),
  /** A part of the name of the image's file, in whatever case. */
  search: Text(255).optional(),
};
/** Those of images alone: models are asked about images, and outlines are listed by the images that they are on. */
export const imageOnlyFilters = {
  /** Has an outline, or has none. */
  polygons: QueryBool.optional(),
  /** Has an outline of any of these segmentation labels. */
  polygon_labels: IdList.optional(),
  /** A run of predictions has annotations of it that its model disagrees with, and nobody has decided on. */
  suspects_of: Id.optional(),
  /** The model of this run can tell how uncertain it is of it. */
  predicted_by: Id.optional(),
  /** With `predicted_by`: and is at least so uncertain, 0 to 1. */
  uncertainty_from: z.coerce.number().min(0).max(1).optional(),
};
/**
 * By the name of the file (those without one last), or by date; `surest` are the suspects of `suspects_of` first that are
 * the surest, `uncertain` those first that the model of `predicted_by` is most uncertain of.
 */
export const ImageSort = z.enum(['name', 'newest', 'oldest', 'surest', 'uncertain']);
/** Objects have no names. */
export const ObjectSort = z.enum(['newest', 'oldest']);
export const ImageQuery = z.object({
  ...ListQuery,
  ...imageFilters,
  ...imageOnlyFilters,
  /** The newest first, unless it says something else. */
  sort: ImageSort.optional(),
  /** `labels` (SDK name). */
  label: IdList.optional(),
  /** Only what looks like this image, object, polygon or group, the nearest first, whatever `sort` says; at most MOST_SIMILAR. */
  similar_to: Id.optional(),
  /** What `similar_to` is; an image unless it says something else. */
  similar_kind: z.enum(['image', 'object', 'polygon', 'group']).optional(),
});
/** Images that a list by likeness has at most, before its other filters. */
export const MAX_SIMILAR_ITEMS = 500;
/** The filters alone: what 'all matching' names. Strict, for a misspelt filter would match everything. */
export const ImageFilter = z.strictObject({ ...imageFilters, ...imageOnlyFilters });
