import type { ApiCallKey } from '@console/shared-contract/api';
import type { World } from './world';

/** One way to make a call that succeeds. `workspace` need not be there: who sends the sample adds it where the call takes one. */
export interface CallSample {
  id?: string | number;
  query?: Record<string, unknown>;
  body?: Record<string, unknown>;
}

/** Calls that end the caller's own session or begin one: no row of a workspace is in them. */
export type SignInCall = 'POST /account/v2/login/' | 'POST /account/v2/jwt/refresh/' | 'GET /account/v2/logout';
type SampledCall = Exclude<ApiCallKey, SignInCall>;

const TRIANGLE = [0, 0, 9, 0, 9, 9];
const name = 'Another name';
const NOTHING: CallSample[] = [{}];

/**
 * Samples of every call of the contract over one workspace's rows: the tests that walk the route table send them whole,
 * with a part taken from another workspace, and with parts spoiled. Every field that takes an id must be in one of them.
 */
export function callSamples(w: World): Record<SampledCall, CallSample[]> {
  const browser = {
    verified: true, test: false, real: true, labels: [w.label], not_labels: [w.valueLabel], detection_labels: [w.detectionLabel], imagejob: w.imageJob,
    detection_task_neg: w.detectionTask, not_in: true, not_groups: true, group: w.group, created_after: '2020-01-01', created_before: '2100-01-01',
    include_verifications: true, object_labels: [w.label], object_detection_label: [w.detectionLabel],
  };
  const paged = { page: 1, page_size: 10 };
  const listed = (query: Record<string, unknown> = {}): CallSample[] => [{ query: { ...paged, ...query } }];
  const by = (id: string | number): CallSample[] => [{ id }];
  const sent = (id: string | number, body: Record<string, unknown>): CallSample[] => [{ id, body }];
  const made = (...bodies: Record<string, unknown>[]): CallSample[] => bodies.map((body) => ({ body }));
  const on = { image: sent(w.image, { label_id: w.label }), value: sent(w.image, { label_id: w.valueLabel, value: 5 }), object: sent(w.object, { label_id: w.label }), objectValue: sent(w.object, { label_id: w.valueLabel, value: 5 }) };
  const records = [{ _base64: w.picture }];
  const predicted = (task: string) => made({ records, task_id: task, keep_prob: 0.5 }, { records, task });
  const job = { name, description: 'text', todo_number: 2, randomize: false, auto_complete: true, done: false };
  const graph = {
    root: ['a'], actions: [
      { id: 'a', type: 'switch', task: w.task, cases: { [w.label]: ['b'] }, children: ['b'], labels: [w.label] },
      { id: 'b', type: 'detection_switch', task: w.detectionTask, cases: { [w.detectionLabel]: [] } },
    ],
  };
  const values = { min_value: 0, max_value: 9, step_value: 1 };
  const members = { groups: { groups: [w.secondGroup] }, images: { images: [w.image] }, objects: { objects: [w.object] } };
  const groups = { test: false, empty: false, type: w.type, type__name: 'Some name', search: 'name', similarityjob: w.similarityJob, not_in: false, count: 3, verified: true, image: w.image, object: w.object, group: w.secondGroup };
  const price = { product_id: w.product, source: 'Fair', item_link: 'https://shop.example/1', grade_company: 'Graders', img_link: 'https://shop.example/1.png', price: '3.20', currency: 'USD' };

  const matching = { images: { filter: { ...browser, created_after: '2020-01-01T00:00:00Z' } }, groups: { filter: groups } };

  return {
    'GET /account/v2/details/': NOTHING, 'GET /account/v2/user': NOTHING, 'GET /account/v2/token/': NOTHING, 'GET /account/v2/workspace/': NOTHING,
    'GET /account/v2/resource': NOTHING,
    'POST /authorization/v2/authorize': made({ service: 'flows', call_type: 'x' }),

    'GET /recognition/v2/training-image/': listed(browser),
    'POST /recognition/v2/training-image/': made({ base64: w.picture, noresize: true, name: 'a.png', meta_data: { a: 1 }, real: true, test_image: false, foreground_mask: w.mask }),
    'GET /recognition/v2/training-image/{id}': by(w.image),
    'PUT /recognition/v2/training-image/{id}': sent(w.image, { meta_data: { a: 1 }, real: false, test_image: true }),
    'DELETE /recognition/v2/training-image/{id}': by(w.image),
    'POST /recognition/v2/training-image/update': made({ images: [w.image], 'labels-add': [w.label], 'labels-remove': [w.valueLabel], labels: [w.label], 'mark-test': true, 'unmark-test': false, 'mark-real': true, 'unmark-real': false }),
    'POST /recognition/v2/training-image/{id}/set-foreground-mask': [...sent(w.image, { foreground_mask: w.mask }), ...sent(w.image, { foreground_mask: null })],
    'POST /recognition/v2/training-image/{id}/add-label': on.image, 'POST /recognition/v2/training-image/{id}/remove-label': on.image,
    'POST /recognition/v2/training-image/{id}/update-value': on.value, 'POST /recognition/v2/training-image/{id}/update-label': on.value,
    'GET /recognition/v2/label/': listed({ search: 'name', type: 'category', task: w.task }),
    'POST /recognition/v2/label/': made({ name, description: 'text', type: 'value', color: '#123456', task: w.task, ...values }),
    'GET /recognition/v2/label/{id}': by(w.label),
    'PUT /recognition/v2/label/{id}': sent(w.valueLabel, { name, description: 'text', color: '#123456', ...values }),
    'DELETE /recognition/v2/label/{id}': by(w.label), 'DELETE /recognition/v2/label/{id}/wipe': by(w.label),
    'POST /recognition/v2/label/{id}/add-task': sent(w.label, { task_id: w.task }), 'POST /recognition/v2/label/{id}/remove-task': sent(w.label, { task_id: w.task }),
    'POST /recognition/v2/label/{id}/get-histogram': sent(w.valueLabel, { bin_size: 1, label_id: w.label }),
    'GET /recognition/v2/task/': listed({ search: 'name', type: 'multi_class' }),
    'POST /recognition/v2/task/': made({ name, description: 'text', type: 'multi_label' }),
    'GET /recognition/v2/task/{id}': by(w.task),
    'PUT /recognition/v2/task/{id}': sent(w.task, { name, description: 'text', production_version: 1 }),
    'DELETE /recognition/v2/task/{id}': by(w.task),
    'POST /recognition/v2/task/{id}/add-label': sent(w.task, { label_id: w.valueLabel }), 'POST /recognition/v2/task/{id}/remove-label': sent(w.task, { label_id: w.label }),
    'POST /recognition/v2/task/{id}/train': sent(w.task, {}),
    'GET /recognition/v2/model/{id}': by(w.recognitionModel),
    'POST /recognition/v2/classify/': predicted(w.task),

    'GET /detection/v2/label/': listed({ search: 'name', task: w.detectionTask }),
    'POST /detection/v2/label/': made({ name, color: '#123456' }),
    'GET /detection/v2/label/{id}': by(w.detectionLabel),
    'PUT /detection/v2/label/{id}': sent(w.detectionLabel, { name, color: '#123456' }),
    'DELETE /detection/v2/label/{id}': by(w.detectionLabel),
    'POST /detection/v2/label/{id}/add-task': [...sent(w.detectionLabel, { task_id: w.task }), ...sent(w.detectionLabel, { task_id: w.detectionTask })],
    'POST /detection/v2/label/{id}/remove-task': sent(w.detectionLabel, { task_id: w.task }),
    'GET /detection/v2/task/': listed({ search: 'name', task: w.detectionTask }),
    'POST /detection/v2/task/': made({ name, description: 'text', training_params: { 'detection-model': { input_size: 512 } } }),
    'GET /detection/v2/task/{id}': by(w.detectionTask),
    'PUT /detection/v2/task/{id}': sent(w.detectionTask, { name, description: 'text', training_params: { 'detection-model': { input_size: 512 } } }),
    'DELETE /detection/v2/task/{id}': by(w.detectionTask),
    'POST /detection/v2/task/{id}/add-label': sent(w.detectionTask, { label_id: w.detectionLabel }), 'POST /detection/v2/task/{id}/remove-label': sent(w.detectionTask, { label_id: w.detectionLabel }),
    'POST /detection/v2/task/{id}/add-images': sent(w.detectionTask, { items: [w.secondImage] }), 'POST /detection/v2/task/{id}/remove-images': sent(w.detectionTask, { items: [w.image] }),
    'POST /detection/v2/task/{id}/add-image': sent(w.detectionTask, { image_id: w.secondImage }),
    'POST /detection/v2/task/{id}/train': sent(w.detectionTask, {}),
    'GET /detection/v2/model/': listed({ detection_task: w.detectionTask }),
    'GET /detection/v2/model/{id}': by(w.detectionModel),
    'POST /detection/v2/model/{id}/request-download': sent(w.detectionModel, {}),
    'GET /detection/v2/object/': listed({ ...browser, image: w.image }),
    'POST /detection/v2/object/': made({ image: w.image, detection_label: w.detectionLabel, data: [2, 2, 20, 20], meta_data: { a: 1 } }),
    'GET /detection/v2/object/{id}': by(w.object),
    'PUT /detection/v2/object/{id}/': sent(w.object, { image: w.image, detection_label: w.detectionLabel, data: [3, 3, 20, 20], meta_data: { a: 1 } }),
    'DELETE /detection/v2/object/{id}': by(w.object),
    'DELETE /detection/v2/object/image': [{ query: { image: w.image } }, { body: { image: w.image } }],
    'POST /detection/v2/object/{id}/add-label': on.object, 'POST /detection/v2/object/{id}/remove-label': on.object,
    'POST /detection/v2/object/{id}/update-value': on.objectValue, 'POST /detection/v2/object/{id}/update-label': on.objectValue,
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
    'POST /segmentation/v2/task/{id}/add-label': sent(w.segmentationTask, { label_id: w.segmentationLabel }), 'POST /segmentation/v2/task/{id}/remove-label': sent(w.segmentationTask, { label_id: w.segmentationLabel }),
    'POST /segmentation/v2/task/{id}/train': sent(w.segmentationTask, {}),
    'GET /segmentation/v2/polygon/': listed({ image: w.image, labels: w.segmentationLabel }),
    'POST /segmentation/v2/polygon/': made({ image: w.image, segmentation_label: w.segmentationLabel, data: TRIANGLE, meta_data: { a: 1 } }),
    'GET /segmentation/v2/polygon/{id}': by(w.polygon),
    'PUT /segmentation/v2/polygon/{id}/': sent(w.polygon, { image: w.image, segmentation_label: w.segmentationLabel, data: TRIANGLE, meta_data: { a: 1 } }),
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
    'POST /similarity/training/v2/task/{id}/add-type': sent(w.similarityTask, { type_id: w.type }), 'POST /similarity/training/v2/task/{id}/remove-type': sent(w.similarityTask, { type_id: w.type }),
    'GET /similarity/training/v2/group/': listed(groups),
    'POST /similarity/training/v2/group/': made({ name, description: 'text', type: w.type, test_group: true }),
    'GET /similarity/training/v2/group/{id}': by(w.group),
    'PUT /similarity/training/v2/group/{id}': sent(w.group, { name, description: 'text', type: w.type }),
    'PATCH /similarity/training/v2/group/{id}': sent(w.group, { meta_data: { a: 1 }, name, description: 'text' }),
    'DELETE /similarity/training/v2/group/{id}': by(w.group),
    'POST /similarity/training/v2/group/update': made({ groups: [w.group], 'mark-test': true, 'unmark-test': false }),
    'POST /similarity/training/v2/group/{id}/merge-groups': sent(w.group, members.groups),
    'POST /similarity/training/v2/group/{id}/add-images': sent(w.group, members.images), 'POST /similarity/training/v2/group/{id}/remove-images': sent(w.group, members.images),
    'POST /similarity/training/v2/group/{id}/add-objects': sent(w.group, members.objects), 'POST /similarity/training/v2/group/{id}/remove-objects': sent(w.group, members.objects),
    'POST /similarity/training/v2/group/{id}/add-groups': sent(w.group, members.groups), 'POST /similarity/training/v2/group/{id}/remove-groups': sent(w.group, members.groups),
    'PUT /similarity/training/v2/product/{id}': sent(w.group, { type: w.type }),
    'POST /similarity/training/v2/descriptor': predicted(w.similarityTask),

    'GET /product/v2/collection/': listed({ search: 'name' }),
    'POST /product/v2/collection/': made({ name, type: 'cards' }),
    'GET /product/v2/collection/{id}': by(w.collection),
    'PUT /product/v2/collection/{id}': sent(w.collection, { name, type: 'cards' }),
    'DELETE /product/v2/collection/{id}': by(w.unusedCollection),
    'GET /product/v2/product/': listed({ product_collection: w.collection, search: 'name', verified: false, empty: false, product_set: w.set, customer_product_id: '1' }),
    'POST /product/v2/product/': made({ name, customer_product_id: '1', product_collection: w.collection, product_set: w.set, meta_data: { a: 1 } }),
    'GET /product/v2/product/{id}/': by(w.product),
    'PUT /product/v2/product/{id}/': sent(w.product, { name, customer_product_id: '1', product_collection: w.collection, product_set: w.set }),
    'PATCH /product/v2/product/{id}/': sent(w.product, { meta_data: { a: 1 }, name }),
    'DELETE /product/v2/product/{id}/': by(w.product),
    'POST /product/v2/product/{id}/verify': sent(w.product, {}), 'POST /product/v2/product/{id}/unverify': sent(w.product, {}),
    'GET /product/v2/image/': listed({ product: w.product }),
    'POST /product/v2/image/': made({ product: w.product, base64: w.picture, noresize: true, name: 'a.png' }),
    'GET /product/v2/image/{id}/': by(w.productImage),
    'PUT /product/v2/image/{id}/': sent(w.productImage, { name, product: w.product }),
    'PATCH /product/v2/image/{id}/': sent(w.productImage, { meta_data: { a: 1 }, _objects: [], name }),
    'DELETE /product/v2/image/{id}/': by(w.productImage),
    'GET /product/v2/price/': listed({ product_id: w.product }),
    'POST /product/v2/price/': made(price),
    'DELETE /product/v2/price/{id}/': by(w.price),
    'GET /product/v2/set/': [...listed({ search: 'name', product_collection: w.collection, completed: false }), ...listed({ parent_set: w.set })],
    'POST /product/v2/set/': made({ name, product_collection: w.collection, year: 2020, parent: w.set, meta_data: { a: 1 } }),
    'GET /product/v2/set/{id}/': by(w.set),
    'PUT /product/v2/set/{id}/': sent(w.set, { name, year: 2020, product_collection: w.collection, parent: w.secondSet }),
    'PATCH /product/v2/set/{id}/': sent(w.set, { meta_data: { a: 1 }, completed: true, name }),
    'DELETE /product/v2/set/{id}/': by(w.set),
    'POST /product/v2/set/{id}/complete': sent(w.set, {}), 'POST /product/v2/set/{id}/uncomplete': sent(w.set, {}),

    'GET /annotate/v2/point/': listed({ image: w.image }),
    'POST /annotate/v2/point/': made({ image: w.image, name: 'Tip', data: [2, 2] }),
    'GET /annotate/v2/point/{id}': by(w.point),
    'PUT /annotate/v2/point/{id}/': sent(w.point, { image: w.image, name: 'Tip', data: [3, 3] }),
    'PATCH /annotate/v2/point/{id}': sent(w.point, { name: 'Tip', data: [3, 3] }),
    'DELETE /annotate/v2/point/{id}': by(w.point),
    'GET /annotate/v2/verification/': listed({ image: w.image }),
    'POST /annotate/v2/verification/': made({ image_id: w.secondImage }),
    'DELETE /annotate/v2/verification/{id}': by(w.verification),
    'GET /annotate/v2/similarity-verification/': listed({ group: w.group }),
    'POST /annotate/v2/similarity-verification/': made({ group_id: w.secondGroup }),
    'DELETE /annotate/v2/similarity-verification/{id}': by(w.groupVerification),
    'GET /annotate/v2/imagejob/': listed({ search: 'name', image: w.image }),
    'POST /annotate/v2/imagejob/': made(job),
    'GET /annotate/v2/imagejob/{id}': by(w.imageJob),
    'PUT /annotate/v2/imagejob/{id}': sent(w.imageJob, { ...job, done: true }),
    'DELETE /annotate/v2/imagejob/{id}': by(w.imageJob),
    'POST /annotate/v2/imagejob/{id}/add-task': sent(w.imageJob, { task_id: w.task }), 'POST /annotate/v2/imagejob/{id}/remove-task': sent(w.imageJob, { task_id: w.task }),
    'POST /annotate/v2/imagejob/{id}/set-flow': sent(w.imageJob, { flow_id: w.flow }), 'POST /annotate/v2/imagejob/{id}/set-label': sent(w.imageJob, { label_id: w.label }),
    'POST /annotate/v2/imagejob/{id}/add-items': sent(w.imageJob, { items: [w.secondImage] }), 'POST /annotate/v2/imagejob/{id}/remove-items': sent(w.imageJob, { items: [w.image] }),
    'POST /annotate/v2/imagejob/{id}/add-images': sent(w.imageJob, { images: [w.secondImage] }), 'POST /annotate/v2/imagejob/{id}/remove-images': sent(w.imageJob, { images: [w.image] }),
    'GET /annotate/v2/imagejob/{id}/get-batch/': by(w.imageJob),
    'POST /annotate/v2/imagejob/{id}/mark-done': sent(w.imageJob, { items: [w.image] }),
    'GET /annotate/v2/similarityjob/': listed({ search: 'name' }),
    'POST /annotate/v2/similarityjob/': made(job),
    'GET /annotate/v2/similarityjob/{id}': by(w.similarityJob),
    'PUT /annotate/v2/similarityjob/{id}': sent(w.similarityJob, job),
    'DELETE /annotate/v2/similarityjob/{id}': by(w.similarityJob),
    'POST /annotate/v2/similarityjob/{id}/add-task': sent(w.similarityJob, { task_id: w.task }), 'POST /annotate/v2/similarityjob/{id}/remove-task': sent(w.similarityJob, { task_id: w.task }),
    'POST /annotate/v2/similarityjob/{id}/set-flow': sent(w.similarityJob, { flow_id: w.flow }), 'POST /annotate/v2/similarityjob/{id}/set-label': sent(w.similarityJob, { label_id: w.label }),
    'POST /annotate/v2/similarityjob/{id}/add-items': sent(w.similarityJob, { items: [w.secondGroup] }), 'POST /annotate/v2/similarityjob/{id}/remove-items': sent(w.similarityJob, { items: [w.group] }),
    'GET /annotate/v2/similarityjob/{id}/get-batch/': by(w.similarityJob),
    'POST /annotate/v2/similarityjob/{id}/mark-done': sent(w.similarityJob, { items: [w.group] }),
    'GET /annotate/v2/evaluation': listed(),
    'POST /annotate/v2/evaluation': made({}),
    'GET /annotate/v2/evaluation/{id}': by(w.evaluation),
    'POST /annotate/v2/imagejob/{id}/add-matching': sent(w.imageJob, matching.images), 'POST /annotate/v2/imagejob/{id}/remove-matching': sent(w.imageJob, matching.images),
    'POST /annotate/v2/similarityjob/{id}/add-matching': sent(w.similarityJob, matching.groups), 'POST /annotate/v2/similarityjob/{id}/remove-matching': sent(w.similarityJob, matching.groups),
    'POST /detection/v2/task/{id}/add-matching': sent(w.detectionTask, matching.images), 'POST /detection/v2/task/{id}/remove-matching': sent(w.detectionTask, matching.images),
    'GET /annotate/v2/work/{id}': by(w.work),
    'POST /annotate/v2/work/{id}/cancel': sent(w.work, {}),

    'GET /flows/v2/flow/': listed({ search: 'name' }),
    'POST /flows/v2/flow/': made({ name, json_data: graph }),
    'GET /flows/v2/flow/{id}': by(w.flow),
    'PUT /flows/v2/flow/{id}': sent(w.flow, { name, json_data: graph }),
    'DELETE /flows/v2/flow/{id}': by(w.flow),
    'GET /flows/v2/flow/{id}/json': by(w.flow),
    'POST /flows/v2/process': made({ flow: w.flow, records, meta_data: { a: 1 } }),
  };
}
