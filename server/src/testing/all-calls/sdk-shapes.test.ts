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
const OBJECTS = '/detection/v2/object/';
const POLYGONS = '/segmentation/v2/polygon/';
const GROUPS = '/similarity/training/v2/group/';
const PRODUCTS = '/product/v2/product/';

const server = setUpTestServer();
let sdk: TestClient;
let workspace: string;
beforeAll(async () => {
  const tenant = await server.createTenant();
  workspace = tenant.workspaceId;
  sdk = new TestClient(server.origin, `Token ${tenant.user.apiToken}`);
});

const create = async <T = { id: string }>(path: string, fields: object) =>
  expectBody<T>(await sdk.post(path, { workspace, ...fields }), 201);
const read = async <T>(path: string) => expectBody<T>(await sdk.get(path));
const post = async (path: string, fields: object = {}) => expectBody(await sdk.post(path, { workspace, ...fields }));
const listIds = async (path: string, query: Record<string, string | number | boolean>) =>
  expectBody<ListEnvelope<{ id: string }>>(await sdk.get(path, query)).results.map(({ id }) => id);
const createDetectionLabel = (name = 'Box') =>
  create<DetectionLabel>('/detection/v2/label/', { name, description: null, color: '#FFFFFF' });

describe('objects', () => {
  const createObject = async (image: TrainingImage, label: { id: string }) =>
    create<DetectionObject>(OBJECTS, { detection_label: label.id, image: image.id, data: [1, 1, 30, 30], meta_data: null });

  it('are created with a label of a task and have all fields that clients read', async () => {
    const task = await create<DetectionTask>('/detection/v2/task/', { name: 'Boxes', description: null });
    expect(task).toMatchObject({ name: 'Boxes', description: '', workspace, last_train_status: null });
    const label = await createDetectionLabel();
    expect(label).toMatchObject({ name: 'Box', color: '#FFFFFF', recognition_tasks: [] });
    expect((await sdk.post(`/detection/v2/task/${task.id}/add-label/`, { label_id: label.id })).status).toBe(200);
    expect(await read(`/detection/v2/task/${task.id}/`)).toMatchObject({
      detection_labels: [expect.objectContaining({ id: label.id, name: 'Box' })],
    });
    const taskLabels = await readAllPages<DetectionLabel>(sdk, `/detection/v2/label/?task=${task.id}`);
    expect(taskLabels.map(({ id }) => id)).toEqual([label.id]);
    const image = await uploadImage(sdk);
    const object = await createObject(image, label);
    expect(object).toMatchObject({
      image: { id: image.id },
      detection_label: { id: label.id, name: 'Box', color: '#FFFFFF' },
      data: [1, 1, 30, 30],
      meta_data: {},
      recognition_labels: [],
    });
    expect(await readAllPages(sdk, `${OBJECTS}?image=${image.id}`)).toEqual([await read(`${OBJECTS}${object.id}`)]);
  });

  it('accept partial updates without an image or with their current image', async () => {
    const [image, label, other] = [await uploadImage(sdk), await createDetectionLabel(), await createDetectionLabel('Crate')];
    const object = await createObject(image, label);
    const withoutImage = { data: object.data, detection_label: object.detection_label.id, meta_data: { note: 1 } };
    expect(expectBody(await sdk.put(`${OBJECTS}${object.id}`, withoutImage))).toMatchObject({
      meta_data: { note: 1 },
      image: { id: image.id },
    });
    const { version: _, ...row } = await read<DetectionObject>(`${OBJECTS}${object.id}`);
    const nested = expectBody(
      await sdk.put(`${OBJECTS}${object.id}/`, { ...row, detection_label: other.id, data: [2, 2, 31, 31] }),
    );
    expect(nested).toMatchObject({ data: [2, 2, 31, 31], detection_label: { name: 'Crate' }, meta_data: { note: 1 } });
  });

  it('have labels and values and are found by them', async () => {
    const [image, label, colour] = [
      await uploadImage(sdk),
      await createDetectionLabel('Lid'),
      await createTestLabel(sdk, { type: 'value' }),
    ];
    const task = await createTestTask(sdk);
    expect((await sdk.post(`/detection/v2/label/${label.id}/add-task/`, { task_id: task.id })).status).toBe(200);
    expect(await read(`/detection/v2/label/${label.id}`)).toMatchObject({ recognition_tasks: [task.id] });
    const object = await createObject(image, label);
    await post(`${OBJECTS}${object.id}/add-label/`, { label_id: colour.id });
    await post(`${OBJECTS}${object.id}/update-label/`, { label_id: colour.id, value: 2 });
    await post(`${OBJECTS}${object.id}/update-value/`, { label_id: colour.id, value: 3 });
    expect(await read(`${OBJECTS}${object.id}`)).toMatchObject({
      recognition_labels: [{ id: colour.id, value: 3, type: 'value' }],
    });
    expect(await listIds(OBJECTS, { object_labels: colour.id })).toEqual([object.id]);
    expect(await listIds(OBJECTS, { object_detection_label: label.id })).toEqual([object.id]);
    expect(await listIds('/recognition/v2/training-image/', { detection_labels: label.id })).toEqual([image.id]);
    await post(`${OBJECTS}${object.id}/remove-label/`, { label_id: colour.id });
    expect(await listIds(OBJECTS, { object_labels: colour.id })).toEqual([]);
    expect((await sdk.post(`/detection/v2/label/${label.id}/remove-task/`, { task_id: task.id })).status).toBe(200);
  });

  it('without area, outside the image or with non-integers are refused', async () => {
    const [image, label] = [await uploadImage(sdk), await createDetectionLabel()];
    for (const data of [[5, 5, 5, 9], [9, 9, 5, 5], [0, 0, 65, 10], [-1, 0, 9, 9], [0.5, 0, 9, 9], [0, 0, 9], []])
      expect((await sdk.post(OBJECTS, { image: image.id, detection_label: label.id, data, meta_data: null })).status).toBe(400);
  });

  it('are deleted with their label or image; a second deletion returns 404', async () => {
    const [image, label, other] = [await uploadImage(sdk), await createDetectionLabel(), await createDetectionLabel()];
    const [withLabel, withImage] = [await createObject(image, label), await createObject(image, other)];
    expect((await sdk.delete(`/detection/v2/label/${label.id}`, undefined, { query: { workspace } })).status).toBe(204);
    expect((await sdk.get(`${OBJECTS}${withLabel.id}`)).status).toBe(404);
    expect((await sdk.delete(`/recognition/v2/training-image/${image.id}/`)).status).toBe(204);
    const secondDeletion = await sdk.delete(`${OBJECTS}${withImage.id}`);
    expect([secondDeletion.status, secondDeletion.headers['content-type'], secondDeletion.body]).toEqual([
      404,
      'application/json',
      { detail: expect.any(String) },
    ]);
  });

  it('are absent from negative images, which are added to a task singly or in bulk', async () => {
    const task = await create('/detection/v2/task/', { name: 'Negative', description: null });
    const [firstImage, secondImage] = await uploadImages(sdk, 2);
    expect((await sdk.post(`/detection/v2/task/${task.id}/add-image/`, { image_id: firstImage?.id })).status).toBe(200);
    await post(`/detection/v2/task/${task.id}/add-images`, { items: [secondImage?.id] });
    expect(await listIds('/recognition/v2/training-image/', { detection_task_neg: task.id })).toHaveLength(2);
  });
});

it('polygons are flat lists of three or more vertices and return their box', async () => {
  const image = await uploadImage(sdk);
  const label = await create('/segmentation/v2/label/', { name: 'Leaf', description: null, color: '#00ff00' });
  const task = await create('/segmentation/v2/task/', { name: 'Leaves', description: null });
  await post(`/segmentation/v2/task/${task.id}/add-label/`, { label_id: label.id });
  expect(await read(`/segmentation/v2/task/${task.id}`)).toMatchObject({ segmentation_labels: [{ id: label.id, name: 'Leaf' }] });
  const data = [1, 2, 30, 2, 15, 40];
  const sentFields = { image: image.id, segmentation_label: label.id, data, meta_data: null };
  const polygon = await create<Polygon>(POLYGONS, sentFields);
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
    expect((await sdk.post(POLYGONS, { ...sentFields, data: invalid })).status).toBe(400);
  const moved = expectBody(await sdk.put(`${POLYGONS}${polygon.id}/`, { meta_data: { a: 1 }, data: null }));
  expect(moved).toMatchObject({ data, meta_data: { a: 1 } });
  expect(await listIds(POLYGONS, { image: image.id, page_size: 500 })).toEqual([polygon.id]);
  expect((await sdk.delete(`${POLYGONS}${polygon.id}`)).status).toBe(204);
});

it('flows are listed with all fields that clients read', async () => {
  const task = await createTestTask(sdk);
  const json_data = {
    root: ['a'],
    actions: [{ id: 'a', type: 'recognition', task: task.id, cases: null, children: null, labels: null }],
  };
  const flow = await create<Flow>('/flows/v2/flow/', { name: 'Flow', description: null, json_data });
  const empty = await create<Flow>('/flows/v2/flow/', { name: 'Nothing yet', description: 'text', json_data: null });
  const rows = await readAllPages<Flow>(sdk, '/flows/v2/flow/');
  expect(rows.map(({ id, name, description, top_node, valid }) => ({ id, name, description, top_node, valid }))).toEqual([
    { id: flow.id, name: 'Flow', description: '', top_node: 'a', valid: true },
    { id: empty.id, name: 'Nothing yet', description: 'text', top_node: null, valid: true },
  ]);
  expect(rows.every((row) => row.workspace === workspace)).toBe(true);
  expect((await sdk.get(`/flows/v2/flow/${flow.id}/json`)).status).toBe(200);
  await sdk.delete(`/recognition/v2/task/${task.id}`);
  expect(await read(`/flows/v2/flow/${flow.id}`)).toMatchObject({ valid: false });
});

describe('groups', () => {
  const createType = (name: string) => create('/similarity/training/v2/type/', { name, description: '' });
  const createGroup = (name: string, type: string | null = null) =>
    create<GroupDetail>(GROUPS, { name, description: null, type });

  it('are created with a type that tasks are trained on', async () => {
    const task = await create('/similarity/training/v2/task/', { name: 'Alike', description: '' });
    const type = await createType('Shoes');
    await post(`/similarity/training/v2/task/${task.id}/add-type/`, { type_id: type.id });
    expect(await read(`/similarity/training/v2/task/${task.id}`)).toMatchObject({ types: [{ id: type.id, name: 'Shoes' }] });
    const group = await createGroup('Left shoe', type.id);
    expect(await read(`${GROUPS}${group.id}`)).toMatchObject({
      name: 'Left shoe',
      description: '',
      type: { id: type.id, name: 'Shoes', workspace },
      test_group: false,
      images: [],
      groups: [],
    });
    const filters: Record<string, string>[] = [{ type: type.id }, { type__name: 'Shoes' }, { search: 'ft sh' }];
    for (const query of filters) expect(await listIds(GROUPS, { ...query, test: 'False', page: 1 })).toEqual([group.id]);
    const row = (await readAllPages<GroupRow>(sdk, `${GROUPS}?type=${type.id}`))[0];
    expect(row).toMatchObject({ type: type.id, test_group: false });
    expect(expectBody(await sdk.put(`/similarity/training/v2/product/${group.id}`, { type: null }))).toMatchObject({
      type: null,
    });
    await post(`/similarity/training/v2/task/${task.id}/remove-type/`, { type_id: type.id });
  });

  it('contain images, objects and groups, are filtered by their count and merged', async () => {
    const [image, label] = [await uploadImage(sdk), await createDetectionLabel()];
    const object = await create(OBJECTS, { image: image.id, detection_label: label.id, data: [1, 1, 9, 9], meta_data: null });
    const [parent, child, mergedGroup] = [await createGroup('Whole'), await createGroup('Part'), await createGroup('Other')];
    await post(`${GROUPS}${parent.id}/add-images/`, { images: [image.id] });
    await post(`${GROUPS}${parent.id}/add-groups/`, { groups: [child.id] });
    await post(`${GROUPS}${mergedGroup.id}/add-objects/`, { objects: [object.id] });
    const [member] = (await read<GroupDetail>(`${GROUPS}${parent.id}`)).images;
    expect(member).toMatchObject({ id: image.id, img_path: image.img_path, thumb_img_path: image.thumb_img_path });
    expect(await listIds(GROUPS, { count: 2, search: 'Whole' })).toEqual([parent.id]);
    await post(`${GROUPS}${parent.id}/merge-groups`, { groups: [mergedGroup.id] });
    expect(await listIds(GROUPS, { count: 3 })).toEqual([parent.id]);
    expect((await sdk.get(`${GROUPS}${mergedGroup.id}`)).status).toBe(404);
    await post(`${GROUPS}update`, { groups: [parent.id], 'mark-test': true });
    expect(await listIds(GROUPS, { test: 'True' })).toEqual([parent.id]);
    await post(`${GROUPS}${parent.id}/remove-images/`, { images: [image.id] });
    await post(`${GROUPS}${parent.id}/remove-groups/`, { groups: [child.id] });
    expect(await read(`${GROUPS}${parent.id}`)).toMatchObject({ images: [], groups: [], detection_objects: [{ id: object.id }] });
    expect((await sdk.delete(`${GROUPS}${parent.id}`)).status).toBe(204);
  });
});

it('products can have identical images, are empty without any and are found by customer id', async () => {
  const collection = await create<{ id: number }>('/product/v2/collection/', { name: 'Cards', type: null });
  expect(Number.isInteger(collection.id)).toBe(true);
  const productSet = await create<ProductSet>('/product/v2/set/', {
    name: 'Season',
    product_collection: collection.id,
    year: null,
    parent: null,
  });
  const product = await create<Product>(PRODUCTS, {
    name: 'Card',
    customer_product_id: 'C-1',
    product_collection: collection.id,
    product_set: null,
    meta_data: null,
  });
  expect(product).toMatchObject({ product_set: null, verified: false, meta_data: {} });
  expect(await listIds(PRODUCTS, { empty: 'True', customer_product_id: 'C-1' })).toEqual([product.id]);
  const base64 = await createImageBase64();
  const productImage = { product: product.id, base64, noresize: false, name: null };
  const images = [
    await create<ProductImage>('/product/v2/image/', productImage),
    await create<ProductImage>('/product/v2/image/', productImage),
  ];
  expect(images[0]).toMatchObject({ product: product.id, sync_status: 'TO_SYNC', meta_data: {} });
  expect(await listIds(PRODUCTS, { empty: 'True' })).toEqual([]);
  const inSet = { product_set: productSet.id, product_collection: collection.id, workspace };
  expect(expectBody(await sdk.put(`${PRODUCTS}${product.id}/`, inSet))).toMatchObject({
    product_set: { id: productSet.id },
    name: 'Card',
  });
  expect(expectBody(await sdk.put(`${PRODUCTS}${product.id}`, { product_set: null, workspace }))).toMatchObject({
    product_set: null,
  });
  await post(`${PRODUCTS}${product.id}/verify`, { product: product.id });
  expect(await listIds(PRODUCTS, { verified: 'true', product_collection: collection.id })).toEqual([product.id]);
});

it('jobs return batches of open items until all are done', async () => {
  const images = (await uploadImages(sdk, 3)).map(({ id }) => id);
  const sentFields = { name: 'Check', description: null, todo_number: 1, randomize: false, auto_complete: false, done: false };
  const job = await create<Job>('/annotate/v2/imagejob/', sentFields);
  const path = `/annotate/v2/imagejob/${job.id}`;
  const [task, label] = [await createTestTask(sdk), await createTestLabel(sdk)];
  const flow = await create('/flows/v2/flow/', { name: 'Of the job', description: null });
  await post(`${path}/add-items/`, { items: images });
  await post(`${path}/add-task`, { task_id: task.id });
  await post(`${path}/set-flow`, { flow_id: flow.id });
  await post(`${path}/set-label`, { label_id: label.id });
  expect(await read(path)).toMatchObject({
    item_count: 3,
    recognition_tasks: [task.id],
    flow: flow.id,
    mark_done_label: label.id,
  });
  await post(`${path}/set-flow`, { flow_id: null });
  await post(`${path}/remove-items`, { items: images.slice(2) });
  const readBatch = async () =>
    [...(await read<{ results: string[] }>(`${path}/get-batch/?workspace=${workspace}`)).results].sort();
  expect(await readBatch()).toEqual(images.slice(0, 2).sort());
  await post(`${path}/mark-done`, { items: images.slice(0, 1) });
  expect(await readBatch()).toEqual(images.slice(1, 2));
  await post(`${path}/mark-done/`, { items: images.slice(1, 2) });
  expect([await readBatch(), await read<Job>(path)]).toEqual([
    [],
    expect.objectContaining({ item_count: 2, item_done_count: 2, flow: null }),
  ]);
  expect(await read(`/recognition/v2/training-image/${images[0]}`)).toMatchObject({ labels: [{ id: label.id }] });
  expect(expectBody(await sdk.put(path, { ...sentFields, done: true, workspace }))).toMatchObject({ done: true });
  const groups = await create<Job>('/annotate/v2/similarityjob/', sentFields);
  const group = await create(GROUPS, { name: 'In the job', description: null, type: null });
  await post(`/annotate/v2/similarityjob/${groups.id}/add-items`, { items: [group.id] });
  expect(await read(`/annotate/v2/similarityjob/${groups.id}/get-batch/`)).toEqual({ results: [group.id] });
  expect((await sdk.delete(`/annotate/v2/similarityjob/${groups.id}`)).status).toBe(204);
});
