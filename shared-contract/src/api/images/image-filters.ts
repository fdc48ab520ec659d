import { z } from 'zod';
import { QUALITY_RULES } from '../../quality-rules';
import { ATTRIBUTE_LIMITS, SHAPE_FLAGS } from '../../shape-attributes';
import { FILTERED_SHAPE_KINDS, SIMILAR_KINDS } from '../../shape-kinds';
import { MAX_POINT_NAME, VISIBILITY } from '../../skeleton';
import { Id, IdList, listOf, ListQuery, QueryBool, QueryDate, Text, WorkspaceOnlyQuery } from '../base/primitives';

const POINT_STATES = Object.keys(VISIBILITY) as (keyof typeof VISIBILITY)[];

/** How the map places items: by principal component analysis, or by UMAP, which shows clusters. */
export const MapMethod = z.enum(['pca', 'umap']);
export type MapMethod = z.output<typeof MapMethod>;
/** Maximum number of vertices of an area of the map. */
export const MAX_AREA_VERTICES = 100;
const MapArea = z
  .string()
  .regex(/^(pca|umap)(,-?\d{1,6}(\.\d{1,6})?)+$/, 'must be a method and coordinates')
  .refine((text) => {
    const numbers = text.split(',').length - 1;
    return numbers % 2 === 0 && numbers >= 6 && numbers <= 2 * MAX_AREA_VERTICES;
  }, `must have 3 to ${MAX_AREA_VERTICES} vertices`);

/** The filters of the image browser. The list of objects uses the same filters. */
export const imageFilters = {
  verified: QueryBool.optional(),
  test: QueryBool.optional(),
  real: QueryBool.optional(),
  /** Images with at least one of these recognition labels. */
  labels: IdList.optional(),
  not_labels: IdList.optional(),
  /** Images with all of these recognition labels. */
  all_labels: IdList.optional(),
  /** Images with an object of at least one of these detection labels. */
  detection_labels: IdList.optional(),
  imagejob: Id.optional(),
  /** Images of this dataset version, with which a model was trained and measured. */
  dataset: Id.optional(),
  /** Images that are negative examples of this detection task. */
  detection_task_neg: Id.optional(),
  /** Negates `imagejob`, `detection_task_neg` and `group`. */
  not_in: QueryBool.optional(),
  not_groups: QueryBool.optional(),
  group: Id.optional(),
  created_after: QueryDate.optional(),
  created_before: QueryDate.optional(),
  include_verifications: QueryBool.optional(),
  object_labels: IdList.optional(),
  object_detection_label: IdList.optional(),
  /** Images with at least one rotated box; in the list of objects, rotated boxes. */
  rotated: QueryBool.optional(),
  /** Images with a shape that has at least one of these flags. In the list of objects: objects with at least one of these flags. */
  attribute: listOf(SHAPE_FLAGS).optional(),
  /**
   * Id of a detection label. Selects images with a shape of this label that has the attribute `attribute_name` or the point
   * `point_name`. In the list of objects: objects with this label and attribute.
   */
  detection_attribute_label: Id.optional(),
  /** With `detection_attribute_label` or `segmentation_attribute_label`: name of an attribute of the label's shapes. */
  attribute_name: Text(ATTRIBUTE_LIMITS.name).optional(),
  /** With `attribute_name`: the value, or a part of a text ignoring case. A checkbox without a value is false. Default: any value. */
  attribute_value: Text(ATTRIBUTE_LIMITS.text).optional(),
  /** A part of the file name, ignoring case. */
  search: Text(255).optional(),
  /** Images or objects in an area of the map. Format: the method, then x and y of each vertex, separated by commas. */
  map_area: MapArea.optional(),
};
/** Filters that apply to images but not to the list of objects. */
export const imageOnlyFilters = {
  /** Images with a shape of at least one of these kinds. A rotated box is also an object. */
  shape_kinds: listOf(FILTERED_SHAPE_KINDS).optional(),
  /** Images without a shape of any of these kinds. */
  not_shape_kinds: listOf(FILTERED_SHAPE_KINDS).optional(),
  /** Whether the image has polygons or masks. */
  polygons: QueryBool.optional(),
  /** Images with a polygon or mask of at least one of these segmentation labels. */
  polygon_labels: IdList.optional(),
  /** Whether the image has skeletons. */
  skeletons: QueryBool.optional(),
  /** Images with a skeleton of at least one of these detection labels. */
  skeleton_labels: IdList.optional(),
  /** Images with a polygon or mask of this label with the attribute `attribute_name`. */
  segmentation_attribute_label: Id.optional(),
  /** With `detection_attribute_label`: name of a point of the label's skeletons. */
  point_name: Text(MAX_POINT_NAME).optional(),
  /** With `point_name`: the state of the point. Default: visible or occluded. */
  point_state: z.enum(POINT_STATES).optional(),
  /** Whether a verification states that the image has nothing to annotate, and the image has no shapes. */
  nothing_to_annotate: QueryBool.optional(),
  /** Whether the image has shapes or labels that a model created, and that no user has changed or verified. */
  unreviewed: QueryBool.optional(),
  /** Images that violated quality rules of this task when they were last checked. */
  detection_task_violations: Id.optional(),
  segmentation_task_violations: Id.optional(),
  recognition_task_violations: Id.optional(),
  /** With one of the three filters above: only violations of this rule. */
  violated_rule: z.enum(QUALITY_RULES).optional(),
  /** Images with suspected label errors (annotations that the predictions of this run contradict) on which no user has decided. */
  suspects_of: Id.optional(),
  /** With `suspects_of`: minimum confidence of the suspected label errors, 0 to 1, as for `GET /annotate/v2/suspect/`. */
  sureness_from: z.coerce.number().min(0).max(1).optional(),
  /** Images whose uncertainty was computed by the model of this prediction run. */
  predicted_by: Id.optional(),
  /** With `predicted_by`: minimum uncertainty of the image, 0 to 1. */
  uncertainty_from: z.coerce.number().min(0).max(1).optional(),
  /** Images that were added or changed after this time and still exist. */
  changed_since: QueryDate.optional(),
  /** With `changed_since`: end of the period. */
  changed_until: QueryDate.optional(),
  /** Images that the next training would use, and that were added or changed since this dataset version of a training. */
  changed_since_training: Id.optional(),
};
/**
 * Sorts by file name (images without a name last) or by date. `surest`: most confident suspected label errors of `suspects_of`
 * first. `uncertain`: highest uncertainty of the predictions of `predicted_by` first.
 */
export const ImageSort = z.enum(['name', 'newest', 'oldest', 'surest', 'uncertain']);
/** Sort order of objects. They have no file name to sort by. */
export const ObjectSort = z.enum(['newest', 'oldest']);
/** Query parameter of lists that may stop counting early. */
export const BoundedCountQuery = {
  bounded_count: QueryBool.optional().describe(
    'Whether counting may stop after 10,000 matches and those of the page if it would be slow. The response then has `count_is_minimum`',
  ),
};
/** Fields of the responses to `BoundedCountQuery`. */
export const BoundedCountFields = {
  /** Whether counting stopped early: then at least `count` rows match. */
  count_is_minimum: z.boolean().optional(),
};
export const ImageQuery = z.object({
  ...ListQuery,
  ...BoundedCountQuery,
  ...imageFilters,
  ...imageOnlyFilters,
  /** Default: newest first. */
  sort: ImageSort.optional(),
  after: z
    .string()
    .regex(/^\d{1,9}\.\d{1,9}$/)
    .optional()
    .describe('Where the page starts. `next` of a list by name contains it; deep pages are then as fast as the first'),
  /** Same as `labels`. SDKs use this name. */
  label: IdList.optional(),
  /** Only images similar to this image, shape or group, most similar first. It overrides `sort`. */
  similar_to: Id.optional(),
  /** Kind of `similar_to`. Default: image. */
  similar_kind: z.enum(SIMILAR_KINDS).optional(),
});
/** Query of the call that returns the ids of all matching images. */
export const ImageIdsQuery = z.object({
  ...WorkspaceOnlyQuery.shape,
  ...imageFilters,
  ...imageOnlyFilters,
  after: z.coerce.number().int().min(0).max(2_000_000_000).optional().describe('`next` of the previous response'),
});
/** Maximum number of ids in one response. */
export const MAX_IMAGE_IDS = 100_000;
export const ImageIds = z.object({
  ids: z.array(Id),
  /** `after` of the next request; null after the last ids. */
  next: z.number().int().nullable(),
});
export type ImageIds = z.output<typeof ImageIds>;
/** Maximum number of similar images that the server considers. The other filters then apply to these images. */
export const MAX_SIMILAR_ITEMS = 500;
/** The filters of calls on all matching images. Strict: otherwise a misspelt filter would match everything. */
export const ImageFilter = z.strictObject({ ...imageFilters, ...imageOnlyFilters });
