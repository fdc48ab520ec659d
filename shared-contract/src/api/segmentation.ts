import { z } from 'zod';
import { defineBulkResponse, defineBulkBody } from './bulk';
import { defineCalls } from './core';
import { ImageInput, ImageRef, ShapeLabel, TrainingParams } from './detection';
import {
  Box,
  Color,
  ExpectedVersion,
  Id,
  Json,
  storable,
  StoredJson,
  ListQuery,
  Page,
  PolygonData,
  EditedName,
  ShortName,
  Text,
  Timestamp,
  Version,
  WorkspaceBody,
  WorkspaceOnly,
  WorkspaceQuery,
} from './primitives';
import { PredictBody, PredictStatus } from './predict';
import { LabelRef } from './recognition';
import { lastTrainingFields, localModelFields, TrainStatus } from './recognition-rows';

export const SegmentationLabel = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  color: z.string(),
  polygons_count: z.number().int(),
  images_count: z.number().int(),
  tasks_count: z.number().int(),
  version: Version,
});
export type SegmentationLabel = z.output<typeof SegmentationLabel>;

export const SegmentationTask = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  description: z.string(),
  segmentation_labels: z.array(ShapeLabel),
  segmentationLabelsCount: z.number().int(),
  last_train_status: TrainStatus.nullable(),
  ...lastTrainingFields,
  map: z.number().nullable(),
  training_params: TrainingParams,
  version: Version,
});
export type SegmentationTask = z.output<typeof SegmentationTask>;

export const SegmentationModel = z.object({
  id: Id,
  segmentation_task: Id,
  train_status: TrainStatus,
  error: z.string().nullable(),
  map: z.number().nullable(),
  created: Timestamp,
  model_path_download: z.string().nullable().optional(),
  ...localModelFields,
});
export type SegmentationModel = z.output<typeof SegmentationModel>;

export const SegmentResponse = z.object({
  records: z.array(
    z
      .object({
        _status: PredictStatus,
        _objects: z.array(
          z
            .object({
              id: Id,
              name: z.string(),
              prob: z.number(),
              /** Flat list of x, y in pixels of the upright image. */
              polygon: z.array(z.number()),
              bound_box: z.array(z.number()),
            })
            .loose(),
        ),
      })
      .loose(),
  ),
  status: PredictStatus,
});

export const Polygon = z.object({
  id: Id,
  workspace: Id,
  image: ImageRef,
  segmentation_label: ShapeLabel,
  /** Flat list of x, y in pixels of the upright image. */
  data: z.array(z.number().int()),
  bbox: Box,
  meta_data: StoredJson,
  created: Timestamp,
  version: Version,
});
export type Polygon = z.output<typeof Polygon>;

const LabelInput = z.union([
  Id,
  z
    .object({ id: Id })
    .loose()
    .transform((label) => label.id),
]);
const workspaceOnlyQuery = z.object({ ...WorkspaceQuery });
const namedList = z.object({ ...ListQuery, search: Text(255).optional(), task: Id.optional() });
const polygonFields = { image: ImageInput, segmentation_label: LabelInput, data: PolygonData, meta_data: Json.optional() };
const polygonEdit = {
  image: ImageInput.optional(),
  segmentation_label: LabelInput.optional(),
  data: PolygonData.optional(),
  meta_data: Json.optional(),
};
const service = 'custom-segmentation';

export const segmentationCalls = defineCalls({
  'GET /segmentation/v2/label/': {
    summary: 'Segmentation labels by name',
    service,
    query: namedList,
    response: Page(SegmentationLabel),
  },
  'POST /segmentation/v2/label/': {
    summary: 'Create a segmentation label',
    service,
    body: z.object({ name: ShortName, color: Color.optional(), ...WorkspaceBody }),
    response: SegmentationLabel,
    status: 201,
  },
  'GET /segmentation/v2/label/{id}': {
    summary: 'One segmentation label',
    service,
    query: workspaceOnlyQuery,
    response: SegmentationLabel,
  },
  'PUT /segmentation/v2/label/{id}': {
    summary: 'Change a segmentation label',
    service,
    query: workspaceOnlyQuery,
    body: z.object({ name: EditedName.optional(), color: Color.optional(), ...WorkspaceBody, ...ExpectedVersion }),
    response: SegmentationLabel,
  },
  'DELETE /segmentation/v2/label/{id}': {
    summary: 'Delete a segmentation label with its polygons',
    service,
    query: workspaceOnlyQuery,
  },
  'GET /segmentation/v2/task/': {
    summary: 'Segmentation tasks by name',
    service,
    query: namedList,
    response: Page(SegmentationTask),
  },
  'POST /segmentation/v2/task/': {
    summary: 'Create a segmentation task',
    service,
    body: z.object({ name: ShortName, description: Text().optional(), ...WorkspaceBody }),
    response: SegmentationTask,
    status: 201,
  },
  'GET /segmentation/v2/task/{id}': {
    summary: 'One segmentation task',
    service,
    query: workspaceOnlyQuery,
    response: SegmentationTask,
  },
  'PUT /segmentation/v2/task/{id}': {
    summary: 'Change a segmentation task',
    service,
    query: workspaceOnlyQuery,
    body: z.object({
      name: EditedName.optional(),
      description: Text().optional(),
      training_params: storable(TrainingParams).optional(),
      ...WorkspaceBody,
      ...ExpectedVersion,
    }),
    response: SegmentationTask,
  },
  'DELETE /segmentation/v2/task/{id}': { summary: 'Delete a segmentation task', service, query: workspaceOnlyQuery },
  'POST /segmentation/v2/task/{id}/add-label': { summary: 'Attach a label', service, body: LabelRef, response: SegmentationTask },
  'POST /segmentation/v2/task/{id}/remove-label': {
    summary: 'Detach a label',
    service,
    body: LabelRef,
    response: SegmentationTask,
  },
  'POST /segmentation/v2/task/{id}/train': {
    summary: 'Queue a model',
    service,
    body: WorkspaceOnly,
    response: SegmentationModel,
    status: 201,
  },
  'GET /segmentation/v2/model/': {
    summary: 'Models of a segmentation task, newest first',
    service,
    query: z.object({ ...ListQuery, segmentation_task: Id.optional() }),
    response: Page(SegmentationModel),
  },
  'GET /segmentation/v2/model/{id}': {
    summary: 'One segmentation model',
    service,
    query: workspaceOnlyQuery,
    response: SegmentationModel,
  },
  'POST /segmentation/v2/model/{id}/request-download': {
    summary: "A link to a trained model's file",
    service,
    body: WorkspaceOnly,
    response: SegmentationModel,
  },
  'POST /segmentation/v2/model/{id}/take-back': {
    summary: 'Use an older model instead of newer ones, until another one is trained',
    service,
    body: WorkspaceOnly,
    response: SegmentationModel,
  },
  'POST /segmentation/v2/model/{id}/cancel': {
    summary: 'Cancel the training of a model that is queued or in training',
    service,
    body: WorkspaceOnly,
    response: SegmentationModel,
  },
  'POST /segmentation/v2/predict': {
    summary: 'Predict polygons on images',
    service,
    prediction: true,
    body: PredictBody,
    response: SegmentResponse,
  },
  'GET /segmentation/v2/polygon/': {
    summary: 'Polygons, newest first',
    service,
    query: z.object({ ...ListQuery, image: Id.optional(), labels: Id.optional() }),
    response: Page(Polygon),
  },
  'POST /segmentation/v2/polygon/': {
    summary: 'Create a polygon',
    service,
    body: z.object({ ...polygonFields, ...WorkspaceBody }),
    response: Polygon,
    status: 201,
  },
  'POST /segmentation/v2/polygon/bulk': {
    summary: 'Create, change, delete and restore up to 1,000 polygons; each item has its own result',
    service,
    body: defineBulkBody(polygonFields, polygonEdit),
    response: defineBulkResponse(Polygon),
  },
  'GET /segmentation/v2/polygon/{id}': { summary: 'One polygon', service, query: workspaceOnlyQuery, response: Polygon },
  'PUT /segmentation/v2/polygon/{id}/': {
    summary: 'Change a polygon',
    service,
    body: z.object({ ...polygonEdit, ...WorkspaceBody, ...ExpectedVersion }),
    response: Polygon,
  },
  'DELETE /segmentation/v2/polygon/{id}': { summary: 'Delete a polygon', service, query: workspaceOnlyQuery },
  'DELETE /segmentation/v2/polygon/image': {
    summary: 'Delete all polygons of an image',
    service,
    query: z.object({ ...WorkspaceQuery, image: Id.optional() }),
    body: z.object({ image: ImageInput.optional(), ...WorkspaceBody }).nullish(),
  },
});
