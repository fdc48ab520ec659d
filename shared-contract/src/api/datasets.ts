import { z } from 'zod';
import { defineCalls } from './core';
import { ImageFilter } from './image-filters';
import { Id, Page, PageQuery, ListQuery, ShortName, Timestamp, WorkspaceBody, WorkspaceQuery } from './primitives';

/** Pictures that a version may name one by one. */
export const MAX_DATASET_IMAGE_IDS = 10_000;

const Domain = z.enum(['recognition', 'detection', 'segmentation']);

/** A dataset version: pictures with their annotations as they were at a moment. It is never changed. */
export const Dataset = z.object({
  id: Id,
  workspace: Id,
  /** Null for one that a training has made. */
  name: z.string().nullable(),
  /** `making`: its pictures are being gathered. */
  state: z.enum(['making', 'ready', 'failed']),
  /** Why it failed. */
  error: z.string().nullable(),
  pictures: z.number().int(),
  /** Pictures of it that have been deleted since. */
  deleted: z.number().int(),
  /** What a training has made it for; a version holds what its task says of the pictures, and nothing else. */
  training: z
    .object({
      domain: Domain,
      task: Id,
      task_name: z.string(),
      /** The model that was trained on it; null where that is gone. */
      model: Id.nullable(),
      number: z.number().int().nullable(),
    })
    .nullable(),
  created: Timestamp,
  created_by: z.object({ id: Id, username: z.string() }).nullable(),
});
export type Dataset = z.output<typeof Dataset>;

export const DatasetRequest = z
  .object({
    name: ShortName,
    /** All of the workspace, unless `images` or this says less. */
    filter: ImageFilter.optional(),
    images: z.array(Id).min(1).max(MAX_DATASET_IMAGE_IDS).optional(),
    only_verified: z.boolean().default(false),
    ...WorkspaceBody,
  })
  .refine(({ filter, images }) => !filter || !images, { error: 'must not come with filter', path: ['images'] });

export type DatasetRequest = z.output<typeof DatasetRequest>;

/** What has become of a picture or an annotation between two versions. */
export const DatasetChange = z.enum(['added', 'removed', 'changed']);
export type DatasetChange = z.output<typeof DatasetChange>;

/** A label, or the name of points, and what is said with it in two versions. */
export const DatasetLabelChanges = z.object({
  of: z.enum([...Domain.options, 'points']),
  /** Of points their name. */
  id: z.string(),
  name: z.string(),
  before: z.number().int(),
  after: z.number().int(),
  added: z.number().int(),
  removed: z.number().int(),
  /** The same shape elsewhere, or the same label with another value. */
  changed: z.number().int(),
});
export type DatasetLabelChanges = z.output<typeof DatasetLabelChanges>;

/**
 * What a version has that an earlier one had not, and the other way round. Where one of them is of a training, only the labels of
 * its task are looked at.
 */
export const DatasetChanges = z.object({
  before: Dataset,
  after: Dataset,
  pictures: z.object({
    added: z.number().int(),
    removed: z.number().int(),
    /** In both, with other annotations or TEST in one of them. */
    changed: z.number().int(),
    same: z.number().int(),
  }),
  labels: z.array(DatasetLabelChanges),
});
export type DatasetChanges = z.output<typeof DatasetChanges>;

export const DatasetImage = z.object({
  image: Id,
  /** Of its file; null where it had none, or where a version of before has not kept it. */
  name: z.string().nullable(),
  width: z.number().int(),
  height: z.number().int(),
  test: z.boolean(),
  /** It has been deleted since. */
  deleted: z.boolean(),
  /** Null where nothing is compared. */
  change: DatasetChange.nullable(),
});
export type DatasetImage = z.output<typeof DatasetImage>;

export const datasetCalls = defineCalls({
  'GET /recognition/v2/dataset/': {
    summary: 'Dataset versions, the newest first',
    query: z.object({ ...ListQuery }),
    response: Page(Dataset),
  },
  'POST /recognition/v2/dataset/': {
    summary: 'Keep pictures with their annotations as they are now, as a version that is named; gathered as long work',
    body: DatasetRequest,
    response: Dataset,
    status: 201,
  },
  'GET /recognition/v2/dataset/{id}': {
    summary: 'A dataset version',
    query: z.object({ ...WorkspaceQuery }),
    response: Dataset,
  },
  'DELETE /recognition/v2/dataset/{id}': {
    summary: 'Forget a version that was made by hand; one that a model was trained on stays as long as the model',
  },
  'GET /recognition/v2/dataset/{id}/changes': {
    summary: 'What is added, removed and changed since another version, by label',
    /** Absent: the one that was made before it; the first is compared with itself. */
    query: z.object({ since: Id.optional(), ...WorkspaceQuery }),
    response: DatasetChanges,
  },
  'GET /recognition/v2/dataset/{id}/pictures': {
    summary: 'The pictures of a version, or those that have changed since another',
    query: z
      .object({ since: Id.optional(), change: DatasetChange.optional(), ...PageQuery, ...WorkspaceQuery })
      .refine(({ since, change }) => (since === undefined) === (change === undefined), {
        error: 'must come with change',
        path: ['since'],
      }),
    response: Page(DatasetImage),
  },
});
