import { randomUUID } from 'node:crypto';
import type { ApiCallKey } from '@console/shared-contract/api';
import { createAccountSamples } from './account-samples';
import { createAnnotationSamples } from './annotation-samples';
import { createCommentSamples } from './comment-samples';
import { createDetectionSamples } from './detection-samples';
import { createHistorySamples } from './history-samples';
import { createImportSamples } from './import-samples';
import { createAdjudicationSamples } from './adjudication-samples';
import { createGoldSamples } from './gold-samples';
import { createLayerSamples } from './layer-samples';
import { createLiveSamples } from './live-samples';
import { createProductSamples } from './product-samples';
import { createSegmentationSamples } from './segmentation-samples';
import { createSimilaritySamples } from './similarity-samples';
import {
  createIdSample,
  createListSample,
  createSamples,
  name,
  createBodySample,
  createPredictionSamples,
  type CallSample,
} from './sample-factories';
import type { SampleRows } from './sample-rows';
import { createWebhookSamples } from './webhook-samples';

/** Calls without a session. A secret in the request is the only permission that they need. */
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
const CALLS_WITHOUT_SAMPLES = [...PUBLIC_CALLS, 'GET /account/v2/logout'] as const satisfies readonly ApiCallKey[];
type SampledCall = Exclude<ApiCallKey, (typeof CALLS_WITHOUT_SAMPLES)[number]>;

/** Whether a call has samples. */
export const isSampledCall = (key: ApiCallKey): key is SampledCall => !CALLS_WITHOUT_SAMPLES.some((call) => call === key);

const EMPTY_SAMPLES: CallSample[] = [{}];

/**
 * Valid samples of all calls of the contract with the rows of one workspace. The tests of the route table send them
 * unchanged, with ids of another workspace, and with invalid values. Every field with an id must occur in a sample.
 */
export function createCallSamples(rows: SampleRows): Record<SampledCall, CallSample[]> {
  const imageBrowserFilter = {
    verified: true,
    test: false,
    real: true,
    labels: [rows.label],
    not_labels: [rows.valueLabel],
    all_labels: [rows.label],
    detection_labels: [rows.detectionLabel],
    imagejob: rows.imageJob,
    dataset: rows.dataset,
    detection_task_neg: rows.detectionTask,
    not_in: true,
    not_groups: true,
    group: rows.group,
    created_after: '2020-01-01',
    created_before: '2100-01-01',
    include_verifications: true,
    object_labels: [rows.label],
    object_detection_label: [rows.detectionLabel],
    rotated: true,
    detection_attribute_label: rows.skeletonLabel,
    attribute_name: 'ripe',
    attribute_value: 'true',
  };
  const mapAreaFilter = { map_area: 'pca,-1,-1,1,-1,1,1' };
  const predictionFilter = {
    suspects_of: rows.run,
    sureness_from: 0.1,
    predicted_by: rows.run,
    uncertainty_from: 0.5,
    detection_task_violations: rows.detectionTask,
    segmentation_task_violations: rows.segmentationTask,
    recognition_task_violations: rows.task,
    shape_kinds: ['point', 'mask'],
    not_shape_kinds: ['skeleton'],
    polygons: true,
    polygon_labels: [rows.segmentationLabel],
    skeletons: true,
    skeleton_labels: [rows.skeletonLabel],
    unreviewed: true,
    segmentation_attribute_label: rows.segmentationLabel,
    point_name: 'head',
    point_state: 'visible',
    changed_since: '2090-01-01',
    changed_until: '2100-01-01',
    changed_since_training: rows.dataset,
  };
  const labelChanges = {
    image: createBodySample(rows.image, { label_id: rows.label }),
    value: createBodySample(rows.image, { label_id: rows.valueLabel, value: 5 }),
  };
  const records = [{ _base64: rows.picture }];
  const flowGraph = {
    root: ['a'],
    actions: [
      { id: 'a', type: 'switch', task: rows.task, cases: { [rows.label]: ['b'] }, children: ['b'], labels: [rows.label] },
      { id: 'b', type: 'detection_switch', task: rows.detectionTask, cases: { [rows.detectionLabel]: [] } },
    ],
  };
  const valueFields = { min_value: 0, max_value: 9, step_value: 1 };
  const groupFilter = {
    test: false,
    empty: false,
    type: rows.type,
    type__name: 'Some name',
    search: 'name',
    similarityjob: rows.similarityJob,
    violations_of: rows.similarityTask,
    violated_rule: 'few_members',
    not_in: false,
    count: 3,
    verified: true,
    image: rows.image,
    object: rows.object,
    group: rows.secondGroup,
  };
  const matching = {
    images: { filter: { ...imageBrowserFilter, ...predictionFilter, ...mapAreaFilter, created_after: '2020-01-01T00:00:00Z' } },
    groups: { filter: groupFilter },
  };

  return {
    ...createAccountSamples(rows),
    'POST /account/v2/workspace/': createSamples({ name: `New ${randomUUID()}`, services: ['annotate'] }),
    'PATCH /account/v2/workspace/{id}/': createBodySample(rows.workspace, {
      name: `Renamed ${randomUUID()}`,
      statistics_visibility: 'everybody',
      annotator_access: 'workspace',
    }),
    'GET /account/v2/workspace/{id}/settings/': createIdSample(rows.workspace),
    'GET /account/v2/workspace/{id}/member/': [
      { id: rows.workspace, ...createListSample({ search: 'user', role: 'viewer' })[0] },
    ],
    'PATCH /account/v2/workspace/{id}/member/{user_id}/': [
      { id: rows.workspace, user: rows.member, body: { role: 'annotator' } },
    ],
    'DELETE /account/v2/workspace/{id}/member/{user_id}/': [{ id: rows.workspace, user: rows.member }],
    'POST /account/v2/workspace/{id}/transfer-ownership': createBodySample(rows.workspace, { user_id: rows.member }),
    ...createWebhookSamples(rows),
    ...createHistorySamples(rows),
    ...createCommentSamples(rows),
    ...createImportSamples(rows),
    ...createLiveSamples(rows),
    'GET /recognition/v2/training-image/': [
      ...createListSample({ ...imageBrowserFilter, ...predictionFilter, ...mapAreaFilter }),
      ...createListSample({ label: [rows.label] }),
      ...createListSample({ similar_to: rows.image, similar_kind: 'image' }),
    ],
    'GET /recognition/v2/training-image/ids': [
      { query: { ...imageBrowserFilter, ...predictionFilter, ...mapAreaFilter, after: 0 } },
    ],
    'GET /recognition/v2/training-image/map': [
      { query: { ...imageBrowserFilter, ...predictionFilter, method: 'umap', labels_of: 'segmentation', after: 0 } },
    ],
    'POST /recognition/v2/training-image/export': createSamples(
      { format: 'coco', images: [rows.image] },
      { format: 'yolo', ...matching.images },
      { format: 'voc', version: rows.dataset },
    ),
    'GET /recognition/v2/export/{id}': createIdSample(rows.export),
    'GET /recognition/v2/dataset/': createListSample(),
    'POST /recognition/v2/dataset/': createSamples(
      { name, images: [rows.image], only_verified: false },
      { name, ...matching.images },
    ),
    'GET /recognition/v2/dataset/{id}': createIdSample(rows.dataset),
    'GET /recognition/v2/dataset/{id}/changes': [{ id: rows.dataset, query: { since: rows.secondDataset } }],
    'GET /recognition/v2/dataset/{id}/pictures': [
      ...createIdSample(rows.dataset),
      { id: rows.dataset, query: { page: 1, page_size: 10, since: rows.secondDataset, change: 'added' } },
    ],
    'DELETE /recognition/v2/dataset/{id}': createIdSample(rows.dataset),
    'POST /recognition/v2/training-image/look-alikes': createSamples({ images: [rows.image] }),
    'POST /recognition/v2/training-image/': createSamples({
      base64: rows.picture,
      noresize: true,
      name: 'a.png',
      meta_data: { a: 1 },
      real: true,
      test_image: false,
      foreground_mask: rows.mask,
    }),
    'GET /recognition/v2/training-image/{id}': createIdSample(rows.image),
    'PUT /recognition/v2/training-image/{id}': createBodySample(rows.image, {
      meta_data: { a: 1 },
      real: false,
      test_image: true,
    }),
    'DELETE /recognition/v2/training-image/{id}': createIdSample(rows.image),
    'GET /recognition/v2/training-image/{id}/dependents': createIdSample(rows.image),
    'POST /recognition/v2/training-image/dependents': createSamples({ ids: [rows.image] }, matching.images),
    'POST /recognition/v2/training-image/update': createSamples({
      images: [rows.image],
      'labels-add': [rows.label],
      'labels-remove': [rows.valueLabel],
      labels: [rows.label],
      'mark-test': true,
      'unmark-test': false,
      'mark-real': true,
      'unmark-real': false,
      verify: true,
    }),
    'POST /recognition/v2/training-image/change': [
      ...createSamples(
        { change: 'test', images: [rows.image] },
        { change: 'verify', ...matching.images, after: '1' },
        { change: 'add-label', label: rows.label, images: [rows.image] },
        { change: 'set-meta', key: 'shelf', value: 1, images: [rows.image] },
        { change: 'add-to-job', job: rows.imageJob, images: [rows.image] },
        { change: 'add-to-group', group: rows.group, images: [rows.image], dry_run: true },
      ),
    ],
    'POST /recognition/v2/training-image/{id}/set-foreground-mask': [
      ...createBodySample(rows.image, { foreground_mask: rows.mask }),
      ...createBodySample(rows.image, { foreground_mask: null }),
    ],
    'POST /recognition/v2/training-image/{id}/add-label': labelChanges.image,
    'POST /recognition/v2/training-image/{id}/remove-label': labelChanges.image,
    'POST /recognition/v2/training-image/{id}/update-value': labelChanges.value,
    'POST /recognition/v2/training-image/{id}/update-label': labelChanges.value,
    'GET /recognition/v2/label/': createListSample({ search: 'name', type: 'category', task: rows.task }),
    'POST /recognition/v2/label/': createSamples({
      name,
      description: 'text',
      type: 'value',
      color: '#123456',
      task: rows.task,
      ...valueFields,
    }),
    'GET /recognition/v2/label/{id}': createIdSample(rows.label),
    'PUT /recognition/v2/label/{id}': createBodySample(rows.valueLabel, {
      name,
      description: 'text',
      color: '#123456',
      key: 'z',
      ...valueFields,
    }),
    'DELETE /recognition/v2/label/{id}': createIdSample(rows.label),
    'GET /recognition/v2/label/{id}/dependents': createIdSample(rows.label),
    'DELETE /recognition/v2/label/{id}/wipe': createIdSample(rows.label),
    'POST /recognition/v2/label/{id}/add-task': createBodySample(rows.label, { task_id: rows.task }),
    'POST /recognition/v2/label/{id}/remove-task': createBodySample(rows.label, { task_id: rows.task }),
    'POST /recognition/v2/label/{id}/get-histogram': createBodySample(rows.valueLabel, {
      bin_size: 1,
      label_id: rows.label,
      label_ids: [rows.label],
    }),
    'GET /recognition/v2/task/': createListSample({ search: 'name', type: 'multi_class' }),
    'POST /recognition/v2/task/': createSamples({ name, description: 'text', type: 'multi_label' }),
    'GET /recognition/v2/task/{id}': createIdSample(rows.task),
    'PUT /recognition/v2/task/{id}': createBodySample(rows.task, { name, description: 'text', production_version: 1 }),
    'DELETE /recognition/v2/task/{id}': createIdSample(rows.task),
    'GET /recognition/v2/task/{id}/dependents': createIdSample(rows.task),
    'POST /recognition/v2/task/{id}/add-label': createBodySample(rows.task, { label_id: rows.valueLabel }),
    'POST /recognition/v2/task/{id}/remove-label': createBodySample(rows.task, { label_id: rows.label }),
    'POST /recognition/v2/task/{id}/train': createBodySample(rows.task, {}),
    'GET /recognition/v2/task/{id}/split': createIdSample(rows.task),
    'GET /recognition/v2/task/{id}/next-batch': createIdSample(rows.task),
    'GET /recognition/v2/cannot-train': EMPTY_SAMPLES,
    'POST /recognition/v2/task/{id}/predict-images': createBodySample(rows.task, { training_images: false }),
    'GET /recognition/v2/task/{id}/pre-label': createIdSample(rows.task),
    'POST /recognition/v2/task/{id}/pre-label': [
      ...createBodySample(rows.task, { images: [rows.image], thresholds: {} }),
      ...createBodySample(rows.task, { mode: 'count', ...matching.images }),
    ],
    'POST /recognition/v2/task/{id}/evaluate': createBodySample(rows.task, { model: rows.recognitionModel }),
    'GET /recognition/v2/model/': createListSample({ task: rows.task }),
    'GET /recognition/v2/model/{id}': createIdSample(rows.recognitionModel),
    'POST /recognition/v2/model/{id}/request-download': createBodySample(rows.recognitionModel, {}),
    'POST /recognition/v2/model/{id}/cancel': createBodySample(rows.recognitionModel, {}),
    'POST /recognition/v2/model/{id}/take-back': createBodySample(rows.recognitionModel, {}),
    'DELETE /recognition/v2/model/{id}': createIdSample(rows.recognitionModel),
    'POST /recognition/v2/classify/': createPredictionSamples(rows.picture, rows.task),

    ...createDetectionSamples(rows, imageBrowserFilter, matching.images),
    ...createSegmentationSamples(rows, matching.images),
    'GET /embedding-model/v2/': EMPTY_SAMPLES,
    'POST /embedding-model/v2/': [{ body: { name: 'Embeddings' } }],
    'DELETE /embedding-model/v2/': EMPTY_SAMPLES,
    'GET /interactive-model/v2/': EMPTY_SAMPLES,
    'POST /interactive-model/v2/': [{ body: { description: '{}' } }],
    'DELETE /interactive-model/v2/': EMPTY_SAMPLES,
    'GET /interactive-model/v2/image/{id}/embedding': createIdSample(rows.image),
    ...createSimilaritySamples(rows, groupFilter),
    'GET /recognition/v2/training-image/{id}/similar': [
      { id: rows.image, query: { kinds: ['image', 'object', 'group'], count: 5, by: 'both' } },
    ],

    ...createProductSamples(rows),

    ...createAnnotationSamples(rows, matching),
    ...createLayerSamples(rows),
    ...createGoldSamples(rows),
    ...createAdjudicationSamples(rows),

    'GET /flows/v2/flow/': createListSample({ search: 'name' }),
    'POST /flows/v2/flow/': createSamples({ name, description: 'text', json_data: flowGraph }),
    'GET /flows/v2/flow/{id}': createIdSample(rows.flow),
    'PUT /flows/v2/flow/{id}': createBodySample(rows.flow, { name, description: 'text', json_data: flowGraph }),
    'DELETE /flows/v2/flow/{id}': createIdSample(rows.flow),
    'GET /flows/v2/flow/{id}/json': createIdSample(rows.flow),
    'POST /flows/v2/process': createSamples({ flow: rows.flow, records, meta_data: { a: 1 } }),
  };
}
