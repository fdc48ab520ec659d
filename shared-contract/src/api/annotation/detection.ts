import { z } from 'zod';
import { INPUT_SIZE } from '../../limits';
import { defineServiceCalls } from '../base/core';
import {
  Box,
  Color,
  Empty,
  Id,
  Items,
  Json,
  LabelKey,
  restrictJson,
  StoredJson,
  ListQuery,
  Page,
  RotatedBox,
  ShortName,
  Text,
  Timestamp,
  Version,
  WorkspaceBody,
  WorkspaceOnlyQuery,
  LabelRef,
  TaskRef,
  toIdOrRow,
  storedPrediction,
} from '../base/primitives';
import { ShapeLabel } from '../shapes/shape-label';
import { Skeleton, SkeletonData, SkeletonTemplate } from '../shapes/skeleton';
import { BoundedCountFields, BoundedCountQuery, imageFilters, ObjectSort } from '../images/image-filters';
import { LabelThresholds, PredictingModel, PredictBody, PredictStatus } from './predict';
import { defineImageDeletion, defineModelCalls, defineRowCalls, defineShapeCalls, NamedQuery } from '../base/row-calls';
import { ruleFields, storedRules } from './quality';
import { LabelValue } from './recognition';
import { labelAttributeFields, shapeAttributeFields, storedAttributes, storedDefinitions } from '../shapes/shape-attributes';
import { AttachedLabel, lastTrainingFields, localModelFields, TrainStatus } from './recognition-rows';

/** Image size for training, in pixels. */
export const InputSize = z.number().int().min(INPUT_SIZE.min).max(INPUT_SIZE.max);
export const TrainingParams = z
  .object({ 'detection-model': z.object({ input_size: InputSize.optional() }).loose().optional() })
  .loose();

export const ImageRef = z.object({ id: Id });
/** An image id, or an object with the id, as in responses. */
export const ImageInput = toIdOrRow(Id);
const LabelInput = toIdOrRow(Id);

export const DetectionLabel = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  color: z.string(),
  /** The keyboard key that selects the label on the image screen, or null. Missing in responses of older servers. */
  key: z.string().nullable().optional(),
  /** Missing in responses of older servers. */
  created: Timestamp.optional(),
  /** Recognition tasks whose labels can be assigned to objects of this label. */
  recognition_tasks: z.array(Id),
  objects_count: z.number().int(),
  images_count: z.number().int(),
  tasks_count: z.number().int(),
  /** Template of the skeleton points for this label. Null for a label without skeletons. Missing in responses of older servers. */
  skeleton: SkeletonTemplate.nullable().optional(),
  /** Missing in responses of older servers. */
  skeletons_count: z.number().int().optional(),
  ...storedDefinitions,
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
  ...storedRules,
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
  /** `[x1, y1, x2, y2]` in pixels of the upright image. */
  data: z.array(z.number().int()),
  /**
   * `[x, y, width, height, angle]` of a rotated box: the center and the sides in pixels, and the clockwise rotation in degrees. `data` is then
   * the enclosing upright box. Null for an upright box.
   */
  rotated_box: z.array(z.number()).nullable(),
  meta_data: StoredJson,
  ...storedAttributes,
  recognition_labels: z.array(AttachedLabel),
  thumb: z.string(),
  ...storedPrediction,
  created: Timestamp,
  version: Version,
});
export type DetectionObject = z.output<typeof DetectionObject>;

export const ObjectFilter = z.object({ ...imageFilters, image: Id.optional() });
export const ObjectQuery = z.object({ ...ListQuery, ...BoundedCountQuery, ...ObjectFilter.shape, sort: ObjectSort.optional() });
export const objectFields = {
  image: ImageInput,
  detection_label: LabelInput,
  data: Box,
  /**
   * If set, the server computes `data` as the enclosing upright box and ignores the `data` of the request. Null makes the box upright.
   * A request that changes `data` without this field also makes the box upright.
   */
  rotated_box: RotatedBox.nullable().optional(),
  meta_data: Json.optional(),
  ...shapeAttributeFields,
};

export const skeletonFields = {
  image: ImageInput,
  detection_label: LabelInput,
  data: SkeletonData,
  meta_data: Json.optional(),
  ...shapeAttributeFields,
};

/** A predicted object. `bound_box` is `[x1, y1, x2, y2]` in pixels of the upright image, `prob` is 0 to 1. */
const PredictedObject = z
  .object({ id: Id, name: z.string(), bound_box: z.array(z.number()), prob: z.number() })
  /** Only for skeletons: x, y and confidence (probability that the image shows the point) of each point of the label's template. */
  .extend({ points: z.array(z.array(z.number())).optional() })
  .loose();
export const DetectResponse = z.object({
  records: z.array(
    z
      .object({
        _status: PredictStatus,
        _objects: z.array(PredictedObject),
      })
      .loose(),
  ),
  thresholds: LabelThresholds,
  model: PredictingModel,
  status: PredictStatus,
});

export const detectionCalls = defineServiceCalls('custom-object-detection', {
  ...defineRowCalls('/detection/v2/label', {
    noun: 'detection label',
    row: DetectionLabel,
    filters: NamedQuery,
    fields: {
      name: ShortName,
      color: Color.optional(),
      key: LabelKey.nullish(),
      ...labelAttributeFields,
      /** The number of points can only change while the label has no skeleton. Null removes the template. */
      skeleton: SkeletonTemplate.nullish(),
    },
  }),
  'DELETE /detection/v2/label/{id}': {
    permission: 'manage',
    summary: 'Delete a detection label with its objects and skeletons',
    query: WorkspaceOnlyQuery,
  },
  ...defineRowCalls('/detection/v2/task', {
    noun: 'detection task',
    row: DetectionTask,
    filters: NamedQuery,
    fields: {
      name: ShortName,
      description: Text().optional(),
      training_params: restrictJson(TrainingParams).optional(),
      ...ruleFields,
    },
  }),
  ...defineModelCalls('detection', DetectionModel, { detection_task: Id.optional() }),
  'POST /detection/v2/label/{id}/add-task': {
    permission: 'manage',
    summary: 'Attach a recognition task whose labels its objects can have, or a detection task',
    body: TaskRef,
    response: Empty,
  },
  'POST /detection/v2/label/{id}/remove-task': { permission: 'manage', summary: 'Detach a task', body: TaskRef, response: Empty },
  'POST /detection/v2/task/{id}/add-label': {
    permission: 'manage',
    summary: 'Attach a label',
    body: LabelRef,
    response: DetectionTask,
  },
  'POST /detection/v2/task/{id}/remove-label': {
    permission: 'manage',
    summary: 'Detach a label',
    body: LabelRef,
    response: DetectionTask,
  },
  'POST /detection/v2/task/{id}/add-images': {
    permission: 'manage',
    summary: 'Add negative images',
    body: Items,
    response: Empty,
  },
  'POST /detection/v2/task/{id}/remove-images': {
    permission: 'manage',
    summary: 'Remove negative images',
    body: Items,
    response: Empty,
  },
  'POST /detection/v2/task/{id}/add-image': {
    permission: 'manage',
    summary: 'Add a negative image (SDK name)',
    body: z.object({ image_id: Id, ...WorkspaceBody }),
    response: Empty,
  },
  'GET /detection/v2/object/': {
    summary: 'Objects, newest first, with the filters of the image browser',
    query: ObjectQuery,
    response: Page(DetectionObject).extend(BoundedCountFields),
  },
  ...defineShapeCalls('/detection/v2/object', 'an object', DetectionObject, objectFields),
  'GET /detection/v2/object/{id}': {
    summary: 'One object with its recognition labels',
    query: WorkspaceOnlyQuery,
    response: DetectionObject,
  },
  'DELETE /detection/v2/object/image': defineImageDeletion('Delete all objects of an image'),
  'POST /detection/v2/object/{id}/add-label': {
    permission: 'annotate',
    summary: 'Assign a recognition label to an object',
    body: LabelValue,
    response: DetectionObject,
  },
  'POST /detection/v2/object/{id}/remove-label': {
    permission: 'annotate',
    summary: 'Remove a recognition label from an object',
    body: LabelRef,
    response: DetectionObject,
  },
  'POST /detection/v2/object/{id}/update-value': {
    permission: 'annotate',
    summary: 'Set the value of a label on an object',
    body: LabelValue,
    response: DetectionObject,
  },
  'POST /detection/v2/object/{id}/update-label': {
    permission: 'annotate',
    summary: 'Set the value of a label on an object (SDK name)',
    body: LabelValue,
    response: DetectionObject,
  },
  'GET /detection/v2/skeleton/': {
    summary: 'Skeletons, newest first',
    query: z.object({ ...ListQuery, image: Id.optional(), labels: Id.optional() }),
    response: Page(Skeleton),
  },
  ...defineShapeCalls('/detection/v2/skeleton', 'a skeleton', Skeleton, skeletonFields),
  'GET /detection/v2/skeleton/{id}': { summary: 'One skeleton', query: WorkspaceOnlyQuery, response: Skeleton },
  'DELETE /detection/v2/skeleton/image': defineImageDeletion('Delete all skeletons of an image'),
  'POST /detection/v2/detect': {
    permission: 'view',
    summary: 'Predict objects on images',
    prediction: true,
    body: PredictBody,
    response: DetectResponse,
  },
});
