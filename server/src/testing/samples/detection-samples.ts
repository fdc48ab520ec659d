import type { ApiCallKey } from '@console/shared-contract/api';
import { ATTRIBUTE_DEFINITIONS, ATTRIBUTES } from './attribute-samples';
import {
  createBodySample,
  createBulkSamples,
  createPredictionSamples,
  createSamples,
  idSample,
  listSample,
  name,
  type CallSample,
} from './sample-factories';
import type { SampleRows } from './sample-rows';
import { createSkeletonSamples, SAMPLE_TEMPLATE } from './skeleton-samples';

const NOTHING: CallSample[] = [{}];
type DetectionCall = Extract<ApiCallKey, `${string} /detection/v2/${string}`>;

/** Samples of all calls for detection labels, tasks, models, objects and skeletons. `matching` selects images by a filter. */
export function createDetectionSamples(
  w: SampleRows,
  imageFilters: Record<string, unknown>,
  matching: { filter: Record<string, unknown> },
): Record<DetectionCall, CallSample[]> {
  const labelChange = createBodySample(w.object, { label_id: w.label });
  const valueChange = createBodySample(w.object, { label_id: w.valueLabel, value: 5 });
  return {
    'GET /detection/v2/label/': listSample({ search: 'name', task: w.detectionTask }),
    'POST /detection/v2/label/': createSamples({
      name,
      color: '#123456',
      skeleton: SAMPLE_TEMPLATE,
      attributes: ATTRIBUTE_DEFINITIONS,
    }),
    'GET /detection/v2/label/{id}': idSample(w.detectionLabel),
    'PUT /detection/v2/label/{id}': createBodySample(w.detectionLabel, {
      ...{ name, color: '#123456', key: 'z', attributes: ATTRIBUTE_DEFINITIONS, skeleton: SAMPLE_TEMPLATE },
    }),
    'DELETE /detection/v2/label/{id}': idSample(w.detectionLabel),
    'GET /detection/v2/label/{id}/dependents': idSample(w.detectionLabel),
    'POST /detection/v2/label/{id}/add-task': [
      ...createBodySample(w.detectionLabel, { task_id: w.task }),
      ...createBodySample(w.detectionLabel, { task_id: w.detectionTask }),
    ],
    'POST /detection/v2/label/{id}/remove-task': createBodySample(w.detectionLabel, { task_id: w.task }),
    'GET /detection/v2/task/': listSample({ search: 'name', task: w.detectionTask }),
    'POST /detection/v2/task/': createSamples({
      name,
      description: 'text',
      training_params: { 'detection-model': { input_size: 512 } },
    }),
    'GET /detection/v2/task/{id}': idSample(w.detectionTask),
    'PUT /detection/v2/task/{id}': createBodySample(w.detectionTask, {
      name,
      description: 'text',
      training_params: { 'detection-model': { input_size: 512 } },
    }),
    'DELETE /detection/v2/task/{id}': idSample(w.detectionTask),
    'GET /detection/v2/task/{id}/dependents': idSample(w.detectionTask),
    'POST /detection/v2/task/{id}/add-label': createBodySample(w.detectionTask, { label_id: w.detectionLabel }),
    'POST /detection/v2/task/{id}/remove-label': createBodySample(w.detectionTask, { label_id: w.detectionLabel }),
    'POST /detection/v2/task/{id}/add-images': createBodySample(w.detectionTask, { items: [w.secondImage] }),
    'POST /detection/v2/task/{id}/remove-images': createBodySample(w.detectionTask, { items: [w.image] }),
    'POST /detection/v2/task/{id}/add-image': createBodySample(w.detectionTask, { image_id: w.secondImage }),
    'POST /detection/v2/task/{id}/train': createBodySample(w.detectionTask, {}),
    'GET /detection/v2/task/{id}/split': idSample(w.detectionTask),
    'GET /detection/v2/task/{id}/next-batch': idSample(w.detectionTask),
    'GET /detection/v2/cannot-train': NOTHING,
    'POST /detection/v2/task/{id}/predict-images': createBodySample(w.detectionTask, { training_images: false }),
    'GET /detection/v2/task/{id}/pre-label': idSample(w.detectionTask),
    'POST /detection/v2/task/{id}/pre-label': [
      ...createBodySample(w.detectionTask, { images: [w.image], thresholds: {} }),
      ...createBodySample(w.detectionTask, { mode: 'count', target_error: 0.05, ...matching }),
    ],
    'POST /detection/v2/task/{id}/evaluate': createBodySample(w.detectionTask, { model: w.detectionModel }),
    'GET /detection/v2/model/': listSample({ detection_task: w.detectionTask }),
    'GET /detection/v2/model/{id}': idSample(w.detectionModel),
    'POST /detection/v2/model/{id}/request-download': createBodySample(w.detectionModel, {}),
    'POST /detection/v2/model/{id}/cancel': createBodySample(w.detectionModel, {}),
    'POST /detection/v2/model/{id}/take-back': createBodySample(w.detectionModel, {}),
    'DELETE /detection/v2/model/{id}': idSample(w.detectionModel),
    ...createSkeletonSamples(w),
    'GET /detection/v2/object/': listSample({ ...imageFilters, image: w.image, map_area: 'pca,-1,-1,1,-1,1,1' }),
    'GET /detection/v2/object/map': [{ query: { ...imageFilters, method: 'umap', after: 0 } }],
    'POST /detection/v2/object/': createSamples({
      image: w.image,
      detection_label: w.detectionLabel,
      data: [2, 2, 20, 20],
      rotated_box: [12, 12, 10, 8, 30],
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'POST /detection/v2/object/bulk': createBulkSamples(w.object, {
      image: w.image,
      detection_label: w.detectionLabel,
      data: [2, 2, 20, 20],
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'GET /detection/v2/object/{id}': idSample(w.object),
    'PUT /detection/v2/object/{id}/': createBodySample(w.object, {
      image: w.image,
      detection_label: w.detectionLabel,
      data: [3, 3, 20, 20],
      rotated_box: [12, 12, 10, 8, 30],
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'DELETE /detection/v2/object/{id}': idSample(w.object),
    'DELETE /detection/v2/object/image': [{ query: { image: w.image } }, { body: { image: w.image } }],
    'POST /detection/v2/object/{id}/add-label': labelChange,
    'POST /detection/v2/object/{id}/remove-label': labelChange,
    'POST /detection/v2/object/{id}/update-value': valueChange,
    'POST /detection/v2/object/{id}/update-label': valueChange,
    'POST /detection/v2/detect': createPredictionSamples(w.picture, w.detectionTask),
    'GET /detection/v2/object/{id}/similar': idSample(w.object),
    'POST /detection/v2/task/{id}/add-matching': createBodySample(w.detectionTask, matching),
    'POST /detection/v2/task/{id}/remove-matching': createBodySample(w.detectionTask, matching),
  };
}
