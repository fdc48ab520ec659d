import { z } from 'zod';
import { defineServiceCalls } from '../base/core';
import { ImageInput, ImageRef, TrainingParams } from './detection';
import { ShapeLabel } from '../shapes/shape-label';
import {
  Box,
  Color,
  Id,
  Json,
  LabelKey,
  restrictJson,
  StoredJson,
  ListQuery,
  Page,
  PolygonData,
  ShortName,
  Text,
  Timestamp,
  Version,
  WorkspaceOnlyQuery,
  LabelRef,
  toIdOrRow,
  storedPrediction,
} from '../base/primitives';
import { defineImageDeletion, defineModelCalls, defineRowCalls, defineShapeCalls, NamedQuery } from '../base/row-calls';
import { LabelThresholds, PredictingModel, PredictBody, PredictStatus } from './predict';
import { ruleFields, storedRules } from './quality';
import { labelAttributeFields, shapeAttributeFields, storedAttributes, storedDefinitions } from '../shapes/shape-attributes';
import { lastTrainingFields, localModelFields, TrainStatus } from './recognition-rows';

export const SegmentationLabel = z.object({
  id: Id,
  workspace: Id,
  name: z.string(),
  color: z.string(),
  /** The keyboard key that selects the label on the image screen, or null. Missing in responses of older servers. */
  key: z.string().nullable().optional(),
  /** Missing in responses of older servers. */
  created: Timestamp.optional(),
  polygons_count: z.number().int(),
  /** Missing in responses of older servers. */
  masks_count: z.number().int().optional(),
  /** Images with polygons or masks of the label. */
  images_count: z.number().int(),
  tasks_count: z.number().int(),
  ...storedDefinitions,
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
  /** Mean average precision of the last trained model at an IoU of 0.75. */
  map: z.number().nullable(),
  training_params: TrainingParams,
  ...storedRules,
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
  thresholds: LabelThresholds,
  model: PredictingModel,
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
  ...storedAttributes,
  ...storedPrediction,
  created: Timestamp,
  version: Version,
});
export type Polygon = z.output<typeof Polygon>;

const LabelInput = toIdOrRow(Id);
export const polygonFields = {
  image: ImageInput,
  segmentation_label: LabelInput,
  data: PolygonData,
  meta_data: Json.optional(),
  ...shapeAttributeFields,
};

export const segmentationCalls = defineServiceCalls('custom-segmentation', {
  ...defineRowCalls('/segmentation/v2/label', {
    noun: 'segmentation label',
    row: SegmentationLabel,
    filters: NamedQuery,
    fields: { name: ShortName, color: Color.optional(), key: LabelKey.nullish(), ...labelAttributeFields },
  }),
  'DELETE /segmentation/v2/label/{id}': {
    permission: 'manage',
    summary: 'Delete a segmentation label with its polygons and masks',
    query: WorkspaceOnlyQuery,
  },
  ...defineRowCalls('/segmentation/v2/task', {
    noun: 'segmentation task',
    row: SegmentationTask,
    filters: NamedQuery,
    fields: { name: ShortName, description: Text().optional(), ...ruleFields },
    editFields: {
      name: ShortName,
      description: Text().optional(),
      training_params: restrictJson(TrainingParams).optional(),
      ...ruleFields,
    },
  }),
  ...defineModelCalls('segmentation', SegmentationModel, { segmentation_task: Id.optional() }),
  'POST /segmentation/v2/task/{id}/add-label': {
    permission: 'manage',
    summary: 'Attach a label',
    body: LabelRef,
    response: SegmentationTask,
  },
  'POST /segmentation/v2/task/{id}/remove-label': {
    permission: 'manage',
    summary: 'Detach a label',
    body: LabelRef,
    response: SegmentationTask,
  },
  'POST /segmentation/v2/predict': {
    permission: 'view',
    summary: 'Predict polygons on images',
    prediction: true,
    body: PredictBody,
    response: SegmentResponse,
  },
  'GET /segmentation/v2/polygon/': {
    summary: 'Polygons, newest first',
    query: z.object({ ...ListQuery, image: Id.optional(), labels: Id.optional() }),
    response: Page(Polygon),
  },
  ...defineShapeCalls('/segmentation/v2/polygon', 'a polygon', Polygon, polygonFields),
  'GET /segmentation/v2/polygon/{id}': { summary: 'One polygon', query: WorkspaceOnlyQuery, response: Polygon },
  'DELETE /segmentation/v2/polygon/image': defineImageDeletion('Delete all polygons of an image'),
});
