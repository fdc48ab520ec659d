import type { DetectionLabel, DetectionObject, DetectionTask, TrainingImage } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import {
  createTestJob,
  createTestLabel,
  createNamedRow,
  createTestObject,
  uploadImage,
  uploadImages,
  type ListEnvelope,
} from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

const OBJECTS = '/detection/v2/object/';
const LABELS = '/detection/v2/label/';
const TASKS = '/detection/v2/task/';
const IMAGES = '/recognition/v2/training-image/';

const server = setUpTestServer();
let client: TestClient;
let workspaceId: string;
let user: { id: string };
beforeEach(async () => {
  ({ user, client, workspaceId } = await server.createTenant());
});

const createDetectionLabel = (name = 'Apple', fields = {}) => createNamedRow<DetectionLabel>(client, LABELS, { name, ...fields });
const listObjects = async (query = {}) => expectBody<ListEnvelope<DetectionObject>>(await client.get(OBJECTS, query));
const toIds = (response: { results: { id: string }[] }) => response.results.map((row) => row.id);

describe('object', () => {
  it('is created on an image and returned with its related data', async () => {
    const [image, label] = [await uploadImage(client), await createDetectionLabel('Apple', { color: '#112233' })];
    const createdObject = expectBody<DetectionObject>(
      await client.post(OBJECTS, { image: image.id, detection_label: label.id, data: [1, 2, 60, 40], meta_data: { ripe: true } }),
      201,
    );
    expect(createdObject).toMatchObject({
      workspace: workspaceId,
      image: { id: image.id, img_width: 64, img_height: 48 },
      detection_label: { id: label.id, name: 'Apple', color: '#112233' },
      data: [1, 2, 60, 40],
      meta_data: { ripe: true },
      recognition_labels: [],
      version: 1,
    });
    expect(expectBody(await client.get(`${OBJECTS}${createdObject.id}`))).toEqual(createdObject);
    expect(toIds(await listObjects({ image: image.id, page_size: 500 }))).toEqual([createdObject.id]);
  });

  it.each([
    [[10, 10, 10, 30], 'data'],
    [[20, 20, 10, 30], 'data'],
    [[-1, 0, 20, 20], 'data'],
    [[0, 0, 65, 20], 'data'],
    [[0, 0, 20, 49], 'data'],
    [[0, 0, 20.5, 20], 'data'],
    [[0, 0, 20], 'data'],
    ['0,0,20,20', 'data'],
    [[0, 0, 9e15, 20], 'data'],
  ])('rejects the box %p and names the field', async (data, field) => {
    const [image, label] = [await uploadImage(client), await createDetectionLabel()];
    const response = await client.post(OBJECTS, { image: image.id, detection_label: label.id, data });
    expect([response.status, JSON.stringify(response.body)]).toEqual([400, expect.stringContaining(field)]);
    expect((await listObjects()).count).toBe(0);
  });

  it('accepts partial edits, without an image or with the nested image', async () => {
    const image = await uploadImage(client);
    const [apple, pear] = [await createDetectionLabel('Apple'), await createDetectionLabel('Pear')];
    const object = await createTestObject(client, image.id, apple.id);
    const movedObject = expectBody<DetectionObject>(await client.put(`${OBJECTS}${object.id}/`, { data: [2, 2, 30, 30] }));
    expect(movedObject).toMatchObject({ data: [2, 2, 30, 30], detection_label: { id: apple.id }, version: 2 });
    expect(movedObject.thumb).not.toBe(object.thumb);
    const relabelledObject = expectBody<DetectionObject>(
      await client.put(`${OBJECTS}${object.id}/`, { ...movedObject, detection_label: pear.id, workspace: workspaceId }),
    );
    expect(relabelledObject).toMatchObject({
      data: [2, 2, 30, 30],
      detection_label: { id: pear.id },
      version: 3,
      thumb: movedObject.thumb,
    });
    expect((await listObjects({ detection_labels: apple.id })).count).toBe(0);
    expect(toIds(await listObjects({ detection_labels: pear.id }))).toEqual([object.id]);
    expect(expectBody<ListEnvelope<TrainingImage>>(await client.get(IMAGES, { detection_labels: apple.id })).count).toBe(0);
    expect(expectBody<ListEnvelope<TrainingImage>>(await client.get(IMAGES, { detection_labels: pear.id })).count).toBe(1);
  });

  it('rejects a stale edit with the current object', async () => {
    const object = await createTestObject(client, (await uploadImage(client)).id, (await createDetectionLabel()).id);
    await client.put(`${OBJECTS}${object.id}/`, { data: [5, 5, 30, 30], version: 1 });
    const staleResponse = await client.put(`${OBJECTS}${object.id}/`, { data: [6, 6, 30, 30], version: 1 });
    expect([staleResponse.status, staleResponse.body]).toEqual([
      409,
      {
        detail: expect.any(String),
        current: expect.objectContaining({ data: [5, 5, 30, 30], version: 2 }),
        changed_by: { id: user.id, username: expect.any(String) },
      },
    ]);
  });

  it('cannot be moved to another image', async () => {
    const [image, otherImage] = await uploadImages(client, 2);
    const object = await createTestObject(client, image?.id ?? '', (await createDetectionLabel()).id);
    const response = await client.put(`${OBJECTS}${object.id}/`, { image: otherImage?.id });
    expect([response.status, response.body]).toEqual([400, { detail: 'image: a shape stays on its image' }]);
  });

  it('is deleted alone, with all objects of its image, or with its image', async () => {
    const [image, otherImage] = await uploadImages(client, 2);
    const label = await createDetectionLabel();
    const [firstObject, , thirdObject] = [
      await createTestObject(client, image?.id ?? '', label.id),
      await createTestObject(client, image?.id ?? '', label.id),
      await createTestObject(client, otherImage?.id ?? '', label.id),
    ];
    expect((await client.delete(`${OBJECTS}${firstObject.id}`)).status).toBe(204);
    expect((await client.delete(`${OBJECTS}${firstObject.id}`)).status).toBe(404);
    expect((await listObjects()).count).toBe(2);
    expect((await client.delete(`${OBJECTS}image`, { image: image?.id })).status).toBe(204);
    expect(toIds(await listObjects())).toEqual([thirdObject.id]);
    expect(expectBody<DetectionLabel>(await client.get(`${LABELS}${label.id}`))).toMatchObject({
      objects_count: 1,
      images_count: 1,
    });
    await client.delete(`${IMAGES}${otherImage?.id}`);
    expect((await listObjects()).count).toBe(0);
    expect((await client.get(`${OBJECTS}${thirdObject.id}`)).status).toBe(404);
  });

  it('has recognition labels with values', async () => {
    const object = await createTestObject(client, (await uploadImage(client)).id, (await createDetectionLabel()).id);
    const label = await createTestLabel(client, { name: 'Weight', type: 'value', min_value: 0, max_value: 10 });
    const path = `${OBJECTS}${object.id}`;
    expect(
      expectBody<DetectionObject>(await client.post(`${path}/add-label`, { label_id: label.id, value: 3 })).recognition_labels,
    ).toEqual([{ id: label.id, name: 'Weight', type: 'value', value: 3 }]);
    expect(toIds(await listObjects({ labels: label.id }))).toEqual([object.id]);
    expect(toIds(await listObjects({ object_labels: label.id }))).toEqual([object.id]);
    expect((await client.post(`${path}/update-value`, { label_id: label.id, value: 11 })).status).toBe(400);
    expect(
      expectBody<DetectionObject>(await client.post(`${path}/update-value`, { label_id: label.id, value: 9 }))
        .recognition_labels[0]?.value,
    ).toBe(9);
    expect(
      expectBody<DetectionObject>(await client.post(`${path}/remove-label`, { label_id: label.id })).recognition_labels,
    ).toEqual([]);
    expect((await listObjects({ labels: label.id })).count).toBe(0);
  });

  it('returns 404 to non-members and for labels of other workspaces', async () => {
    const [image, label] = [await uploadImage(client), await createDetectionLabel()];
    const object = await createTestObject(client, image.id, label.id);
    const { client: otherClient } = await server.createTenant();
    const foreignLabel = await createNamedRow<DetectionLabel>(otherClient, LABELS, { name: 'Theirs' });
    const responses = await Promise.all([
      otherClient.get(`${OBJECTS}${object.id}`),
      otherClient.put(`${OBJECTS}${object.id}/`, { data: [0, 0, 9, 9] }),
      otherClient.delete(`${OBJECTS}${object.id}`),
      otherClient.get(OBJECTS, { image: image.id }),
      otherClient.delete(`${OBJECTS}image`, { image: image.id }),
      otherClient.post(OBJECTS, { image: image.id, detection_label: foreignLabel.id, data: [0, 0, 9, 9] }),
      client.post(OBJECTS, { image: image.id, detection_label: foreignLabel.id, data: [0, 0, 9, 9] }),
      client.put(`${OBJECTS}${object.id}/`, { detection_label: foreignLabel.id }),
    ]);
    expect(responses.map((response) => response.status)).toEqual(Array.from(responses, () => 404));
  });
});

describe('object list', () => {
  it('supports the image filters for the image of the object', async () => {
    const [image, otherImage] = await uploadImages(client, 2);
    const label = await createDetectionLabel();
    const firstObject = await createTestObject(client, image?.id ?? '', label.id);
    const secondObject = await createTestObject(client, otherImage?.id ?? '', label.id);
    const job = await createTestJob(client);
    await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [image?.id] });
    await client.post('/annotate/v2/verification/', { image_id: image?.id });
    await client.post(`${IMAGES}update`, { images: [image?.id], 'mark-test': true, 'unmark-real': true });
    for (const query of [
      { verified: 1 },
      { test: true },
      { real: false },
      { imagejob: job.id },
      { verified: true, imagejob: job.id, image: image?.id },
    ]) {
      expect(toIds(await listObjects(query))).toEqual([firstObject.id]);
    }
    expect(toIds(await listObjects({ imagejob: job.id, not_in: 'True' }))).toEqual([secondObject.id]);
    const thirdObject = await createTestObject(client, image?.id ?? '', label.id);
    expect(toIds(await listObjects({ verified: 1 }))).toEqual([thirdObject.id, firstObject.id]);
  });

  it('uses the same number of statements for any number of rows', async () => {
    const [image, label] = [await uploadImage(client), await createDetectionLabel()];
    await createTestObject(client, image.id, label.id);
    server.countStatements();
    await listObjects({ image: image.id, page_size: 500 });
    const statementsForOneRow = server.countStatements();
    for (let rowIndex = 0; rowIndex < 19; rowIndex += 1) await createTestObject(client, image.id, label.id);
    server.countStatements();
    expect((await listObjects({ image: image.id, page_size: 500 })).results).toHaveLength(20);
    expect(server.countStatements()).toBe(statementsForOneRow);
  });
});

describe('detection label', () => {
  it('is listed by name with counts, found by part of its name, and edited', async () => {
    const [pear, apple] = [await createDetectionLabel('pear'), await createDetectionLabel('Apple')];
    await createTestObject(client, (await uploadImage(client)).id, apple.id);
    const allLabels = expectBody<ListEnvelope<DetectionLabel>>(await client.get(LABELS));
    expect(
      allLabels.results.map(({ name, objects_count, images_count, tasks_count }) => [
        name,
        objects_count,
        images_count,
        tasks_count,
      ]),
    ).toEqual([
      ['Apple', 1, 1, 0],
      ['pear', 0, 0, 0],
    ]);
    expect(toIds(expectBody(await client.get(LABELS, { search: 'EA' })))).toEqual([pear.id]);
    expect(expectBody(await client.put(`${LABELS}${pear.id}`, { color: '#abcdef' }))).toMatchObject({
      name: 'pear',
      color: '#abcdef',
      version: 2,
    });
    expect((await client.put(`${LABELS}${pear.id}`, { name: 'p' })).body).toEqual({ detail: 'name: Enter at least 2 letters' });
  });

  it('is deleted together with its objects', async () => {
    const label = await createDetectionLabel();
    const object = await createTestObject(client, (await uploadImage(client)).id, label.id);
    expect((await client.delete(`${LABELS}${label.id}`)).status).toBe(204);
    expect((await client.get(`${OBJECTS}${object.id}`)).status).toBe(404);
    expect((await listObjects()).count).toBe(0);
    expect((await client.delete(`${LABELS}${label.id}`)).status).toBe(404);
  });

  it('is linked to detection tasks and recognition tasks', async () => {
    const label = await createDetectionLabel();
    const [detection, recognition] = [
      await createNamedRow<DetectionTask>(client, TASKS),
      await createNamedRow(client, '/recognition/v2/task/'),
    ];
    for (const task of [detection, recognition])
      expect((await client.post(`${LABELS}${label.id}/add-task`, { task_id: task.id })).status).toBe(200);
    expect(expectBody(await client.get(`${LABELS}${label.id}`))).toMatchObject({
      tasks_count: 1,
      recognition_tasks: [recognition.id],
    });
    for (const task of [detection, recognition]) await client.post(`${LABELS}${label.id}/remove-task`, { task_id: task.id });
    expect(expectBody(await client.get(`${LABELS}${label.id}`))).toMatchObject({ tasks_count: 0, recognition_tasks: [] });
  });
});

describe('detection task', () => {
  it('has labels, training parameters and negative images', async () => {
    const task = await createNamedRow<DetectionTask>(client, TASKS, { name: 'Fruit' });
    const label = await createDetectionLabel();
    const path = `${TASKS}${task.id}`;
    expect(expectBody(await client.post(`${path}/add-label`, { label_id: label.id }))).toMatchObject({
      detectionLabelsCount: 1,
      detection_labels: [{ id: label.id, name: 'Apple' }],
    });
    expect(expectBody(await client.put(path, { training_params: { 'detection-model': { input_size: 640 } } }))).toMatchObject({
      name: 'Fruit',
      training_params: { 'detection-model': { input_size: 640 } },
    });
    expect((await client.put(path, { training_params: { 'detection-model': { input_size: 200 } } })).status).toBe(400);
    const [negative, otherImage] = await uploadImages(client, 2);
    await client.post(`${path}/add-images`, { items: [negative?.id] });
    await client.post(`${path}/add-image`, { image_id: negative?.id });
    expect(expectBody(await client.get(path))).toMatchObject({ negative_images_count: 1 });
    expect(toIds(expectBody(await client.get(IMAGES, { detection_task_neg: task.id })))).toEqual([negative?.id]);
    expect(toIds(expectBody(await client.get(IMAGES, { detection_task_neg: task.id, not_in: true })))).toEqual([otherImage?.id]);
    await client.post(`${path}/remove-images`, { items: [negative?.id] });
    expect(expectBody(await client.get(path))).toMatchObject({ negative_images_count: 0 });
    expect(expectBody(await client.post(`${path}/remove-label`, { label_id: label.id }))).toMatchObject({
      detectionLabelsCount: 0,
    });
    expect((await client.delete(path)).status).toBe(204);
    expect((await client.get(`${LABELS}${label.id}`)).status).toBe(200);
  });

  it('queues a model and shows its status', async () => {
    const task = await createNamedRow<DetectionTask>(client, TASKS);
    expect(task.last_train_status).toBeNull();
    const model = expectBody<{ id: string }>(await client.post(`${TASKS}${task.id}/train`, { workspace: workspaceId }), 201);
    expect(model).toMatchObject({ detection_task: task.id, train_status: 'QUEUED', model_path_download: null });
    expect(expectBody(await client.get(`${TASKS}${task.id}`))).toMatchObject({ last_train_status: 'QUEUED', map: null });
    expect(toIds(expectBody(await client.get('/detection/v2/model/', { detection_task: task.id })))).toEqual([model.id]);
    expect((await client.post(`/detection/v2/model/${model.id}/request-download`, {})).status).toBe(403);
  });

  it('returns 400 for a prediction without a trained model', async () => {
    const task = await createNamedRow<DetectionTask>(client, TASKS);
    const response = await client.post('/detection/v2/detect', { task_id: task.id, records: [{ _base64: 'AAAA' }] });
    expect(response).toMatchObject({ status: 400, body: { detail: 'There is no trained model for this task.' } });
  });
});

it('returns 403 if the workspace does not have the service', async () => {
  const { client: withoutService } = await server.createTenant(['recognition', 'annotate']);
  for (const path of [OBJECTS, LABELS, TASKS]) expect((await withoutService.get(path)).status).toBe(403);
});
