import { z } from 'zod';
import { defineCalls } from '../base/core';
import { ImageFilter } from '../images/image-filters';
import {
  Id,
  Page,
  PageQuery,
  ListQuery,
  ShortName,
  Timestamp,
  WorkspaceBody,
  WorkspaceQuery,
  UserReference,
  WorkspaceOnlyQuery,
} from '../base/primitives';

/** Maximum number of image ids in a request that creates a dataset version. */
export const MAX_DATASET_IMAGE_IDS = 10_000;

const Domain = z.enum(['recognition', 'detection', 'segmentation']);

/** A dataset version: an immutable snapshot of images with their annotations. */
export const Dataset = z.object({
  id: Id,
  workspace: Id,
  /** Name of the version. Null for a version that a training has created. */
  name: z.string().nullable(),
  /** `making`: the images are being collected. */
  state: z.enum(['making', 'ready', 'failed']),
  /** Why the version could not be created, otherwise null. */
  error: z.string().nullable(),
  pictures: z.number().int(),
  /** Number of images of the version that were deleted after the version was created. */
  deleted: z.number().int(),
  /** Set if a training created the version, which then contains only annotations of the task. */
  training: z
    .object({
      domain: Domain,
      task: Id,
      task_name: z.string(),
      /** The model that was trained on the version; null if it was deleted. */
      model: Id.nullable(),
      number: z.number().int().nullable(),
    })
    .nullable(),
  created: Timestamp,
  created_by: UserReference.nullable(),
});
export type Dataset = z.output<typeof Dataset>;

export const DatasetRequest = z
  .object({
    name: ShortName,
    /** Default, without `images`: all images of the workspace. */
    filter: ImageFilter.optional(),
    images: z.array(Id).min(1).max(MAX_DATASET_IMAGE_IDS).optional(),
    only_verified: z.boolean().default(false),
    ...WorkspaceBody,
  })
  .refine(({ filter, images }) => !filter || !images, { error: 'must not come with filter', path: ['images'] });

export type DatasetRequest = z.output<typeof DatasetRequest>;

/** How an image or annotation differs between two versions. */
export const DatasetChange = z.enum(['added', 'removed', 'changed']);
export type DatasetChange = z.output<typeof DatasetChange>;

/** Number of uses of a label, or of a point name, in two dataset versions. */
export const DatasetLabelChanges = z.object({
  of: z.enum([...Domain.options, 'points']),
  /** Id of the label. For points, the name of the points. */
  id: z.string(),
  name: z.string(),
  before: z.number().int(),
  after: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  /** Number of changed annotations: shapes with another position, rotation or attribute, or labels with another value. */
  changed: z.number().int(),
  /** Number of changed shapes whose attributes changed. */
  changed_attributes: z.number().int().optional(),
});
export type DatasetLabelChanges = z.output<typeof DatasetLabelChanges>;

/** Number of images for each kind of difference between two dataset versions. */
export const DatasetImageCounts = z.object({
  added: z.number().int(),
  removed: z.number().int(),
  /** Images of both versions with different annotations or a different TEST flag. */
  changed: z.number().int(),
  same: z.number().int(),
});

/** Differences between two dataset versions. If a training has created one of the versions, only labels of its task are compared. */
export const DatasetChanges = z.object({
  before: Dataset,
  after: Dataset,
  pictures: DatasetImageCounts,
  labels: z.array(DatasetLabelChanges),
});
export type DatasetChanges = z.output<typeof DatasetChanges>;

export const DatasetImage = z.object({
  image: Id,
  /** File name; null if the image had none, or if an older version did not store it. */
  name: z.string().nullable(),
  width: z.number().int(),
  height: z.number().int(),
  test: z.boolean(),
  /** Whether the image has been deleted since the version was created. */
  deleted: z.boolean(),
  /** Null if the request does not compare two versions. */
  change: DatasetChange.nullable(),
});
export type DatasetImage = z.output<typeof DatasetImage>;

export const datasetCalls = defineCalls({
  'GET /recognition/v2/dataset/': {
    summary: 'Dataset versions, newest first',
    query: z.object({ ...ListQuery }),
    response: Page(Dataset),
  },
  'POST /recognition/v2/dataset/': {
    permission: 'manage',
    summary: 'Create a named version of images with their current annotations, as background work',
    body: DatasetRequest,
    response: Dataset,
    status: 201,
  },
  'GET /recognition/v2/dataset/{id}': {
    summary: 'A dataset version',
    query: WorkspaceOnlyQuery,
    response: Dataset,
  },
  'DELETE /recognition/v2/dataset/{id}': {
    permission: 'manage',
    summary: 'Delete a version that a user has created; a version that a model was trained on stays as long as the model',
  },
  'GET /recognition/v2/dataset/{id}/changes': {
    coversWorkspace: true,
    summary: 'Differences from another version, by label',
    /** `since`: the version to compare with. Default: the previous version. Without a previous version, no differences are returned. */
    query: z.object({ since: Id.optional(), ...WorkspaceQuery }),
    response: DatasetChanges,
  },
  'GET /recognition/v2/dataset/{id}/pictures': {
    coversWorkspace: true,
    summary: 'The images of a version, or those that differ from another version',
    query: z
      .object({ since: Id.optional(), change: DatasetChange.optional(), ...PageQuery, ...WorkspaceQuery })
      .refine(({ since, change }) => (since === undefined) === (change === undefined), {
        error: 'must come with change',
        path: ['since'],
      }),
    response: Page(DatasetImage),
  },
});
