import { storedGroupRules } from '../annotation/quality';
import { z } from 'zod';
import { TrainingParams } from '../annotation/detection';
import { Id, StoredJson, Timestamp, Version } from '../base/primitives';

export const SimilarityType = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  version: Version,
  /** Number of groups of this type. If the type is deleted, its groups have no type. Missing in responses of older servers. */
  groups_count: z.number().int().optional(),
});
export type SimilarityType = z.output<typeof SimilarityType>;
export const SimilarityTask = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  description: z.string(),
  types: z.array(z.object({ id: Id, name: z.string() })),
  training_params: TrainingParams,
  version: Version,
  ...storedGroupRules,
});
export type SimilarityTask = z.output<typeof SimilarityTask>;

const GroupSummary = z.object({
  id: Id,
  name: z.string(),
  description: z.string(),
  type: Id.nullable(),
  test_group: z.boolean(),
  thumb_img_path: z.string().nullable(),
});
/** A group in a list. Contains the number of members instead of the members, so that pages with large groups stay small. */
export const GroupRow = z.object({
  ...GroupSummary.shape,
  workspace: Id,
  type_name: z.string().nullable(),
  groups_count: z.number().int(),
  images_count: z.number().int(),
  objects_count: z.number().int(),
  verificationsCount: z.number().int(),
  created: Timestamp,
  version: Version,
});
export type GroupRow = z.output<typeof GroupRow>;
export const GroupImage = z.object({
  id: Id,
  img_path: z.string(),
  thumb_img_path: z.string(),
  test_image: z.boolean(),
  real: z.boolean(),
  /** File name. Null if the image has none. Missing in responses of older servers. */
  name: z.string().nullable().optional(),
});
export const GroupObject = z.object({
  id: Id,
  thumb: z.string(),
  image: z.object({ id: Id, test_image: z.boolean(), real: z.boolean() }),
  /** Name of the label. Missing in responses of older servers. */
  label: z.string().optional(),
});
export const GroupDetail = z.object({
  ...GroupRow.shape,
  type: z.object({ id: Id, name: z.string(), workspace: Id }).nullable(),
  groups: z.array(GroupSummary),
  images: z.array(GroupImage),
  detection_objects: z.array(GroupObject),
  meta_data: StoredJson,
});
export type GroupDetail = z.output<typeof GroupDetail>;

const memberIds = { images: z.array(Id), detection_objects: z.array(Id), groups: z.array(Id) };
/** Members that a call added to a group or removed from it. Members that did not change are not listed. */
export const GroupChanges = z.object({
  id: Id,
  added: z.object({
    images: z.array(GroupImage),
    detection_objects: z.array(GroupObject),
    groups: z.array(GroupSummary),
  }),
  removed: z.object(memberIds),
  groups_count: z.number().int(),
  images_count: z.number().int(),
  objects_count: z.number().int(),
  thumb_img_path: z.string().nullable(),
});
export type GroupChanges = z.output<typeof GroupChanges>;
