import type { ApiCallKey } from '@console/shared-contract/api';
import { ATTRIBUTE_DEFINITIONS, ATTRIBUTES } from './attribute-samples';
import {
  createBodySample,
  createBulkSamples,
  createPredictionSamples,
  createSamples,
  createIdSample,
  createListSample,
  name,
  type CallSample,
} from './sample-factories';
import type { SampleRows } from './sample-rows';
import { createSkeletonSamples, SAMPLE_TEMPLATE } from './skeleton-samples';

const EMPTY_SAMPLES: CallSample[] = [{}];
type DetectionCall = Extract<ApiCallKey, `${string} /detection/v2/${string}`>;

/** Samples (valid example requests) of all calls for detection labels, tasks, models, objects and skeletons. `matching` selects images by a filter. */
export function createDetectionSamples(
  rows: SampleRows,
  imageFilters: Record<string, unknown>,
  matching: { filter: Record<string, unknown> },
): Record<DetectionCall, CallSample[]> {
  const labelChange = createBodySample(rows.object, { label_id: rows.label });
  const valueChange = createBodySample(rows.object, { label_id: rows.valueLabel, value: 5 });
  return {
    'GET /detection/v2/label/': createListSample({ search: 'name', task: rows.detectionTask }),
    'POST /detection/v2/label/': createSamples({
      name,
      color: '#123456',
      skeleton: SAMPLE_TEMPLATE,
      attributes: ATTRIBUTE_DEFINITIONS,
    }),
    'GET /detection/v2/label/{id}': createIdSample(rows.detectionLabel),
    'PUT /detection/v2/label/{id}': createBodySample(rows.detectionLabel, {
      name,
      color: '#123456',
      key: 'z',
      attributes: ATTRIBUTE_DEFINITIONS,
      skeleton: SAMPLE_TEMPLATE,
    }),
    'DELETE /detection/v2/label/{id}': createIdSample(rows.detectionLabel),
    'GET /detection/v2/label/{id}/dependents': createIdSample(rows.detectionLabel),
    'POST /detection/v2/label/{id}/add-task': [
      ...createBodySample(rows.detectionLabel, { task_id: rows.task }),
      ...createBodySample(rows.detectionLabel, { task_id: rows.detectionTask }),
    ],
    'POST /detection/v2/label/{id}/remove-task': createBodySample(rows.detectionLabel, { task_id: rows.task }),
    'GET /detection/v2/task/': createListSample({ search: 'name', task: rows.detectionTask }),
    'POST /detection/v2/task/': createSamples({
      name,
      description: 'text',
      training_params: { 'detection-model': { input_size: 512 } },
    }),
    'GET /detection/v2/task/{id}': createIdSample(rows.detectionTask),
    'PUT /detection/v2/task/{id}': createBodySample(rows.detectionTask, {
      name,
      description: 'text',
      training_params: { 'detection-model': { input_size: 512 } },
    }),
    'DELETE /detection/v2/task/{id}': createIdSample(rows.detectionTask),
    'GET /detection/v2/task/{id}/dependents': createIdSample(rows.detectionTask),
    'POST /detection/v2/task/{id}/add-label': createBodySample(rows.detectionTask, { label_id: rows.detectionLabel }),
    'POST /detection/v2/task/{id}/remove-label': createBodySample(rows.detectionTask, { label_id: rows.detectionLabel }),
    'POST /detection/v2/task/{id}/add-images': createBodySample(rows.detectionTask, { items: [rows.secondImage] }),
    'POST /detection/v2/task/{id}/remove-images': createBodySample(rows.detectionTask, { items: [rows.image] }),
    'POST /detection/v2/task/{id}/add-image': createBodySample(rows.detectionTask, { image_id: rows.secondImage }),
    'POST /detection/v2/task/{id}/train': createBodySample(rows.detectionTask, {}),
    'GET /detection/v2/task/{id}/split': createIdSample(rows.detectionTask),
    'GET /detection/v2/task/{id}/next-batch': createIdSample(rows.detectionTask),
    'GET /detection/v2/cannot-train': EMPTY_SAMPLES,
    'POST /detection/v2/task/{id}/predict-images': createBodySample(rows.detectionTask, { training_images: false }),
    'GET /detection/v2/task/{id}/pre-label': createIdSample(rows.detectionTask),
    'POST /detection/v2/task/{id}/pre-label': [
      ...createBodySample(rows.detectionTask, { images: [rows.image], thresholds: {} }),
      ...createBodySample(rows.detectionTask, { mode: 'count', target_error: 0.05, ...matching }),
    ],
    'POST /detection/v2/task/{id}/evaluate': createBodySample(rows.detectionTask, { model: rows.detectionModel }),
    'GET /detection/v2/model/': createListSample({ detection_task: rows.detectionTask }),
    'GET /detection/v2/model/{id}': createIdSample(rows.detectionModel),
    'POST /detection/v2/model/{id}/request-download': createBodySample(rows.detectionModel, {}),
    'POST /detection/v2/model/{id}/cancel': createBodySample(rows.detectionModel, {}),
    'POST /detection/v2/model/{id}/take-back': createBodySample(rows.detectionModel, {}),
    'DELETE /detection/v2/model/{id}': createIdSample(rows.detectionModel),
    ...createSkeletonSamples(rows),
    'GET /detection/v2/object/': createListSample({ ...imageFilters, image: rows.image, map_area: 'pca,-1,-1,1,-1,1,1' }),
    'GET /detection/v2/object/map': [{ query: { ...imageFilters, method: 'umap', after: 0 } }],
    'POST /detection/v2/object/': createSamples({
      image: rows.image,
      detection_label: rows.detectionLabel,
      data: [2, 2, 20, 20],
      rotated_box: [12, 12, 10, 8, 30],
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'POST /detection/v2/object/bulk': createBulkSamples(rows.object, {
      image: rows.image,
      detection_label: rows.detectionLabel,
      data: [2, 2, 20, 20],
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'GET /detection/v2/object/{id}': createIdSample(rows.object),
    'PUT /detection/v2/object/{id}/': createBodySample(rows.object, {
      image: rows.image,
      detection_label: rows.detectionLabel,
      data: [3, 3, 20, 20],
      rotated_box: [12, 12, 10, 8, 30],
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'DELETE /detection/v2/object/{id}': createIdSample(rows.object),
    'DELETE /detection/v2/object/image': [{ query: { image: rows.image } }, { body: { image: rows.image } }],
    'POST /detection/v2/object/{id}/add-label': labelChange,
    'POST /detection/v2/object/{id}/remove-label': labelChange,
    'POST /detection/v2/object/{id}/update-value': valueChange,
    'POST /detection/v2/object/{id}/update-label': valueChange,
    'POST /detection/v2/detect': createPredictionSamples(rows.picture, rows.detectionTask),
    'GET /detection/v2/object/{id}/similar': createIdSample(rows.object),
    'POST /detection/v2/task/{id}/add-matching': createBodySample(rows.detectionTask, matching),
    'POST /detection/v2/task/{id}/remove-matching': createBodySample(rows.detectionTask, matching),
  };
}
