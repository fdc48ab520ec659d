import { z } from 'zod';
import { defineCalls, defineServiceCalls } from '../base/core';
import { BoundedCountFields, ImageIds, ImageIdsQuery, ImageQuery } from '../images/image-filters';
import { defineModelCalls, defineRowCalls } from '../base/row-calls';
import { PredictBody, ClassifyResponse } from './predict';
import {
  AnnotationSource,
  Id,
  Ids,
  Json,
  LabelKey,
  ModelOrigin,
  ShortName,
  Text,
  WorkspaceBody,
  Empty,
  ExpectedVersion,
  Page,
  WorkspaceOnlyQuery,
  LabelRef,
  TaskRef,
} from '../base/primitives';
import { ruleFields } from './quality';
import {
  Bound,
  LabelType,
  RecognitionLabel,
  RecognitionModel,
  RecognitionTask,
  TaskType,
  TrainingImage,
  VALUE_MAX,
} from './recognition-rows';

const valueFields = { min_value: Bound.nullish(), max_value: Bound.nullish(), step_value: Bound.positive().nullish() };
const labelFields = {
  name: ShortName,
  description: Text().optional(),
  color: Text(20).nullish(),
  key: LabelKey.nullish(),
  ...valueFields,
};
const taskFields = { name: ShortName, description: Text().optional(), ...ruleFields };

/** A label to assign to an image or object. `value` is allowed only for labels of the type `value`. */
export const LabelValue = z.object({
  label_id: Id,
  value: Bound.nullish(),
  source: AnnotationSource.optional(),
  ...WorkspaceBody,
});
const ImageLabelValue = LabelValue.extend({ prediction: ModelOrigin.optional() });
const flag = z.boolean().optional();
/** Flags and labels to change on the listed images. Flags that are false or missing change nothing. */
export const BulkImageUpdate = z.object({
  images: Ids.min(1),
  'labels-add': Ids.optional(),
  'labels-remove': Ids.optional(),
  /** Replaces all labels. An empty list changes nothing, because SDKs send an empty list with every call. */
  labels: Ids.optional(),
  'mark-test': flag,
  'unmark-test': flag,
  'mark-real': flag,
  'unmark-real': flag,
  /** Verifies as the caller. Needs the service `annotate`. */
  verify: flag,
  ...WorkspaceBody,
});
/** An image to upload, as base64 or by URL. */
export const Upload = z.object({
  base64: z.string().optional(),
  url: Text(4096).optional(),
  noresize: z.boolean().default(true),
  /** File name, unless the meta data contain one as `filename`. */
  name: Text(255).optional(),
  meta_data: Json.optional(),
  real: z.boolean().optional(),
  test_image: z.boolean().optional(),
  /** Foreground mask: a base64 image of the same size, with white pixels in the foreground. */
  foreground_mask: z.string().nullish(),
  ...WorkspaceBody,
});
/** Form for an upload, in which a streamed file replaces the image as base64. */
export const IMAGE_FORM = { file: 'file', replaces: ['base64', 'url'] } as const;
/** Like `IMAGE_FORM`, but the foreground mask may also be a file. */
export const MASKED_IMAGE_FORM = { ...IMAGE_FORM, optionalFiles: ['foreground_mask'] } as const;
/** `code` of the 400 response to a duplicate upload. `image_id` is the id of the existing image. */
export const ALREADY_EXISTS = 'already_exists';
export const HistogramQuery = z
  .object({
    bin_size: z.number().positive().max(VALUE_MAX).optional(),
    label_id: Id.nullish(),
    /** Only images with all of these labels. */
    label_ids: Ids.nullish(),
    ...WorkspaceBody,
  })
  .nullish();
/** Distribution of the values of a label. `bins` are the lower edges of bins of equal width; the counts are in the same order. */
export const Histogram = z.object({
  bins: z.array(z.number()),
  counts_images: z.array(z.number().int()),
  counts_objects: z.array(z.number().int()),
});

const imageCalls = defineCalls({
  'GET /recognition/v2/training-image/': {
    summary: 'Images, newest first, with the filters of the image browser',
    query: ImageQuery,
    response: Page(TrainingImage).extend({
      ...BoundedCountFields,
      /** Whether images are missing because the index for `similar_to` is incomplete. Repeat the request after a few seconds. */
      preparing: z.boolean().optional(),
    }),
  },
  'GET /recognition/v2/training-image/ids': {
    summary: 'Ids of all images that match the filters of the image browser, newest first, up to 100,000 for each call',
    query: ImageIdsQuery,
    response: ImageIds,
  },
  'POST /recognition/v2/training-image/': {
    permission: 'manage',
    summary: 'Upload an image',
    body: Upload,
    form: MASKED_IMAGE_FORM,
    response: TrainingImage,
    status: 201,
  },
  'GET /recognition/v2/training-image/{id}': { summary: 'One image', query: WorkspaceOnlyQuery, response: TrainingImage },
  'PUT /recognition/v2/training-image/{id}': {
    permission: 'annotate',
    summary: "Change an image's meta data, flags or file name",
    body: z.object({
      /** File name. The key `filename` of the meta data does not change it. */
      name: Text(255).optional(),
      meta_data: Json.optional(),
      real: z.boolean().optional(),
      test_image: z.boolean().optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: TrainingImage,
  },
  'DELETE /recognition/v2/training-image/{id}': {
    permission: 'manage',
    summary: 'Delete an image with its shapes',
    query: WorkspaceOnlyQuery,
  },
  'POST /recognition/v2/training-image/update': {
    permission: 'annotate',
    summary: 'Change flags and labels of many images',
    query: WorkspaceOnlyQuery,
    body: BulkImageUpdate,
    response: z.object({ updated: z.number().int() }),
  },
  'POST /recognition/v2/training-image/{id}/set-foreground-mask': {
    permission: 'annotate',
    summary: "Set or remove an image's foreground mask, an image of the same size",
    body: z.object({ foreground_mask: z.string().nullable(), ...WorkspaceBody, ...ExpectedVersion }),
    response: TrainingImage,
  },
});

const taskCalls = defineRowCalls('/recognition/v2/task', {
  noun: 'recognition task',
  row: RecognitionTask,
  filters: { search: Text(255).optional(), type: TaskType.optional() },
  fields: { ...taskFields, type: TaskType.default('multi_class') },
  editFields: { ...taskFields, production_version: z.number().int().min(0).max(1e9).optional() },
});

const labelAndTaskCalls = defineServiceCalls('recognition', {
  ...defineRowCalls('/recognition/v2/label', {
    noun: 'recognition label',
    row: RecognitionLabel,
    filters: { search: Text(255).optional(), type: LabelType.optional(), task: Id.optional() },
    fields: { ...labelFields, type: LabelType.default('category'), task: Id.nullish() },
    editFields: labelFields,
  }),
  ...taskCalls,
  'POST /recognition/v2/task/': {
    ...taskCalls['POST /recognition/v2/task/'],
    summary: 'Create a recognition task; a tagging task also gets a negative label',
  },
  ...defineModelCalls('recognition', RecognitionModel, { task: Id.optional() }),
  'POST /recognition/v2/training-image/{id}/add-label': {
    permission: 'annotate',
    summary: 'Assign a label to an image',
    body: ImageLabelValue,
    response: TrainingImage,
  },
  'POST /recognition/v2/training-image/{id}/remove-label': {
    permission: 'annotate',
    summary: 'Remove a label from an image',
    body: LabelRef,
    response: TrainingImage,
  },
  'POST /recognition/v2/training-image/{id}/update-value': {
    permission: 'annotate',
    summary: 'Set the value of a label on an image',
    body: ImageLabelValue,
    response: TrainingImage,
  },
  'POST /recognition/v2/training-image/{id}/update-label': {
    permission: 'annotate',
    summary: 'Set the value of a label on an image (SDK name)',
    body: ImageLabelValue,
    response: TrainingImage,
  },
  'DELETE /recognition/v2/label/{id}/wipe': {
    permission: 'manage',
    summary: 'Remove a label from all images and objects and delete it',
    query: WorkspaceOnlyQuery,
  },
  'POST /recognition/v2/label/{id}/add-task': {
    permission: 'manage',
    summary: 'Attach a label to a task',
    body: TaskRef,
    response: Empty,
  },
  'POST /recognition/v2/label/{id}/remove-task': {
    permission: 'manage',
    summary: 'Detach a label from a task',
    body: TaskRef,
    response: Empty,
  },
  'POST /recognition/v2/label/{id}/get-histogram': {
    permission: 'view',
    summary: "Histogram of a value label's values",
    body: HistogramQuery,
    response: Histogram,
  },
  'POST /recognition/v2/task/{id}/add-label': {
    permission: 'manage',
    summary: 'Attach a label',
    body: LabelRef,
    response: RecognitionTask,
  },
  'POST /recognition/v2/task/{id}/remove-label': {
    permission: 'manage',
    summary: 'Detach a label',
    body: LabelRef,
    response: RecognitionTask,
  },
  'POST /recognition/v2/classify/': {
    permission: 'view',
    summary: 'Predict labels of images',
    prediction: true,
    body: PredictBody,
    response: ClassifyResponse,
  },
});

export const recognitionCalls = { ...imageCalls, ...labelAndTaskCalls };
