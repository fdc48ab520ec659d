import { randomUUID } from 'node:crypto';
import type { ApiCallKey } from '@console/shared-contract/api';
import { accountSamples } from './account-samples';
import { annotateSamples } from './annotation-samples';
import { commentSamples } from './comment-samples';
import { createDetectionSamples } from './detection-samples';
import { historySamples } from './history-samples';
import { importSamples } from './import-samples';
import { createAdjudicationSamples } from './adjudication-samples';
import { createGoldSamples } from './gold-samples';
import { createLayerSamples } from './layer-samples';
import { liveSamples } from './live-samples';
import { createProductSamples } from './product-samples';
import { createSegmentationSamples } from './segmentation-samples';
import { createSimilaritySamples } from './similarity-samples';
import {
  idSample,
  listSample,
  createSamples,
  name,
  createBodySample,
  createPredictionSamples,
  type CallSample,
} from './sample-factories';
import type { SampleRows } from './sample-rows';
import { webhookSamples } from './webhook-samples';

/** Calls that need no session. What they contain is their only permission. */
export const PUBLIC_CALLS = [
  'POST /account/v2/login/',
  'POST /account/v2/jwt/refresh/',
  'GET /account/v2/oidc/',
  'POST /account/v2/oidc/start',
  'POST /account/v2/oidc/finish',
  'POST /account/v2/invitation/show',
  'POST /account/v2/invitation/accept-with-new-account',
  'POST /account/v2/password-reset/request',
  'POST /account/v2/password-reset/show',
  'POST /account/v2/password-reset/',
] as const satisfies readonly ApiCallKey[];
/** Calls without samples: those without a session, and the logout. They contain no ids of rows. */
export const CALLS_WITHOUT_SAMPLES = [...PUBLIC_CALLS, 'GET /account/v2/logout'] as const satisfies readonly ApiCallKey[];
type SampledCall = Exclude<ApiCallKey, (typeof CALLS_WITHOUT_SAMPLES)[number]>;

/** Whether a call has samples. */
export const isSampledCall = (key: ApiCallKey): key is SampledCall => !CALLS_WITHOUT_SAMPLES.some((each) => each === key);

const NOTHING: CallSample[] = [{}];

/**
 * Valid samples of all calls of the contract with the rows of one workspace. The tests of the route table send them
 * unchanged, with ids of another workspace, and with invalid values. Every field with an id must occur in a sample.
 */
export function createCallSamples(w: SampleRows): Record<SampledCall, CallSample[]> {
  const browser = {
    verified: true,
    test: false,
    real: true,
    labels: [w.label],
    not_labels: [w.valueLabel],
    all_labels: [w.label],
    detection_labels: [w.detectionLabel],
    imagejob: w.imageJob,
    dataset: w.dataset,
    detection_task_neg: w.detectionTask,
    not_in: true,
    not_groups: true,
    group: w.group,
    created_after: '2020-01-01',
    created_before: '2100-01-01',
    include_verifications: true,
    object_labels: [w.label],
    object_detection_label: [w.detectionLabel],
    rotated: true,
    ...{ detection_attribute_label: w.skeletonLabel, attribute_name: 'ripe', attribute_value: 'true' },
  };
  const area = { map_area: 'pca,-1,-1,1,-1,1,1' };
  const predictions = {
    ...{ suspects_of: w.run, predicted_by: w.run, uncertainty_from: 0.5 },
    ...{ detection_task_violations: w.detectionTask, segmentation_task_violations: w.segmentationTask },
    recognition_task_violations: w.task,
    ...{ shape_kinds: ['point', 'mask'], not_shape_kinds: ['skeleton'] },
    ...{ polygons: true, polygon_labels: [w.segmentationLabel] },
    ...{ skeletons: true, skeleton_labels: [w.skeletonLabel], unreviewed: true },
    ...{ segmentation_attribute_label: w.segmentationLabel, point_name: 'head', point_state: 'visible' },
    ...{ changed_since: '2090-01-01', changed_until: '2100-01-01', changed_since_training: w.dataset },
  };
  const labelChanges = {
    image: createBodySample(w.image, { label_id: w.label }),
    value: createBodySample(w.image, { label_id: w.valueLabel, value: 5 }),
  };
  const records = [{ _base64: w.picture }];
  const graph = {
    root: ['a'],
    actions: [
      { id: 'a', type: 'switch', task: w.task, cases: { [w.label]: ['b'] }, children: ['b'], labels: [w.label] },
      { id: 'b', type: 'detection_switch', task: w.detectionTask, cases: { [w.detectionLabel]: [] } },
    ],
  };
  const values = { min_value: 0, max_value: 9, step_value: 1 };
  const groups = {
    test: false,
    empty: false,
    type: w.type,
    type__name: 'Some name',
    search: 'name',
    similarityjob: w.similarityJob,
    violations_of: w.similarityTask,
    violated_rule: 'few_members',
    not_in: false,
    count: 3,
    verified: true,
    image: w.image,
    object: w.object,
    group: w.secondGroup,
  };
  const matching = {
    images: { filter: { ...browser, ...predictions, ...area, created_after: '2020-01-01T00:00:00Z' } },
    groups: { filter: groups },
  };

  return {
    ...accountSamples(w),
    'POST /account/v2/workspace/': createSamples({ name: `New ${randomUUID()}`, services: ['annotate'] }),
    'PATCH /account/v2/workspace/{id}/': createBodySample(w.workspace, {
      name: `Renamed ${randomUUID()}`,
      statistics_visibility: 'everybody',
      annotator_access: 'workspace',
    }),
    'GET /account/v2/workspace/{id}/settings/': idSample(w.workspace),
    'GET /account/v2/workspace/{id}/member/': [{ id: w.workspace, ...listSample({ search: 'user', role: 'viewer' })[0] }],
    'PATCH /account/v2/workspace/{id}/member/{user_id}/': [{ id: w.workspace, user: w.member, body: { role: 'annotator' } }],
    'DELETE /account/v2/workspace/{id}/member/{user_id}/': [{ id: w.workspace, user: w.member }],
    'POST /account/v2/workspace/{id}/transfer-ownership': createBodySample(w.workspace, { user_id: w.member }),
    ...webhookSamples(w),
    ...historySamples(w),
    ...commentSamples(w),
    ...importSamples(w),
    ...liveSamples(w),
    'GET /recognition/v2/training-image/': [
      ...listSample({ ...browser, ...predictions, ...area }),
      ...listSample({ label: [w.label] }),
      ...listSample({ similar_to: w.image, similar_kind: 'image' }),
    ],
    'GET /recognition/v2/training-image/map': [
      { query: { ...browser, ...predictions, method: 'umap', labels_of: 'segmentation', after: 0 } },
    ],
    'POST /recognition/v2/training-image/export': createSamples(
      { format: 'coco', images: [w.image] },
      { format: 'yolo', ...matching.images },
      { format: 'voc', version: w.dataset },
    ),
    'GET /recognition/v2/export/{id}': idSample(w.export),
    'GET /recognition/v2/dataset/': listSample(),
    'POST /recognition/v2/dataset/': createSamples(
      { name, images: [w.image], only_verified: false },
      { name, ...matching.images },
    ),
    'GET /recognition/v2/dataset/{id}': idSample(w.dataset),
    'GET /recognition/v2/dataset/{id}/changes': [{ id: w.dataset, query: { since: w.secondDataset } }],
    'GET /recognition/v2/dataset/{id}/pictures': [
      ...idSample(w.dataset),
      { id: w.dataset, query: { page: 1, page_size: 10, since: w.secondDataset, change: 'added' } },
    ],
    'DELETE /recognition/v2/dataset/{id}': idSample(w.dataset),
    'POST /recognition/v2/training-image/look-alikes': createSamples({ images: [w.image] }),
    'POST /recognition/v2/training-image/': createSamples({
      base64: w.picture,
      noresize: true,
      name: 'a.png',
      meta_data: { a: 1 },
      real: true,
      test_image: false,
      foreground_mask: w.mask,
    }),
    'GET /recognition/v2/training-image/{id}': idSample(w.image),
    'PUT /recognition/v2/training-image/{id}': createBodySample(w.image, { meta_data: { a: 1 }, real: false, test_image: true }),
    'DELETE /recognition/v2/training-image/{id}': idSample(w.image),
    'GET /recognition/v2/training-image/{id}/dependents': idSample(w.image),
    'POST /recognition/v2/training-image/dependents': createSamples({ ids: [w.image] }, matching.images),
    'POST /recognition/v2/training-image/update': createSamples({
      images: [w.image],
      'labels-add': [w.label],
      'labels-remove': [w.valueLabel],
      labels: [w.label],
      'mark-test': true,
      'unmark-test': false,
      'mark-real': true,
      'unmark-real': false,
      verify: true,
    }),
    'POST /recognition/v2/training-image/change': [
      ...createSamples(
        { change: 'test', images: [w.image] },
        { change: 'verify', ...matching.images, after: '1' },
        { change: 'add-label', label: w.label, images: [w.image] },
        { change: 'set-meta', key: 'shelf', value: 1, images: [w.image] },
        { change: 'add-to-job', job: w.imageJob, images: [w.image] },
        { change: 'add-to-group', group: w.group, images: [w.image], dry_run: true },
      ),
    ],
    'POST /recognition/v2/training-image/{id}/set-foreground-mask': [
      ...createBodySample(w.image, { foreground_mask: w.mask }),
      ...createBodySample(w.image, { foreground_mask: null }),
    ],
    'POST /recognition/v2/training-image/{id}/add-label': labelChanges.image,
    'POST /recognition/v2/training-image/{id}/remove-label': labelChanges.image,
    'POST /recognition/v2/training-image/{id}/update-value': labelChanges.value,
    'POST /recognition/v2/training-image/{id}/update-label': labelChanges.value,
    'GET /recognition/v2/label/': listSample({ search: 'name', type: 'category', task: w.task }),
    'POST /recognition/v2/label/': createSamples({
      name,
      description: 'text',
      type: 'value',
      color: '#123456',
      task: w.task,
      ...values,
    }),
    'GET /recognition/v2/label/{id}': idSample(w.label),
    'PUT /recognition/v2/label/{id}': createBodySample(w.valueLabel, {
      name,
      description: 'text',
      color: '#123456',
      key: 'z',
      ...values,
    }),
    'DELETE /recognition/v2/label/{id}': idSample(w.label),
    'GET /recognition/v2/label/{id}/dependents': idSample(w.label),
    'DELETE /recognition/v2/label/{id}/wipe': idSample(w.label),
    'POST /recognition/v2/label/{id}/add-task': createBodySample(w.label, { task_id: w.task }),
    'POST /recognition/v2/label/{id}/remove-task': createBodySample(w.label, { task_id: w.task }),
    'POST /recognition/v2/label/{id}/get-histogram': createBodySample(w.valueLabel, {
      bin_size: 1,
      label_id: w.label,
      label_ids: [w.label],
    }),
    'GET /recognition/v2/task/': listSample({ search: 'name', type: 'multi_class' }),
    'POST /recognition/v2/task/': createSamples({ name, description: 'text', type: 'multi_label' }),
    'GET /recognition/v2/task/{id}': idSample(w.task),
    'PUT /recognition/v2/task/{id}': createBodySample(w.task, { name, description: 'text', production_version: 1 }),
    'DELETE /recognition/v2/task/{id}': idSample(w.task),
    'GET /recognition/v2/task/{id}/dependents': idSample(w.task),
    'POST /recognition/v2/task/{id}/add-label': createBodySample(w.task, { label_id: w.valueLabel }),
    'POST /recognition/v2/task/{id}/remove-label': createBodySample(w.task, { label_id: w.label }),
    'POST /recognition/v2/task/{id}/train': createBodySample(w.task, {}),
    'GET /recognition/v2/task/{id}/split': idSample(w.task),
    'GET /recognition/v2/task/{id}/next-batch': idSample(w.task),
    'GET /recognition/v2/cannot-train': NOTHING,
    'POST /recognition/v2/task/{id}/predict-images': createBodySample(w.task, { training_images: false }),
    'GET /recognition/v2/task/{id}/pre-label': idSample(w.task),
    'POST /recognition/v2/task/{id}/pre-label': [
      ...createBodySample(w.task, { images: [w.image], thresholds: {} }),
      ...createBodySample(w.task, { mode: 'count', ...matching.images }),
    ],
    'POST /recognition/v2/task/{id}/evaluate': createBodySample(w.task, { model: w.recognitionModel }),
    'GET /recognition/v2/model/': listSample({ task: w.task }),
    'GET /recognition/v2/model/{id}': idSample(w.recognitionModel),
    'POST /recognition/v2/model/{id}/request-download': createBodySample(w.recognitionModel, {}),
    'POST /recognition/v2/model/{id}/cancel': createBodySample(w.recognitionModel, {}),
    'POST /recognition/v2/model/{id}/take-back': createBodySample(w.recognitionModel, {}),
    'DELETE /recognition/v2/model/{id}': idSample(w.recognitionModel),
    'POST /recognition/v2/classify/': createPredictionSamples(w.picture, w.task),

    ...createDetectionSamples(w, browser, matching.images),
    ...createSegmentationSamples(w, matching.images),
    'GET /interactive-model/v2/': NOTHING,
    'POST /interactive-model/v2/': [{ body: { description: '{}' } }],
    'DELETE /interactive-model/v2/': NOTHING,
    'GET /interactive-model/v2/image/{id}/embedding': idSample(w.image),
    ...createSimilaritySamples(w, groups),
    'GET /recognition/v2/training-image/{id}/similar': [
      { id: w.image, query: { kinds: ['image', 'object', 'group'], count: 5, by: 'both' } },
    ],

    ...createProductSamples(w),

    ...annotateSamples(w, matching),
    ...createLayerSamples(w),
    ...createGoldSamples(w),
    ...createAdjudicationSamples(w),

    'GET /flows/v2/flow/': listSample({ search: 'name' }),
    'POST /flows/v2/flow/': createSamples({ name, description: 'text', json_data: graph }),
    'GET /flows/v2/flow/{id}': idSample(w.flow),
    'PUT /flows/v2/flow/{id}': createBodySample(w.flow, { name, description: 'text', json_data: graph }),
    'DELETE /flows/v2/flow/{id}': idSample(w.flow),
    'GET /flows/v2/flow/{id}/json': idSample(w.flow),
    'POST /flows/v2/process': createSamples({ flow: w.flow, records, meta_data: { a: 1 } }),
  };
}
