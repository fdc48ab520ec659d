import type { ApiCallKey } from '@console/shared-contract/api';
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
import { ATTRIBUTE_DEFINITIONS, ATTRIBUTES } from './attribute-samples';
import type { SampleRows } from './sample-rows';

const TRIANGLE = [0, 0, 9, 0, 9, 9];
const NOTHING: CallSample[] = [{}];
type SegmentationCall = Extract<ApiCallKey, `${string} /segmentation/v2/${string}`>;

type MaskCall = Extract<ApiCallKey, `${string} /segmentation/v2/mask/${string}`>;

function createMaskSamples(w: SampleRows): Record<MaskCall, CallSample[]> {
  const fields = {
    image: w.image,
    segmentation_label: w.segmentationLabel,
    data: w.maskData,
    meta_data: { a: 1 },
    attributes: ATTRIBUTES,
  };
  return {
    'GET /segmentation/v2/mask/': listSample({ image: w.image, labels: w.segmentationLabel }),
    'POST /segmentation/v2/mask/': createSamples(fields),
    'POST /segmentation/v2/mask/bulk': createBulkSamples(w.maskShape, fields),
    'GET /segmentation/v2/mask/{id}': idSample(w.maskShape),
    'PUT /segmentation/v2/mask/{id}/': createBodySample(w.maskShape, fields),
    'DELETE /segmentation/v2/mask/{id}': idSample(w.maskShape),
    'DELETE /segmentation/v2/mask/image': [{ query: { image: w.image } }, { body: { image: w.image } }],
    'GET /segmentation/v2/mask/{id}/similar': idSample(w.maskShape),
  };
}

/** Samples of all calls for segmentation labels, tasks, models, polygons and masks. */
export function createSegmentationSamples(
  w: SampleRows,
  matching: { filter: Record<string, unknown> },
): Record<SegmentationCall, CallSample[]> {
  return {
    'GET /segmentation/v2/label/': listSample({ search: 'name', task: w.segmentationTask }),
    'POST /segmentation/v2/label/': createSamples({ name, color: '#123456', attributes: ATTRIBUTE_DEFINITIONS }),
    'GET /segmentation/v2/label/{id}': idSample(w.segmentationLabel),
    'PUT /segmentation/v2/label/{id}': createBodySample(w.segmentationLabel, {
      ...{ name, color: '#123456', key: 'z', attributes: ATTRIBUTE_DEFINITIONS },
    }),
    'DELETE /segmentation/v2/label/{id}': idSample(w.segmentationLabel),
    'GET /segmentation/v2/label/{id}/dependents': idSample(w.segmentationLabel),
    'GET /segmentation/v2/task/': listSample({ search: 'name', task: w.segmentationTask }),
    'POST /segmentation/v2/task/': createSamples({ name, description: 'text' }),
    'GET /segmentation/v2/task/{id}': idSample(w.segmentationTask),
    'PUT /segmentation/v2/task/{id}': createBodySample(w.segmentationTask, { name, description: 'text', training_params: {} }),
    'DELETE /segmentation/v2/task/{id}': idSample(w.segmentationTask),
    'GET /segmentation/v2/task/{id}/dependents': idSample(w.segmentationTask),
    'POST /segmentation/v2/task/{id}/add-label': createBodySample(w.segmentationTask, { label_id: w.segmentationLabel }),
    'POST /segmentation/v2/task/{id}/remove-label': createBodySample(w.segmentationTask, { label_id: w.segmentationLabel }),
    'POST /segmentation/v2/task/{id}/train': createBodySample(w.segmentationTask, {}),
    'GET /segmentation/v2/task/{id}/split': idSample(w.segmentationTask),
    'GET /segmentation/v2/task/{id}/next-batch': idSample(w.segmentationTask),
    'GET /segmentation/v2/cannot-train': NOTHING,
    'POST /segmentation/v2/task/{id}/predict-images': createBodySample(w.segmentationTask, { training_images: false }),
    'GET /segmentation/v2/task/{id}/pre-label': idSample(w.segmentationTask),
    'POST /segmentation/v2/task/{id}/pre-label': [
      ...createBodySample(w.segmentationTask, { images: [w.image], thresholds: {} }),
      ...createBodySample(w.segmentationTask, { mode: 'count', ...matching }),
    ],
    'POST /segmentation/v2/task/{id}/evaluate': createBodySample(w.segmentationTask, { model: w.segmentationModel }),
    'GET /segmentation/v2/model/': listSample({ segmentation_task: w.segmentationTask }),
    'GET /segmentation/v2/model/{id}': idSample(w.segmentationModel),
    'POST /segmentation/v2/model/{id}/request-download': createBodySample(w.segmentationModel, {}),
    'POST /segmentation/v2/model/{id}/cancel': createBodySample(w.segmentationModel, {}),
    'POST /segmentation/v2/model/{id}/take-back': createBodySample(w.segmentationModel, {}),
    'DELETE /segmentation/v2/model/{id}': idSample(w.segmentationModel),
    'POST /segmentation/v2/predict': createPredictionSamples(w.picture, w.segmentationTask),
    'GET /segmentation/v2/polygon/': listSample({ image: w.image, labels: w.segmentationLabel }),
    'POST /segmentation/v2/polygon/': createSamples({
      image: w.image,
      segmentation_label: w.segmentationLabel,
      data: TRIANGLE,
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'POST /segmentation/v2/polygon/bulk': createBulkSamples(w.polygon, {
      image: w.image,
      segmentation_label: w.segmentationLabel,
      data: TRIANGLE,
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'GET /segmentation/v2/polygon/{id}': idSample(w.polygon),
    'PUT /segmentation/v2/polygon/{id}/': createBodySample(w.polygon, {
      image: w.image,
      segmentation_label: w.segmentationLabel,
      data: TRIANGLE,
      meta_data: { a: 1 },
      attributes: ATTRIBUTES,
    }),
    'DELETE /segmentation/v2/polygon/{id}': idSample(w.polygon),
    'DELETE /segmentation/v2/polygon/image': [{ query: { image: w.image } }, { body: { image: w.image } }],
    'GET /segmentation/v2/polygon/{id}/similar': idSample(w.polygon),
    ...createMaskSamples(w),
  };
}
