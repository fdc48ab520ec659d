import type { ApiCallKey } from '@console/shared-contract/api';
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
import { ATTRIBUTE_DEFINITIONS, ATTRIBUTES } from './attribute-samples';
import type { SampleRows } from './sample-rows';

const TRIANGLE_CORNERS = [0, 0, 9, 0, 9, 9];
const EMPTY_SAMPLES: CallSample[] = [{}];
type SegmentationCall = Extract<ApiCallKey, `${string} /segmentation/v2/${string}`>;

type MaskCall = Extract<ApiCallKey, `${string} /segmentation/v2/mask/${string}`>;

function createMaskSamples(rows: SampleRows): Record<MaskCall, CallSample[]> {
  const fields = {
    image: rows.image,
    segmentation_label: rows.segmentationLabel,
    data: rows.maskData,
    meta_data: { a: 1 },
    attributes: ATTRIBUTES,
  };
  return {
    'GET /segmentation/v2/mask/': createListSample({ image: rows.image, labels: rows.segmentationLabel }),
    'POST /segmentation/v2/mask/': createSamples(fields),
    'POST /segmentation/v2/mask/bulk': createBulkSamples(rows.maskShape, fields),
    'GET /segmentation/v2/mask/{id}': createIdSample(rows.maskShape),
    'PUT /segmentation/v2/mask/{id}/': createBodySample(rows.maskShape, fields),
    'DELETE /segmentation/v2/mask/{id}': createIdSample(rows.maskShape),
    'DELETE /segmentation/v2/mask/image': [{ query: { image: rows.image } }, { body: { image: rows.image } }],
    'GET /segmentation/v2/mask/{id}/similar': createIdSample(rows.maskShape),
  };
}

/** Samples (valid example requests) of all calls for segmentation labels, tasks, models, polygons and masks. */
export function createSegmentationSamples(
  rows: SampleRows,
  matching: { filter: Record<string, unknown> },
): Record<SegmentationCall, CallSample[]> {
  return {
    'GET /segmentation/v2/label/': createListSample({ search: 'name', task: rows.segmentationTask }),
    'POST /segmentation/v2/label/': createSamples({ name, color: '#123456', attributes: ATTRIBUTE_DEFINITIONS }),
    'GET /segmentation/v2/label/{id}': createIdSample(rows.segmentationLabel),
    'PUT /segmentation/v2/label/{id}': createBodySample(rows.segmentationLabel, {
      name,
      color: '#123456',
      key: 'z',
      attributes: ATTRIBUTE_DEFINITIONS,
    }),
    'DELETE /segmentation/v2/label/{id}': createIdSample(rows.segmentationLabel),
    'GET /segmentation/v2/label/{id}/dependents': createIdSample(rows.segmentationLabel),
    'GET /segmentation/v2/task/': createListSample({ search: 'name', task: rows.segmentationTask }),
    'POST /segmentation/v2/task/': createSamples({ name, description: 'text' }),
    'GET /segmentation/v2/task/{id}': createIdSample(rows.segmentationTask),
    'PUT /segmentation/v2/task/{id}': createBodySample(rows.segmentationTask, { name, description: 'text', training_params: {} }),
    'DELETE /segmentation/v2/task/{id}': createIdSample(rows.segmentationTask),
    'GET /segmentation/v2/task/{id}/dependents': createIdSample(rows.segmentationTask),
    'POST /segmentation/v2/task/{id}/add-label': createBodySample(rows.segmentationTask, { label_id: rows.segmentationLabel }),
    'POST /segmentation/v2/task/{id}/remove-label': createBodySample(rows.segmentationTask, { label_id: rows.segmentationLabel }),
    'POST /segmentation/v2/task/{id}/train': createBodySample(rows.segmentationTask, {}),
    'GET /segmentation/v2/task/{id}/split': createIdSample(rows.segmentationTask),
    'GET /segmentation/v2/task/{id}/next-batch': createIdSample(rows.segmentationTask),
    'GET /segmentation/v2/cannot-train': EMPTY_SAMPLES,
    'POST /segmentation/v2/task/{id}/predict-images': createBodySample(rows.segmentationTask, { training_images: false }),
    'GET /segmentation/v2/task/{id}/pre-label': createIdSample(rows.segmentationTask),
    'POST /segmentation/v2/task/{id}/pre-label': [
      ...createBodySample(rows.segmentationTask, { images: [rows.image], thresholds: {} }),
      ...createBodySample(rows.segmentationTask, { mode: 'count', ...matching }),
    ],
    'POST /segmentation/v2/task/{id}/evaluate': createBodySample(rows.segmentationTask, { model: rows.segmentationModel }),
    'GET /segmentation/v2/model/': createListSample({ segmentation_task: rows.segmentationTask }),
    'GET /segmentation/v2/model/{id}': createIdSample(rows.segmentationModel),
    'POST /segmentation/v2/model/{id}/request-download': createBodySample(rows.segmentationModel, {}),
    'POST /segmentation/v2/model/{id}/cancel': createBodySample(rows.segmentationModel, {}),
    'POST /segmentation/v2/model/{id}/take-back': createBodySample(rows.segmentationModel, {}),
    'DELETE /segmentation/v2/model/{id}': createIdSample(rows.segmentationModel),
    'POST /segmentation/v2/predict': createPredictionSamples(rows.picture, rows.segmentationTask),
    'GET /segmentation/v2/polygon/': createListSample({ image: rows.image, labels: rows.segmentationLabel }),
    'POST /segmentation/v2/polygon/': createSamples({
      image: rows.image,
      segmentation_label: rows.segmentationLabel,
      data: TRIANGLE_CORNERS,
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'POST /segmentation/v2/polygon/bulk': createBulkSamples(rows.polygon, {
      image: rows.image,
      segmentation_label: rows.segmentationLabel,
      data: TRIANGLE_CORNERS,
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'GET /segmentation/v2/polygon/{id}': createIdSample(rows.polygon),
    'PUT /segmentation/v2/polygon/{id}/': createBodySample(rows.polygon, {
      image: rows.image,
      segmentation_label: rows.segmentationLabel,
      data: TRIANGLE_CORNERS,
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'DELETE /segmentation/v2/polygon/{id}': createIdSample(rows.polygon),
    'DELETE /segmentation/v2/polygon/image': [{ query: { image: rows.image } }, { body: { image: rows.image } }],
    'GET /segmentation/v2/polygon/{id}/similar': createIdSample(rows.polygon),
    ...createMaskSamples(rows),
  };
}
