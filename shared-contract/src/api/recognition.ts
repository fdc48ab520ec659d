import { z } from 'zod';
import { MOST_RECORDS } from '../limits';
import { defineCalls } from './core';
import {
  Empty,
  ExpectedVersion,
  Id,
  IdList,
  Ids,
  Json,
  ListQuery,
  Page,
  QueryBool,
  QueryDate,
  ShortName,
  Text,
  WorkspaceBody,
  WorkspaceOnly,
  WorkspaceQuery,
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

/** The filters of the image browser; the list of objects takes the same. */
export const imageFilters = {
  verified: QueryBool.optional(),
  test: QueryBool.optional(),
  real: QueryBool.optional(),
  /** Any of these recognition labels. */
  labels: IdList.optional(),
  not_labels: IdList.optional(),
  /** Has an object of any of these detection labels. */
  detection_labels: IdList.optional(),
  imagejob: Id.optional(),
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
/** Those of images alone: models are asked about images. */
export const predictionFilters = {
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
  ...predictionFilters,
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
export const MOST_SIMILAR = 500;
/** The filters alone: what 'all matching' names. Strict, for a misspelt filter would match everything. */
export const ImageFilter = z.strictObject({ ...imageFilters, ...predictionFilters });

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
  name: ShortName.optional(),
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
  name: ShortName.optional(),
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
  /** These and no others; an empty list says nothing, for SDKs send one with every call. */
  labels: Ids.optional(),
  'mark-test': flag,
  'unmark-test': flag,
  'mark-real': flag,
  'unmark-real': flag,
  ...WorkspaceBody,
});
export const Upload = z.object({
  base64: z.string().optional(),
  url: Text(4096).optional(),
  noresize: z.boolean().default(true),
  /** Of the file; kept in the meta data as `filename`, unless these have one. */
  name: Text(255).optional(),
  meta_data: Json.optional(),
  real: z.boolean().optional(),
  test_image: z.boolean().optional(),
  /** A picture in base64, of the same size: white what is in the foreground. */
  foreground_mask: z.string().nullish(),
  ...WorkspaceBody,
});
/** A picture as it is, streamed, in place of one in base64. */
export const PICTURE_FORM = { file: 'file', inPlaceOf: ['base64', 'url'] } as const;
/** The same with a mask that may be a file beside it. */
export const MASKED_PICTURE_FORM = { ...PICTURE_FORM, orFile: ['foreground_mask'] } as const;
/** `code` of the 400 that an upload gets whose bytes are there already; `image_id` beside it is the image that has them. */
export const ALREADY_EXISTS = 'already_exists';
export const HistogramQuery = z
  .object({ bin_size: z.number().positive().max(VALUE_MAX).optional(), label_id: Id.nullish(), ...WorkspaceBody })
  .nullish();
export const Histogram = z.object({
  bins: z.array(z.number()),
  counts_images: z.array(z.number().int()),
  counts_objects: z.array(z.number().int()),
});

const PredictedLabel = z.object({ id: Id, name: z.string(), prob: z.number() }).loose();
export const PredictStatus = z.object({ code: z.number().int(), text: z.string() });
/** A picture with whatever comes back with its answer; all but the picture is free JSON. */
export const predictRecord = <T extends z.ZodRawShape>(further: T) =>
  z
    .object({ _url: Text(4096).optional(), _base64: z.string().optional(), ...further })
    .loose()
    .superRefine((record, context) => {
      const { _base64, ...rest } = record as Record<string, unknown>;
      const { error } = Json.safeParse(rest);
      if (error) context.addIssue({ code: 'custom', message: error.issues[0]?.message });
    });
/** The least probability that a prediction answers with, where nothing else says it. */
export const KEEP_PROB = 0.3;
export const PredictBody = z.object({
  records: z
    .array(predictRecord({ _objects: z.unknown().optional(), _extract_object: z.boolean().optional() }))
    .min(1)
    .max(MOST_RECORDS, `has more than ${MOST_RECORDS} records`),
  task_id: Id.optional(),
  task: Id.optional(),
  /**
   * What is said with less is left out. Unless sent: what the model was found to be best from, of one that draws and was trained
   * on the server's machine, else `KEEP_PROB`.
   */
  keep_prob: z.number().min(0).max(1).optional(),
  ...WorkspaceBody,
});
export const ClassifyAnswer = z.object({
  records: z.array(
    z.object({ _status: PredictStatus, best_label: PredictedLabel.nullable(), labels: z.array(PredictedLabel) }).loose(),
  ),
  status: PredictStatus,
});

const workspaceOnlyQuery = z.object({ ...WorkspaceQuery });

export const recognitionCalls = defineCalls({
  'GET /recognition/v2/training-image/': {
    summary: "Images, newest first, by the browser's filters",
    query: ImageQuery,
    response: Page(TrainingImage),
  },
  'POST /recognition/v2/training-image/': {
    summary: 'Upload a picture',
    body: Upload,
    form: MASKED_PICTURE_FORM,
    response: TrainingImage,
    status: 201,
  },
  'GET /recognition/v2/training-image/{id}': { summary: 'One image', query: workspaceOnlyQuery, response: TrainingImage },
  'PUT /recognition/v2/training-image/{id}': {
    summary: "Change an image's meta data or flags",
    body: z.object({
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
    summary: 'Flags and labels of many images',
    query: workspaceOnlyQuery,
    body: BulkImageUpdate,
    response: z.object({ updated: z.number().int() }),
  },
  'POST /recognition/v2/training-image/{id}/set-foreground-mask': {
    summary: "Set an image's foreground mask, a picture of the same size, or take it away",
    body: z.object({ foreground_mask: z.string().nullable(), ...WorkspaceBody, ...ExpectedVersion }),
    response: TrainingImage,
  },
  'POST /recognition/v2/training-image/{id}/add-label': {
    summary: 'Put a label on an image',
    service: 'recognition',
    body: LabelValue,
    response: TrainingImage,
  },
  'POST /recognition/v2/training-image/{id}/remove-label': {
    summary: 'Take a label off an image',
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
    summary: 'Take a label off everything and delete it',
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
    summary: 'Create a recognition task; a tagging task gets its negative label',
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
  'POST /recognition/v2/model/{id}/cancel': {
    summary: 'End the training of a model that is queued or in training',
    service: 'recognition',
    body: WorkspaceOnly,
    response: RecognitionModel,
  },
  'POST /recognition/v2/classify/': {
    summary: 'Predict labels of pictures',
    service: 'recognition',
    body: PredictBody,
    response: ClassifyAnswer,
  },
});
