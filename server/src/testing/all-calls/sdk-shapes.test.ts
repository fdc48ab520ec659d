import type {
  DetectionLabel,
  DetectionObject,
  DetectionTask,
  Flow,
  GroupDetail,
  GroupRow,
  Job,
  Polygon,
  Product,
  ProductImage,
  ProductSet,
  TrainingImage,
} from '@console/shared-contract/api';
import { expectBody, TestClient } from '../api/client';
import {
  readAllPages,
  createTestLabel,
  createTestTask,
  createImageBase64,
  uploadImage,
  uploadImages,
  type ListEnvelope,
} from '../api/fixtures';
import { setUpTestServer } from '../api/test-server';

/** Continues `sdk-scenario.test.ts`: calls of existing API clients for shapes, labelling flows, groups, products and jobs. */
const OBJECTS_PATH = '/detection/v2/object/';
const POLYGONS_PATH = '/segmentation/v2/polygon/';
const GROUPS_PATH = '/similarity/training/v2/group/';
const PRODUCTS_PATH = '/product/v2/product/';

const server = setUpTestServer();
let sdkClient: TestClient;
let workspace: string;
beforeAll(async () => {
  const tenant = await server.createTenant();
  workspace = tenant.workspaceId;
  sdkClient = new TestClient(server.origin, `Token ${tenant.user.apiToken}`);
});

const createRow = async <T = { id: string }>(path: string, fields: object) =>
  expectBody<T>(await sdkClient.post(path, { workspace, ...fields }), 201);
const readRow = async <T>(path: string) => expectBody<T>(await sdkClient.get(path));
const postThroughSdk = async (path: string, fields: object = {}) =>
  expectBody(await sdkClient.post(path, { workspace, ...fields }));
const listIds = async (path: string, query: Record<string, string | number | boolean>) =>
  expectBody<ListEnvelope<{ id: string }>>(await sdkClient.get(path, query)).results.map(({ id }) => id);
const createDetectionLabel = (name = 'Box') =>
  createRow<DetectionLabel>('/detection/v2/label/', { name, description: null, color: '#FFFFFF' });

describe('objects', () => {
  const createObject = async (image: TrainingImage, label: { id: string }) =>
    createRow<DetectionObject>(OBJECTS_PATH, {
      detection_label: label.id,
      image: image.id,
      data: [1, 1, 30, 30],
      meta_data: null,
    });

  it('are created with a label of a task and have all fields that clients read', async () => {
    const task = await createRow<DetectionTask>('/detection/v2/task/', { name: 'Boxes', description: null });
    expect(task).toMatchObject({ name: 'Boxes', description: '', workspace, last_train_status: null });
    const label = await createDetectionLabel();
    expect(label).toMatchObject({ name: 'Box', color: '#FFFFFF', recognition_tasks: [] });
    expect((await sdkClient.post(`/detection/v2/task/${task.id}/add-label/`, { label_id: label.id })).status).toBe(200);
    expect(await readRow(`/detection/v2/task/${task.id}/`)).toMatchObject({
      detection_labels: [expect.objectContaining({ id: label.id, name: 'Box' })],
    });
    const taskLabels = await readAllPages<DetectionLabel>(sdkClient, `/detection/v2/label/?task=${task.id}`);
    expect(taskLabels.map(({ id }) => id)).toEqual([label.id]);
    const image = await uploadImage(sdkClient);
    const object = await createObject(image, label);
    expect(object).toMatchObject({
      image: { id: image.id },
      detection_label: { id: label.id, name: 'Box', color: '#FFFFFF' },
      data: [1, 1, 30, 30],
      meta_data: {},
      recognition_labels: [],
    });
    expect(await readAllPages(sdkClient, `${OBJECTS_PATH}?image=${image.id}`)).toEqual([
      await readRow(`${OBJECTS_PATH}${object.id}`),
    ]);
  });

  it('accept partial updates without an image or with their current image', async () => {
    const [image, label, otherLabel] = [
      await uploadImage(sdkClient),
      await createDetectionLabel(),
      await createDetectionLabel('Crate'),
    ];
    const object = await createObject(image, label);
    const withoutImage = { data: object.data, detection_label: object.detection_label.id, meta_data: { note: 1 } };
    expect(expectBody(await sdkClient.put(`${OBJECTS_PATH}${object.id}`, withoutImage))).toMatchObject({
      meta_data: { note: 1 },
      image: { id: image.id },
    });
    const { version: _, ...row } = await readRow<DetectionObject>(`${OBJECTS_PATH}${object.id}`);
    const nestedResponse = expectBody(
      await sdkClient.put(`${OBJECTS_PATH}${object.id}/`, { ...row, detection_label: otherLabel.id, data: [2, 2, 31, 31] }),
    );
    expect(nestedResponse).toMatchObject({ data: [2, 2, 31, 31], detection_label: { name: 'Crate' }, meta_data: { note: 1 } });
  });

  it('have labels and values and are found by them', async () => {
    const [image, label, colour] = [
      await uploadImage(sdkClient),
      await createDetectionLabel('Lid'),
      await createTestLabel(sdkClient, { type: 'value' }),
    ];
    const task = await createTestTask(sdkClient);
    expect((await sdkClient.post(`/detection/v2/label/${label.id}/add-task/`, { task_id: task.id })).status).toBe(200);
    expect(await readRow(`/detection/v2/label/${label.id}`)).toMatchObject({ recognition_tasks: [task.id] });
    const object = await createObject(image, label);
    await postThroughSdk(`${OBJECTS_PATH}${object.id}/add-label/`, { label_id: colour.id });
    await postThroughSdk(`${OBJECTS_PATH}${object.id}/update-label/`, { label_id: colour.id, value: 2 });
    await postThroughSdk(`${OBJECTS_PATH}${object.id}/update-value/`, { label_id: colour.id, value: 3 });
    expect(await readRow(`${OBJECTS_PATH}${object.id}`)).toMatchObject({
      recognition_labels: [{ id: colour.id, value: 3, type: 'value' }],
    });
    expect(await listIds(OBJECTS_PATH, { object_labels: colour.id })).toEqual([object.id]);
    expect(await listIds(OBJECTS_PATH, { object_detection_label: label.id })).toEqual([object.id]);
    expect(await listIds('/recognition/v2/training-image/', { detection_labels: label.id })).toEqual([image.id]);
    await postThroughSdk(`${OBJECTS_PATH}${object.id}/remove-label/`, { label_id: colour.id });
    expect(await listIds(OBJECTS_PATH, { object_labels: colour.id })).toEqual([]);
    expect((await sdkClient.post(`/detection/v2/label/${label.id}/remove-task/`, { task_id: task.id })).status).toBe(200);
  });

  it('without area, outside the image or with non-integers are refused', async () => {
    const [image, label] = [await uploadImage(sdkClient), await createDetectionLabel()];
    for (const data of [[5, 5, 5, 9], [9, 9, 5, 5], [0, 0, 65, 10], [-1, 0, 9, 9], [0.5, 0, 9, 9], [0, 0, 9], []])
      expect(
        (await sdkClient.post(OBJECTS_PATH, { image: image.id, detection_label: label.id, data, meta_data: null })).status,
      ).toBe(400);
  });

  it('are deleted with their label or image; a second deletion returns 404', async () => {
    const [image, label, otherLabel] = [await uploadImage(sdkClient), await createDetectionLabel(), await createDetectionLabel()];
    const [objectOfDeletedLabel, objectOfDeletedImage] = [
      await createObject(image, label),
      await createObject(image, otherLabel),
    ];
    expect((await sdkClient.delete(`/detection/v2/label/${label.id}`, undefined, { query: { workspace } })).status).toBe(204);
    expect((await sdkClient.get(`${OBJECTS_PATH}${objectOfDeletedLabel.id}`)).status).toBe(404);
    expect((await sdkClient.delete(`/recognition/v2/training-image/${image.id}/`)).status).toBe(204);
    const secondDeletion = await sdkClient.delete(`${OBJECTS_PATH}${objectOfDeletedImage.id}`);
    expect([secondDeletion.status, secondDeletion.headers['content-type'], secondDeletion.body]).toEqual([
      404,
      'application/json',
      { detail: expect.any(String) },
    ]);
  });

  it('are absent from negative images, which are added to a task singly or in bulk', async () => {
    const task = await createRow('/detection/v2/task/', { name: 'Negative', description: null });
    const [firstImage, secondImage] = await uploadImages(sdkClient, 2);
    expect((await sdkClient.post(`/detection/v2/task/${task.id}/add-image/`, { image_id: firstImage?.id })).status).toBe(200);
    await postThroughSdk(`/detection/v2/task/${task.id}/add-images`, { items: [secondImage?.id] });
    expect(await listIds('/recognition/v2/training-image/', { detection_task_neg: task.id })).toHaveLength(2);
  });
});

it('polygons are flat lists of three or more vertices and return their box', async () => {
  const image = await uploadImage(sdkClient);
  const label = await createRow('/segmentation/v2/label/', { name: 'Leaf', description: null, color: '#00ff00' });
  const task = await createRow('/segmentation/v2/task/', { name: 'Leaves', description: null });
  await postThroughSdk(`/segmentation/v2/task/${task.id}/add-label/`, { label_id: label.id });
  expect(await readRow(`/segmentation/v2/task/${task.id}`)).toMatchObject({
    segmentation_labels: [{ id: label.id, name: 'Leaf' }],
  });
  const data = [1, 2, 30, 2, 15, 40];
  const sentFields = { image: image.id, segmentation_label: label.id, data, meta_data: null };
  const polygon = await createRow<Polygon>(POLYGONS_PATH, sentFields);
  expect(polygon).toMatchObject({
    data,
    bbox: [1, 2, 30, 40],
    meta_data: {},
    segmentation_label: { id: label.id, name: 'Leaf' },
  });
  for (const invalid of [
    [1, 1, 5, 5],
    [1, 1, 5, 5, 9, 9],
    [1, 1, 70, 1, 5, 9],
    [1, 1, 9.5, 1, 5, 9],
    [1, 1, 9, 1, 5],
  ])
    expect((await sdkClient.post(POLYGONS_PATH, { ...sentFields, data: invalid })).status).toBe(400);
  const movedPolygon = expectBody(await sdkClient.put(`${POLYGONS_PATH}${polygon.id}/`, { meta_data: { a: 1 }, data: null }));
  expect(movedPolygon).toMatchObject({ data, meta_data: { a: 1 } });
  expect(await listIds(POLYGONS_PATH, { image: image.id, page_size: 500 })).toEqual([polygon.id]);
  expect((await sdkClient.delete(`${POLYGONS_PATH}${polygon.id}`)).status).toBe(204);
});

it('flows are listed with all fields that clients read', async () => {
  const task = await createTestTask(sdkClient);
  const json_data = {
    root: ['a'],
    actions: [{ id: 'a', type: 'recognition', task: task.id, cases: null, children: null, labels: null }],
  };
  const flow = await createRow<Flow>('/flows/v2/flow/', { name: 'Flow', description: null, json_data });
  const emptyFlow = await createRow<Flow>('/flows/v2/flow/', { name: 'Nothing yet', description: 'text', json_data: null });
  const rows = await readAllPages<Flow>(sdkClient, '/flows/v2/flow/');
  expect(rows.map(({ id, name, description, top_node, valid }) => ({ id, name, description, top_node, valid }))).toEqual([
    { id: flow.id, name: 'Flow', description: '', top_node: 'a', valid: true },
    { id: emptyFlow.id, name: 'Nothing yet', description: 'text', top_node: null, valid: true },
  ]);
  expect(rows.every((row) => row.workspace === workspace)).toBe(true);
  expect((await sdkClient.get(`/flows/v2/flow/${flow.id}/json`)).status).toBe(200);
  await sdkClient.delete(`/recognition/v2/task/${task.id}`);
  expect(await readRow(`/flows/v2/flow/${flow.id}`)).toMatchObject({ valid: false });
});

describe('groups', () => {
  const createType = (name: string) => createRow('/similarity/training/v2/type/', { name, description: '' });
  const createGroup = (name: string, type: string | null = null) =>
    createRow<GroupDetail>(GROUPS_PATH, { name, description: null, type });

  it('are created with a type that tasks are trained on', async () => {
    const task = await createRow('/similarity/training/v2/task/', { name: 'Alike', description: '' });
    const type = await createType('Shoes');
    await postThroughSdk(`/similarity/training/v2/task/${task.id}/add-type/`, { type_id: type.id });
    expect(await readRow(`/similarity/training/v2/task/${task.id}`)).toMatchObject({ types: [{ id: type.id, name: 'Shoes' }] });
    const group = await createGroup('Left shoe', type.id);
    expect(await readRow(`${GROUPS_PATH}${group.id}`)).toMatchObject({
      name: 'Left shoe',
      description: '',
      type: { id: type.id, name: 'Shoes', workspace },
      test_group: false,
      images: [],
      groups: [],
    });
    const filters: Record<string, string>[] = [{ type: type.id }, { type__name: 'Shoes' }, { search: 'ft sh' }];
    for (const query of filters) expect(await listIds(GROUPS_PATH, { ...query, test: 'False', page: 1 })).toEqual([group.id]);
    const row = (await readAllPages<GroupRow>(sdkClient, `${GROUPS_PATH}?type=${type.id}`))[0];
    expect(row).toMatchObject({ type: type.id, test_group: false });
    expect(expectBody(await sdkClient.put(`/similarity/training/v2/product/${group.id}`, { type: null }))).toMatchObject({
      type: null,
    });
    await postThroughSdk(`/similarity/training/v2/task/${task.id}/remove-type/`, { type_id: type.id });
  });

  it('contain images, objects and groups, are filtered by their count and merged', async () => {
    const [image, label] = [await uploadImage(sdkClient), await createDetectionLabel()];
    const object = await createRow(OBJECTS_PATH, {
      image: image.id,
      detection_label: label.id,
      data: [1, 1, 9, 9],
      meta_data: null,
    });
    const [parent, child, mergedGroup] = [await createGroup('Whole'), await createGroup('Part'), await createGroup('Other')];
    await postThroughSdk(`${GROUPS_PATH}${parent.id}/add-images/`, { images: [image.id] });
    await postThroughSdk(`${GROUPS_PATH}${parent.id}/add-groups/`, { groups: [child.id] });
    await postThroughSdk(`${GROUPS_PATH}${mergedGroup.id}/add-objects/`, { objects: [object.id] });
    const [member] = (await readRow<GroupDetail>(`${GROUPS_PATH}${parent.id}`)).images;
    expect(member).toMatchObject({ id: image.id, img_path: image.img_path, thumb_img_path: image.thumb_img_path });
    expect(await listIds(GROUPS_PATH, { count: 2, search: 'Whole' })).toEqual([parent.id]);
    await postThroughSdk(`${GROUPS_PATH}${parent.id}/merge-groups`, { groups: [mergedGroup.id] });
    expect(await listIds(GROUPS_PATH, { count: 3 })).toEqual([parent.id]);
    expect((await sdkClient.get(`${GROUPS_PATH}${mergedGroup.id}`)).status).toBe(404);
    await postThroughSdk(`${GROUPS_PATH}update`, { groups: [parent.id], 'mark-test': true });
    expect(await listIds(GROUPS_PATH, { test: 'True' })).toEqual([parent.id]);
    await postThroughSdk(`${GROUPS_PATH}${parent.id}/remove-images/`, { images: [image.id] });
    await postThroughSdk(`${GROUPS_PATH}${parent.id}/remove-groups/`, { groups: [child.id] });
    expect(await readRow(`${GROUPS_PATH}${parent.id}`)).toMatchObject({
      images: [],
      groups: [],
      detection_objects: [{ id: object.id }],
    });
    expect((await sdkClient.delete(`${GROUPS_PATH}${parent.id}`)).status).toBe(204);
  });
});

it('products can have identical images, are empty without any and are found by customer id', async () => {
  const collection = await createRow<{ id: number }>('/product/v2/collection/', { name: 'Cards', type: null });
  expect(Number.isInteger(collection.id)).toBe(true);
  const productSet = await createRow<ProductSet>('/product/v2/set/', {
    name: 'Season',
    product_collection: collection.id,
    year: null,
    parent: null,
  });
  const product = await createRow<Product>(PRODUCTS_PATH, {
    name: 'Card',
    customer_product_id: 'C-1',
    product_collection: collection.id,
    product_set: null,
    meta_data: null,
  });
  expect(product).toMatchObject({ product_set: null, verified: false, meta_data: {} });
  expect(await listIds(PRODUCTS_PATH, { empty: 'True', customer_product_id: 'C-1' })).toEqual([product.id]);
  const base64 = await createImageBase64();
  const productImage = { product: product.id, base64, noresize: false, name: null };
  const images = [
    await createRow<ProductImage>('/product/v2/image/', productImage),
    await createRow<ProductImage>('/product/v2/image/', productImage),
  ];
  expect(images[0]).toMatchObject({ product: product.id, sync_status: 'TO_SYNC', meta_data: {} });
  expect(await listIds(PRODUCTS_PATH, { empty: 'True' })).toEqual([]);
  const setFilter = { product_set: productSet.id, product_collection: collection.id, workspace };
  expect(expectBody(await sdkClient.put(`${PRODUCTS_PATH}${product.id}/`, setFilter))).toMatchObject({
    product_set: { id: productSet.id },
    name: 'Card',
  });
  expect(expectBody(await sdkClient.put(`${PRODUCTS_PATH}${product.id}`, { product_set: null, workspace }))).toMatchObject({
    product_set: null,
  });
  await postThroughSdk(`${PRODUCTS_PATH}${product.id}/verify`, { product: product.id });
  expect(await listIds(PRODUCTS_PATH, { verified: 'true', product_collection: collection.id })).toEqual([product.id]);
});

it('jobs return batches of open items until all are done', async () => {
  const images = (await uploadImages(sdkClient, 3)).map(({ id }) => id);
  const sentFields = { name: 'Check', description: null, todo_number: 1, randomize: false, auto_complete: false, done: false };
  const job = await createRow<Job>('/annotate/v2/imagejob/', sentFields);
  const path = `/annotate/v2/imagejob/${job.id}`;
  const [task, label] = [await createTestTask(sdkClient), await createTestLabel(sdkClient)];
  const flow = await createRow('/flows/v2/flow/', { name: 'Of the job', description: null });
  await postThroughSdk(`${path}/add-items/`, { items: images });
  await postThroughSdk(`${path}/add-task`, { task_id: task.id });
  await postThroughSdk(`${path}/set-flow`, { flow_id: flow.id });
  await postThroughSdk(`${path}/set-label`, { label_id: label.id });
  expect(await readRow(path)).toMatchObject({
    item_count: 3,
    recognition_tasks: [task.id],
    flow: flow.id,
    mark_done_label: label.id,
  });
  await postThroughSdk(`${path}/set-flow`, { flow_id: null });
  await postThroughSdk(`${path}/remove-items`, { items: images.slice(2) });
  const readBatch = async () =>
    [...(await readRow<{ results: string[] }>(`${path}/get-batch/?workspace=${workspace}`)).results].sort();
  expect(await readBatch()).toEqual(images.slice(0, 2).sort());
  await postThroughSdk(`${path}/mark-done`, { items: images.slice(0, 1) });
  expect(await readBatch()).toEqual(images.slice(1, 2));
  await postThroughSdk(`${path}/mark-done/`, { items: images.slice(1, 2) });
  expect([await readBatch(), await readRow<Job>(path)]).toEqual([
    [],
    expect.objectContaining({ item_count: 2, item_done_count: 2, flow: null }),
  ]);
  expect(await readRow(`/recognition/v2/training-image/${images[0]}`)).toMatchObject({ labels: [{ id: label.id }] });
  expect(expectBody(await sdkClient.put(path, { ...sentFields, done: true, workspace }))).toMatchObject({ done: true });
  const groups = await createRow<Job>('/annotate/v2/similarityjob/', sentFields);
  const group = await createRow(GROUPS_PATH, { name: 'In the job', description: null, type: null });
  await postThroughSdk(`/annotate/v2/similarityjob/${groups.id}/add-items`, { items: [group.id] });
  expect(await readRow(`/annotate/v2/similarityjob/${groups.id}/get-batch/`)).toEqual({ results: [group.id] });
  expect((await sdkClient.delete(`/annotate/v2/similarityjob/${groups.id}`)).status).toBe(204);
});
