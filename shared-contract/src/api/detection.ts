import { z } from 'zod';
import { INPUT_SIZE } from '../limits';
import { defineBulkResponse, defineBulkBody } from './bulk';
import { defineCalls } from './core';
import {
  Box,
  Color,
  Empty,
  ExpectedVersion,
  Id,
  Items,
  Json,
  storable,
  StoredJson,
  ListQuery,
  Page,
  EditedName,
  ShortName,
  Text,
  Timestamp,
  Version,
  WorkspaceBody,
  WorkspaceOnly,
  WorkspaceQuery,
} from './primitives';
import { imageFilters, ObjectSort } from './image-filters';
import { PredictBody, PredictStatus } from './predict';
import { LabelRef, LabelValue } from './recognition';
import { AttachedLabel, lastTrainingFields, localModelFields, TrainStatus } from './recognition-rows';

/** Image size for training, in pixels. */
export const InputSize = z.number().int().min(INPUT_SIZE.min).max(INPUT_SIZE.max);
export const TrainingParams = z
  .object({ 'detection-model': z.object({ input_size: InputSize.optional() }).loose().optional() })
  .loose();

export const ShapeLabel = z.object({ id: Id, name: z.string(), color: z.string() });
export type ShapeLabel = z.output<typeof ShapeLabel>;
export const ImageRef = z.object({ id: Id });
/** An image id, or an object with the id, as in responses. */
export const ImageInput = z.union([
  Id,
  z
    .object({ id: Id })
    .loose()
    .transform((image) => image.id),
]);
const LabelInput = z.union([
  Id,
  z
    .object({ id: Id })
    .loose()
    .transform((label) => label.id),
]);

export const DetectionLabel = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  color: z.string(),
  /** Recognition tasks whose labels can be assigned to objects of this label. */
  recognition_tasks: z.array(Id),
  objects_count: z.number().int(),
  images_count: z.number().int(),
  tasks_count: z.number().int(),
  version: Version,
});
export type DetectionLabel = z.output<typeof DetectionLabel>;

export const DetectionTask = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  description: z.string(),
  detection_labels: z.array(ShapeLabel),
  detectionLabelsCount: z.number().int(),
  last_train_status: TrainStatus.nullable(),
  ...lastTrainingFields,
  /** Mean average precision of the last trained model at an IoU of 0.75. */
  map: z.number().nullable(),
  training_params: TrainingParams,
  negative_images_count: z.number().int(),
  version: Version,
});
export type DetectionTask = z.output<typeof DetectionTask>;

export const DetectionModel = z.object({
  id: Id,
  detection_task: Id,
  train_status: TrainStatus,
  error: z.string().nullable(),
  map: z.number().nullable(),
  model_path_download: z.string().nullable(),
  created: Timestamp,
  ...localModelFields,
});
export type DetectionModel = z.output<typeof DetectionModel>;

export const DetectionObject = z.object({
  id: Id,
  workspace: Id,
  image: z.object({
    id: Id,
    img_path: z.string(),
    thumb_img_path: z.string(),
    img_width: z.number().int(),
    img_height: z.number().int(),
    real: z.boolean(),
    test_image: z.boolean(),
    verificationsCount: z.number().int(),
  }),
  detection_label: ShapeLabel,
  data: z.array(z.number().int()),
  meta_data: StoredJson,
  recognition_labels: z.array(AttachedLabel),
  thumb: z.string(),
  created: Timestamp,
  version: Version,
});
export type DetectionObject = z.output<typeof DetectionObject>;

export const ObjectFilter = z.object({ ...imageFilters, image: Id.optional() });
export const ObjectQuery = z.object({ ...ListQuery, ...ObjectFilter.shape, sort: ObjectSort.optional() });
const workspaceOnlyQuery = z.object({ ...WorkspaceQuery });
const TaskRef = z.object({ task_id: Id, ...WorkspaceBody });
const namedList = z.object({ ...ListQuery, search: Text(255).optional(), task: Id.optional() });
const objectFields = { image: ImageInput, detection_label: LabelInput, data: Box, meta_data: Json.optional() };
const objectEdit = {
  image: ImageInput.optional(),
  detection_label: LabelInput.optional(),
  data: Box.optional(),
  meta_data: Json.optional(),
};

export const DetectResponse = z.object({
  records: z.array(
    z
      .object({
        _status: PredictStatus,
        _objects: z.array(z.object({ id: Id, name: z.string(), bound_box: z.array(z.number()), prob: z.number() }).loose()),
      })
      .loose(),
  ),
  status: PredictStatus,
});

const service = 'custom-object-detection';
export const detectionCalls = defineCalls({
  'GET /detection/v2/label/': { summary: 'Detection labels by name', service, query: namedList, response: Page(DetectionLabel) },
  'POST /detection/v2/label/': {
    summary: 'Create a detection label',
    service,
    body: z.object({ name: ShortName, color: Color.optional(), ...WorkspaceBody }),
    response: DetectionLabel,
    status: 201,
  },
  'GET /detection/v2/label/{id}': {
    summary: 'One detection label',
    service,
    query: workspaceOnlyQuery,
    response: DetectionLabel,
  },
  'PUT /detection/v2/label/{id}': {
    summary: 'Change a detection label',
    service,
    query: workspaceOnlyQuery,
    body: z.object({ name: EditedName.optional(), color: Color.optional(), ...WorkspaceBody, ...ExpectedVersion }),
    response: DetectionLabel,
  },
  'DELETE /detection/v2/label/{id}': { summary: 'Delete a detection label with its objects', service, query: workspaceOnlyQuery },
  'POST /detection/v2/label/{id}/add-task': {
    summary: 'Attach a recognition task whose labels its objects can have, or a detection task',
    service,
    body: TaskRef,
    response: Empty,
  },
  'POST /detection/v2/label/{id}/remove-task': { summary: 'Detach a task', service, body: TaskRef, response: Empty },
  'GET /detection/v2/task/': { summary: 'Detection tasks by name', service, query: namedList, response: Page(DetectionTask) },
  'POST /detection/v2/task/': {
    summary: 'Create a detection task',
    service,
    body: z.object({
      name: ShortName,
      description: Text().optional(),
      training_params: storable(TrainingParams).optional(),
      ...WorkspaceBody,
    }),
    response: DetectionTask,
    status: 201,
  },
  'GET /detection/v2/task/{id}': { summary: 'One detection task', service, query: workspaceOnlyQuery, response: DetectionTask },
  'PUT /detection/v2/task/{id}': {
    summary: 'Change a detection task',
    service,
    query: workspaceOnlyQuery,
    body: z.object({
      name: EditedName.optional(),
      description: Text().optional(),
      training_params: storable(TrainingParams).optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: DetectionTask,
  },
  'DELETE /detection/v2/task/{id}': { summary: 'Delete a detection task', service, query: workspaceOnlyQuery },
  'POST /detection/v2/task/{id}/add-label': { summary: 'Attach a label', service, body: LabelRef, response: DetectionTask },
  'POST /detection/v2/task/{id}/remove-label': { summary: 'Detach a label', service, body: LabelRef, response: DetectionTask },
  'POST /detection/v2/task/{id}/add-images': { summary: 'Add negative images', service, body: Items, response: Empty },
  'POST /detection/v2/task/{id}/remove-images': { summary: 'Remove negative images', service, body: Items, response: Empty },
  'POST /detection/v2/task/{id}/add-image': {
    summary: 'Add a negative image (SDK name)',
    service,
    body: z.object({ image_id: Id, ...WorkspaceBody }),
    response: Empty,
  },
  'POST /detection/v2/task/{id}/train': {
    summary: 'Queue a model',
    service,
    body: WorkspaceOnly,
    response: DetectionModel,
    status: 201,
  },
  'GET /detection/v2/model/': {
    summary: 'Models of a detection task, newest first',
    service,
    query: z.object({ ...ListQuery, detection_task: Id.optional() }),
    response: Page(DetectionModel),
  },
  'GET /detection/v2/model/{id}': {
    summary: 'One detection model',
    service,
    query: workspaceOnlyQuery,
    response: DetectionModel,
  },
  'POST /detection/v2/model/{id}/request-download': {
    summary: "A link to a trained model's file",
    service,
    body: WorkspaceOnly,
    response: DetectionModel,
  },
  'POST /detection/v2/model/{id}/take-back': {
    summary: 'Use an older model instead of newer ones, until another one is trained',
    service,
    body: WorkspaceOnly,
    response: DetectionModel,
  },
  'POST /detection/v2/model/{id}/cancel': {
    summary: 'Cancel the training of a model that is queued or in training',
    service,
    body: WorkspaceOnly,
    response: DetectionModel,
  },
  'GET /detection/v2/object/': {
    summary: 'Objects, newest first, with the filters of the image browser',
    service,
    query: ObjectQuery,
    response: Page(DetectionObject),
  },
  'POST /detection/v2/object/': {
    summary: 'Create an object',
    service,
    body: z.object({ ...objectFields, ...WorkspaceBody }),
    response: DetectionObject,
    status: 201,
  },
  'POST /detection/v2/object/bulk': {
    summary: 'Create, change, delete and restore up to 1,000 objects; each item has its own result',
    service,
    body: defineBulkBody(objectFields, objectEdit),
    response: defineBulkResponse(DetectionObject),
  },
  'GET /detection/v2/object/{id}': {
    summary: 'One object with its recognition labels',
    service,
    query: workspaceOnlyQuery,
    response: DetectionObject,
  },
  'PUT /detection/v2/object/{id}/': {
    summary: 'Change an object',
    service,
    body: z.object({ ...objectEdit, ...WorkspaceBody, ...ExpectedVersion }),
    response: DetectionObject,
  },
  'DELETE /detection/v2/object/{id}': { summary: 'Delete an object', service, query: workspaceOnlyQuery },
  'DELETE /detection/v2/object/image': {
    summary: 'Delete all objects of an image',
    service,
    query: z.object({ ...WorkspaceQuery, image: Id.optional() }),
    body: z.object({ image: ImageInput.optional(), ...WorkspaceBody }).nullish(),
  },
  'POST /detection/v2/object/{id}/add-label': {
    summary: 'Assign a recognition label to an object',
    service,
    body: LabelValue,
    response: DetectionObject,
  },
  'POST /detection/v2/object/{id}/remove-label': {
    summary: 'Remove a recognition label from an object',
    service,
    body: LabelRef,
    response: DetectionObject,
  },
  'POST /detection/v2/object/{id}/update-value': {
    summary: 'Set the value of a label on an object',
    service,
    body: LabelValue,
    response: DetectionObject,
  },
  'POST /detection/v2/object/{id}/update-label': {
    summary: 'Set the value of a label on an object (SDK name)',
    service,
    body: LabelValue,
    response: DetectionObject,
  },
  'POST /detection/v2/detect': {
    summary: 'Predict objects on images',
    service,
    prediction: true,
    body: PredictBody,
    response: DetectResponse,
  },
});
