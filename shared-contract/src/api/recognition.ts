import { z } from 'zod';
import { defineCalls } from './core';
import { ImageQuery } from './image-filters';
import { PredictBody, ClassifyResponse } from './predict';
import {
  Id,
  Ids,
  Json,
  ListQuery,
  EditedName,
  ShortName,
  Text,
  WorkspaceBody,
  WorkspaceOnly,
  WorkspaceQuery,
  Empty,
  ExpectedVersion,
  Page,
} from './primitives';
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

const labelListQuery = z.object({ ...ListQuery, search: Text(255).optional(), type: LabelType.optional(), task: Id.optional() });
const taskListQuery = z.object({ ...ListQuery, search: Text(255).optional(), type: TaskType.optional() });
const valueBody = { min_value: Bound.nullish(), max_value: Bound.nullish(), step_value: Bound.positive().nullish() };
const labelBody = z.object({
  name: ShortName,
  description: Text().optional(),
  type: LabelType.default('category'),
  color: Text(20).nullish(),
  task: Id.nullish(),
  ...valueBody,
  ...WorkspaceBody,
});
const labelEdit = z.object({
  name: EditedName.optional(),
  description: Text().optional(),
  color: Text(20).nullish(),
  ...valueBody,
  ...WorkspaceBody,
  ...ExpectedVersion,
});
const taskBody = z.object({
  name: ShortName,
  description: Text().optional(),
  type: TaskType.default('multi_class'),
  ...WorkspaceBody,
});
const taskEdit = z.object({
  name: EditedName.optional(),
  description: Text().optional(),
  production_version: z.number().int().min(0).max(1e9).optional(),
  ...WorkspaceBody,
  ...ExpectedVersion,
});

export const LabelRef = z.object({ label_id: Id, ...WorkspaceBody });
export const LabelValue = z.object({ label_id: Id, value: Bound.nullish(), ...WorkspaceBody });
const TaskRef = z.object({ task_id: Id, ...WorkspaceBody });
const flag = z.boolean().optional();
export const BulkImageUpdate = z.object({
  images: Ids.min(1),
  'labels-add': Ids.optional(),
  'labels-remove': Ids.optional(),
  /** Replaces all labels. An empty list changes nothing, because SDKs send one with every call. */
  labels: Ids.optional(),
  'mark-test': flag,
  'unmark-test': flag,
  'mark-real': flag,
  'unmark-real': flag,
  /** Verifies as the caller. Needs the service `annotate`. */
  verify: flag,
  ...WorkspaceBody,
});
export const Upload = z.object({
  base64: z.string().optional(),
  url: Text(4096).optional(),
  noresize: z.boolean().default(true),
  /** File name, unless the meta data contain one as `filename`. */
  name: Text(255).optional(),
  meta_data: Json.optional(),
  real: z.boolean().optional(),
  test_image: z.boolean().optional(),
  /** A base64 image of the same size, white in the foreground. */
  foreground_mask: z.string().nullish(),
  ...WorkspaceBody,
});
/** A form with the image as a streamed file instead of base64. */
export const IMAGE_FORM = { file: 'file', replaces: ['base64', 'url'] } as const;
/** The same form, in which the foreground mask may also be a file. */
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
export const Histogram = z.object({
  bins: z.array(z.number()),
  counts_images: z.array(z.number().int()),
  counts_objects: z.array(z.number().int()),
});

const workspaceOnlyQuery = z.object({ ...WorkspaceQuery });

export const recognitionCalls = defineCalls({
  'GET /recognition/v2/training-image/': {
    summary: 'Images, newest first, with the filters of the image browser',
    query: ImageQuery,
    response: Page(TrainingImage),
  },
  'POST /recognition/v2/training-image/': {
    summary: 'Upload an image',
    body: Upload,
    form: MASKED_IMAGE_FORM,
    response: TrainingImage,
    status: 201,
  },
  'GET /recognition/v2/training-image/{id}': { summary: 'One image', query: workspaceOnlyQuery, response: TrainingImage },
  'PUT /recognition/v2/training-image/{id}': {
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
    summary: 'Delete an image with its objects, polygons and points',
    query: workspaceOnlyQuery,
  },
  'POST /recognition/v2/training-image/update': {
    summary: 'Change flags and labels of many images',
    query: workspaceOnlyQuery,
    body: BulkImageUpdate,
    response: z.object({ updated: z.number().int() }),
  },
  'POST /recognition/v2/training-image/{id}/set-foreground-mask': {
    summary: "Set or remove an image's foreground mask, an image of the same size",
    body: z.object({ foreground_mask: z.string().nullable(), ...WorkspaceBody, ...ExpectedVersion }),
    response: TrainingImage,
  },
  'POST /recognition/v2/training-image/{id}/add-label': {
    summary: 'Assign a label to an image',
    service: 'recognition',
    body: LabelValue,
    response: TrainingImage,
  },
  'POST /recognition/v2/training-image/{id}/remove-label': {
    summary: 'Remove a label from an image',
    service: 'recognition',
    body: LabelRef,
    response: TrainingImage,
  },
  'POST /recognition/v2/training-image/{id}/update-value': {
    summary: 'Set the value of a label on an image',
    service: 'recognition',
    body: LabelValue,
    response: TrainingImage,
  },
  'POST /recognition/v2/training-image/{id}/update-label': {
    summary: 'Set the value of a label on an image (SDK name)',
    service: 'recognition',
    body: LabelValue,
    response: TrainingImage,
  },
  'GET /recognition/v2/label/': {
    summary: 'Recognition labels by name',
    service: 'recognition',
    query: labelListQuery,
    response: Page(RecognitionLabel),
  },
  'POST /recognition/v2/label/': {
    summary: 'Create a recognition label',
    service: 'recognition',
    body: labelBody,
    response: RecognitionLabel,
    status: 201,
  },
  'GET /recognition/v2/label/{id}': {
    summary: 'One recognition label',
    service: 'recognition',
    query: workspaceOnlyQuery,
    response: RecognitionLabel,
  },
  'PUT /recognition/v2/label/{id}': {
    summary: 'Change a recognition label',
    service: 'recognition',
    query: workspaceOnlyQuery,
    body: labelEdit,
    response: RecognitionLabel,
  },
  'DELETE /recognition/v2/label/{id}': {
    summary: 'Delete a recognition label',
    service: 'recognition',
    query: workspaceOnlyQuery,
  },
  'DELETE /recognition/v2/label/{id}/wipe': {
    summary: 'Remove a label from all images and objects and delete it',
    service: 'recognition',
    query: workspaceOnlyQuery,
  },
  'POST /recognition/v2/label/{id}/add-task': {
    summary: 'Attach a label to a task',
    service: 'recognition',
    body: TaskRef,
    response: Empty,
  },
  'POST /recognition/v2/label/{id}/remove-task': {
    summary: 'Detach a label from a task',
    service: 'recognition',
    body: TaskRef,
    response: Empty,
  },
  'POST /recognition/v2/label/{id}/get-histogram': {
    summary: "Histogram of a value label's values",
    service: 'recognition',
    body: HistogramQuery,
    response: Histogram,
  },
  'GET /recognition/v2/task/': {
    summary: 'Recognition tasks by name',
    service: 'recognition',
    query: taskListQuery,
    response: Page(RecognitionTask),
  },
  'POST /recognition/v2/task/': {
    summary: 'Create a recognition task; a tagging task also gets a negative label',
    service: 'recognition',
    body: taskBody,
    response: RecognitionTask,
    status: 201,
  },
  'GET /recognition/v2/task/{id}': {
    summary: 'One recognition task',
    service: 'recognition',
    query: workspaceOnlyQuery,
    response: RecognitionTask,
  },
  'PUT /recognition/v2/task/{id}': {
    summary: 'Change a recognition task',
    service: 'recognition',
    query: workspaceOnlyQuery,
    body: taskEdit,
    response: RecognitionTask,
  },
  'DELETE /recognition/v2/task/{id}': { summary: 'Delete a recognition task', service: 'recognition', query: workspaceOnlyQuery },
  'POST /recognition/v2/task/{id}/add-label': {
    summary: 'Attach a label',
    service: 'recognition',
    body: LabelRef,
    response: RecognitionTask,
  },
  'POST /recognition/v2/task/{id}/remove-label': {
    summary: 'Detach a label',
    service: 'recognition',
    body: LabelRef,
    response: RecognitionTask,
  },
  'POST /recognition/v2/task/{id}/train': {
    summary: 'Queue a model',
    service: 'recognition',
    body: WorkspaceOnly,
    response: RecognitionModel,
    status: 201,
  },
  'GET /recognition/v2/model/{id}': {
    summary: 'One recognition model',
    service: 'recognition',
    query: workspaceOnlyQuery,
    response: RecognitionModel,
  },
  'GET /recognition/v2/model/': {
    summary: 'Models of a recognition task, newest first',
    service: 'recognition',
    query: z.object({ ...ListQuery, task: Id.optional() }),
    response: Page(RecognitionModel),
  },
  'POST /recognition/v2/model/{id}/request-download': {
    summary: "A link to a trained model's file",
    service: 'recognition',
    body: WorkspaceOnly,
    response: RecognitionModel,
  },
  'POST /recognition/v2/model/{id}/take-back': {
    summary: 'Use an older model instead of newer ones, until another one is trained',
    service: 'recognition',
    body: WorkspaceOnly,
    response: RecognitionModel,
  },
  'POST /recognition/v2/model/{id}/cancel': {
    summary: 'Cancel the training of a model that is queued or in training',
    service: 'recognition',
    body: WorkspaceOnly,
    response: RecognitionModel,
  },
  'POST /recognition/v2/classify/': {
    summary: 'Predict labels of images',
    service: 'recognition',
    prediction: true,
    body: PredictBody,
    response: ClassifyResponse,
  },
});
