import type { ApiCallKey } from '@console/shared-contract/api';
import { annotateSamples } from './annotate-samples';
import { productSamples } from './product-samples';
import { by, inBulk, listed, made, name, sent, type CallSample } from './sample-makers';
import type { World } from './world';

/** Calls that end the caller's own session or begin one: no row of a workspace is in them. */
export type SignInCall = 'POST /account/v2/login/' | 'POST /account/v2/jwt/refresh/' | 'GET /account/v2/logout';
type SampledCall = Exclude<ApiCallKey, SignInCall>;

const TRIANGLE = [0, 0, 9, 0, 9, 9];
const NOTHING: CallSample[] = [{}];

/**
 * Samples of every call of the contract over one workspace's rows: the tests that walk the route table send them whole,
 * with a part taken from another workspace, and with parts spoiled. Every field that takes an id must be in one of them.
 */
export function callSamples(w: World): Record<SampledCall, CallSample[]> {
  const browser = {
    verified: true,
    test: false,
    real: true,
    labels: [w.label],
    not_labels: [w.valueLabel],
    detection_labels: [w.detectionLabel],
    imagejob: w.imageJob,
    detection_task_neg: w.detectionTask,
    not_in: true,
    not_groups: true,
    group: w.group,
    created_after: '2020-01-01',
    created_before: '2100-01-01',
    include_verifications: true,
    object_labels: [w.label],
    object_detection_label: [w.detectionLabel],
  };
  const on = {
    image: sent(w.image, { label_id: w.label }),
    value: sent(w.image, { label_id: w.valueLabel, value: 5 }),
    object: sent(w.object, { label_id: w.label }),
    objectValue: sent(w.object, { label_id: w.valueLabel, value: 5 }),
  };
  const records = [{ _base64: w.picture }];
  const predicted = (task: string) => made({ records, task_id: task, keep_prob: 0.5 }, { records, task });
  const graph = {
    root: ['a'],
    actions: [
      { id: 'a', type: 'switch', task: w.task, cases: { [w.label]: ['b'] }, children: ['b'], labels: [w.label] },
      { id: 'b', type: 'detection_switch', task: w.detectionTask, cases: { [w.detectionLabel]: [] } },
    ],
  };
  const values = { min_value: 0, max_value: 9, step_value: 1 };
  const members = { groups: { groups: [w.secondGroup] }, images: { images: [w.image] }, objects: { objects: [w.object] } };
  const groups = {
    test: false,
    empty: false,
    type: w.type,
    type__name: 'Some name',
    search: 'name',
    similarityjob: w.similarityJob,
    not_in: false,
    count: 3,
    verified: true,
    image: w.image,
    object: w.object,
    group: w.secondGroup,
  };
  const matching = { images: { filter: { ...browser, created_after: '2020-01-01T00:00:00Z' } }, groups: { filter: groups } };

  return {
    'GET /account/v2/details/': NOTHING,
    'GET /account/v2/user': NOTHING,
    'GET /account/v2/token/': NOTHING,
    'GET /account/v2/workspace/': NOTHING,
    'GET /account/v2/resource': NOTHING,
    'GET /account/v2/audit/': listed({ action: 'delete' }),
    'POST /authorization/v2/authorize': made({ service: 'flows', call_type: 'x' }),

    'GET /recognition/v2/training-image/': [...listed(browser), ...listed({ label: [w.label] })],
    'POST /recognition/v2/training-image/': made({
      base64: w.picture,
      noresize: true,
      name: 'a.png',
      meta_data: { a: 1 },
      real: true,
      test_image: false,
      foreground_mask: w.mask,
    }),
    'GET /recognition/v2/training-image/{id}': by(w.image),
    'PUT /recognition/v2/training-image/{id}': sent(w.image, { meta_data: { a: 1 }, real: false, test_image: true }),
    'DELETE /recognition/v2/training-image/{id}': by(w.image),
    'POST /recognition/v2/training-image/update': made({
      images: [w.image],
      'labels-add': [w.label],
      'labels-remove': [w.valueLabel],
      labels: [w.label],
      'mark-test': true,
      'unmark-test': false,
      'mark-real': true,
      'unmark-real': false,
    }),
    'POST /recognition/v2/training-image/{id}/set-foreground-mask': [
      ...sent(w.image, { foreground_mask: w.mask }),
      ...sent(w.image, { foreground_mask: null }),
    ],
    'POST /recognition/v2/training-image/{id}/add-label': on.image,
    'POST /recognition/v2/training-image/{id}/remove-label': on.image,
    'POST /recognition/v2/training-image/{id}/update-value': on.value,
    'POST /recognition/v2/training-image/{id}/update-label': on.value,
    'GET /recognition/v2/label/': listed({ search: 'name', type: 'category', task: w.task }),
    'POST /recognition/v2/label/': made({ name, description: 'text', type: 'value', color: '#123456', task: w.task, ...values }),
    'GET /recognition/v2/label/{id}': by(w.label),
    'PUT /recognition/v2/label/{id}': sent(w.valueLabel, { name, description: 'text', color: '#123456', ...values }),
    'DELETE /recognition/v2/label/{id}': by(w.label),
    'DELETE /recognition/v2/label/{id}/wipe': by(w.label),
    'POST /recognition/v2/label/{id}/add-task': sent(w.label, { task_id: w.task }),
    'POST /recognition/v2/label/{id}/remove-task': sent(w.label, { task_id: w.task }),
    'POST /recognition/v2/label/{id}/get-histogram': sent(w.valueLabel, { bin_size: 1, label_id: w.label }),
    'GET /recognition/v2/task/': listed({ search: 'name', type: 'multi_class' }),
    'POST /recognition/v2/task/': made({ name, description: 'text', type: 'multi_label' }),
    'GET /recognition/v2/task/{id}': by(w.task),
    'PUT /recognition/v2/task/{id}': sent(w.task, { name, description: 'text', production_version: 1 }),
    'DELETE /recognition/v2/task/{id}': by(w.task),
    'POST /recognition/v2/task/{id}/add-label': sent(w.task, { label_id: w.valueLabel }),
    'POST /recognition/v2/task/{id}/remove-label': sent(w.task, { label_id: w.label }),
    'POST /recognition/v2/task/{id}/train': sent(w.task, {}),
    'GET /recognition/v2/model/{id}': by(w.recognitionModel),
    'POST /recognition/v2/classify/': predicted(w.task),

    'GET /detection/v2/label/': listed({ search: 'name', task: w.detectionTask }),
    'POST /detection/v2/label/': made({ name, color: '#123456' }),
    'GET /detection/v2/label/{id}': by(w.detectionLabel),
    'PUT /detection/v2/label/{id}': sent(w.detectionLabel, { name, color: '#123456' }),
    'DELETE /detection/v2/label/{id}': by(w.detectionLabel),
    'POST /detection/v2/label/{id}/add-task': [
      ...sent(w.detectionLabel, { task_id: w.task }),
      ...sent(w.detectionLabel, { task_id: w.detectionTask }),
    ],
    'POST /detection/v2/label/{id}/remove-task': sent(w.detectionLabel, { task_id: w.task }),
    'GET /detection/v2/task/': listed({ search: 'name', task: w.detectionTask }),
    'POST /detection/v2/task/': made({ name, description: 'text', training_params: { 'detection-model': { input_size: 512 } } }),
    'GET /detection/v2/task/{id}': by(w.detectionTask),
    'PUT /detection/v2/task/{id}': sent(w.detectionTask, {
      name,
      description: 'text',
      training_params: { 'detection-model': { input_size: 512 } },
    }),
    'DELETE /detection/v2/task/{id}': by(w.detectionTask),
    'POST /detection/v2/task/{id}/add-label': sent(w.detectionTask, { label_id: w.detectionLabel }),
    'POST /detection/v2/task/{id}/remove-label': sent(w.detectionTask, { label_id: w.detectionLabel }),
    'POST /detection/v2/task/{id}/add-images': sent(w.detectionTask, { items: [w.secondImage] }),
    'POST /detection/v2/task/{id}/remove-images': sent(w.detectionTask, { items: [w.image] }),
    'POST /detection/v2/task/{id}/add-image': sent(w.detectionTask, { image_id: w.secondImage }),
    'POST /detection/v2/task/{id}/train': sent(w.detectionTask, {}),
    'GET /detection/v2/model/': listed({ detection_task: w.detectionTask }),
    'GET /detection/v2/model/{id}': by(w.detectionModel),
    'POST /detection/v2/model/{id}/request-download': sent(w.detectionModel, {}),
    'GET /detection/v2/object/': listed({ ...browser, image: w.image }),
    'POST /detection/v2/object/': made({
      image: w.image,
      detection_label: w.detectionLabel,
      data: [2, 2, 20, 20],
      meta_data: { a: 1 },
    }),
    'POST /detection/v2/object/bulk': inBulk(w.object, {
      image: w.image,
      detection_label: w.detectionLabel,
      data: [2, 2, 20, 20],
      meta_data: { a: 1 },
    }),
    'GET /detection/v2/object/{id}': by(w.object),
    'PUT /detection/v2/object/{id}/': sent(w.object, {
      image: w.image,
      detection_label: w.detectionLabel,
      data: [3, 3, 20, 20],
      meta_data: { a: 1 },
    }),
    'DELETE /detection/v2/object/{id}': by(w.object),
    'DELETE /detection/v2/object/image': [{ query: { image: w.image } }, { body: { image: w.image } }],
    'POST /detection/v2/object/{id}/add-label': on.object,
    'POST /detection/v2/object/{id}/remove-label': on.object,
    'POST /detection/v2/object/{id}/update-value': on.objectValue,
    'POST /detection/v2/object/{id}/update-label': on.objectValue,
    'POST /detection/v2/detect': predicted(w.detectionTask),

    'GET /segmentation/v2/label/': listed({ search: 'name', task: w.segmentationTask }),
    'POST /segmentation/v2/label/': made({ name, color: '#123456' }),
    'GET /segmentation/v2/label/{id}': by(w.segmentationLabel),
    'PUT /segmentation/v2/label/{id}': sent(w.segmentationLabel, { name, color: '#123456' }),
    'DELETE /segmentation/v2/label/{id}': by(w.segmentationLabel),
    'GET /segmentation/v2/task/': listed({ search: 'name', task: w.segmentationTask }),
    'POST /segmentation/v2/task/': made({ name, description: 'text' }),
    'GET /segmentation/v2/task/{id}': by(w.segmentationTask),
    'PUT /segmentation/v2/task/{id}': sent(w.segmentationTask, { name, description: 'text', training_params: {} }),
    'DELETE /segmentation/v2/task/{id}': by(w.segmentationTask),
    'POST /segmentation/v2/task/{id}/add-label': sent(w.segmentationTask, { label_id: w.segmentationLabel }),
    'POST /segmentation/v2/task/{id}/remove-label': sent(w.segmentationTask, { label_id: w.segmentationLabel }),
    'POST /segmentation/v2/task/{id}/train': sent(w.segmentationTask, {}),
    'GET /segmentation/v2/polygon/': listed({ image: w.image, labels: w.segmentationLabel }),
    'POST /segmentation/v2/polygon/': made({
      image: w.image,
      segmentation_label: w.segmentationLabel,
      data: TRIANGLE,
      meta_data: { a: 1 },
    }),
    'POST /segmentation/v2/polygon/bulk': inBulk(w.polygon, {
      image: w.image,
      segmentation_label: w.segmentationLabel,
      data: TRIANGLE,
      meta_data: { a: 1 },
    }),
    'GET /segmentation/v2/polygon/{id}': by(w.polygon),
    'PUT /segmentation/v2/polygon/{id}/': sent(w.polygon, {
      image: w.image,
      segmentation_label: w.segmentationLabel,
      data: TRIANGLE,
      meta_data: { a: 1 },
    }),
    'DELETE /segmentation/v2/polygon/{id}': by(w.polygon),
    'DELETE /segmentation/v2/polygon/image': [{ query: { image: w.image } }, { body: { image: w.image } }],

    'GET /similarity/training/v2/type/': listed({ search: 'name', task: w.similarityTask }),
    'POST /similarity/training/v2/type/': made({ name }),
    'GET /similarity/training/v2/type/{id}': by(w.type),
    'PUT /similarity/training/v2/type/{id}': sent(w.type, { name }),
    'DELETE /similarity/training/v2/type/{id}': by(w.type),
    'GET /similarity/training/v2/task/': listed({ search: 'name', task: w.similarityTask }),
    'POST /similarity/training/v2/task/': made({ name, description: 'text', training_params: {} }),
    'GET /similarity/training/v2/task/{id}': by(w.similarityTask),
    'PUT /similarity/training/v2/task/{id}': sent(w.similarityTask, { name, description: 'text', training_params: {} }),
    'DELETE /similarity/training/v2/task/{id}': by(w.similarityTask),
    'POST /similarity/training/v2/task/{id}/add-type': sent(w.similarityTask, { type_id: w.type }),
    'POST /similarity/training/v2/task/{id}/remove-type': sent(w.similarityTask, { type_id: w.type }),
    'GET /similarity/training/v2/group/': listed(groups),
    'POST /similarity/training/v2/group/': made({ name, description: 'text', type: w.type, test_group: true }),
    'GET /similarity/training/v2/group/{id}': by(w.group),
    'PUT /similarity/training/v2/group/{id}': sent(w.group, { name, description: 'text', type: w.type }),
    'PATCH /similarity/training/v2/group/{id}': sent(w.group, { meta_data: { a: 1 }, name, description: 'text' }),
    'DELETE /similarity/training/v2/group/{id}': by(w.group),
    'POST /similarity/training/v2/group/update': made({ groups: [w.group], 'mark-test': true, 'unmark-test': false }),
    'GET /similarity/training/v2/group/csv': NOTHING,
    'POST /similarity/training/v2/group/csv-undo': made({ undo: w.undo.groups }),
    'POST /similarity/training/v2/group/csv': made({ csv: 'group,type,test,image\nFrom a file,,TRAIN,', dry_run: false }),
    'POST /similarity/training/v2/group/change': made(
      { change: 'test', groups: [w.group] },
      { change: 'verify', filter: groups },
    ),
    'POST /similarity/training/v2/group/{id}/merge-groups': sent(w.group, members.groups),
    'POST /similarity/training/v2/group/{id}/move-members': [
      ...sent(w.group, { to: w.secondGroup, ...members.images, ...members.objects }),
      ...sent(w.group, { new_group: { name: 'Moved', type: w.type }, ...members.groups }),
    ],
    'POST /similarity/training/v2/group/{id}/add-images': sent(w.group, members.images),
    'POST /similarity/training/v2/group/{id}/remove-images': sent(w.group, members.images),
    'POST /similarity/training/v2/group/{id}/add-objects': sent(w.group, members.objects),
    'POST /similarity/training/v2/group/{id}/remove-objects': sent(w.group, members.objects),
    'POST /similarity/training/v2/group/{id}/add-groups': sent(w.group, members.groups),
    'POST /similarity/training/v2/group/{id}/remove-groups': sent(w.group, members.groups),
    'PUT /similarity/training/v2/product/{id}': sent(w.group, { type: w.type }),
    'POST /similarity/training/v2/descriptor': predicted(w.similarityTask),

    ...productSamples(w),

    ...annotateSamples(w, matching),
    'POST /detection/v2/task/{id}/add-matching': sent(w.detectionTask, matching.images),
    'POST /detection/v2/task/{id}/remove-matching': sent(w.detectionTask, matching.images),

    'GET /flows/v2/flow/': listed({ search: 'name' }),
    'POST /flows/v2/flow/': made({ name, description: 'text', json_data: graph }),
    'GET /flows/v2/flow/{id}': by(w.flow),
    'PUT /flows/v2/flow/{id}': sent(w.flow, { name, description: 'text', json_data: graph }),
    'DELETE /flows/v2/flow/{id}': by(w.flow),
    'GET /flows/v2/flow/{id}/json': by(w.flow),
    'POST /flows/v2/process': made({ flow: w.flow, records, meta_data: { a: 1 } }),
  };
}
