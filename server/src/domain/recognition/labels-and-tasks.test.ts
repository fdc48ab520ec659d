import type { RecognitionLabel, RecognitionTask } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import {
  createTestLabel,
  createNamedRow,
  createTestObject,
  createTestTask,
  uploadImage,
  uploadImages,
  type ListEnvelope,
} from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';

const LABELS = '/recognition/v2/label/';
const TASKS = '/recognition/v2/task/';
const IMAGES = '/recognition/v2/training-image/';

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const readLabel = async (id: string) => expectBody<RecognitionLabel>(await client.get(`${LABELS}${id}`));

describe('recognition label', () => {
  it('is a category by default and has all fields of the SDK', async () => {
    expect(await createTestLabel(client, { name: 'Ripe' })).toMatchObject({
      name: 'Ripe',
      type: 'category',
      output_name: 'Ripe',
      tasks_count: 0,
      images_count: 0,
      objects_count: 0,
      negative_for_task: null,
    });
  });

  it('is listed by name, by type and by task', async () => {
    const task = await createTestTask(client);
    const value = await createTestLabel(client, { name: 'weight', type: 'value', min_value: 0, max_value: 9, task: task.id });
    const categoryLabel = await createTestLabel(client, { name: 'Apple' });
    const listIds = async (query: object) =>
      expectBody<ListEnvelope<RecognitionLabel>>(await client.get(LABELS, { ...query, page_size: 100 })).results.map(
        (label) => label.id,
      );
    expect(await listIds({})).toEqual([categoryLabel.id, value.id]);
    expect(await listIds({ type: 'value' })).toEqual([value.id]);
    expect(await listIds({ task: task.id })).toEqual([value.id]);
    expect(await listIds({ search: 'PPL' })).toEqual([categoryLabel.id]);
  });

  it('counts its images and objects, and can be removed from all of them', async () => {
    const label = await createTestLabel(client);
    const [image, otherImage] = await uploadImages(client, 2);
    const object = await createTestObject(client, image?.id ?? '', (await createNamedRow(client, '/detection/v2/label/')).id);
    for (const path of [`${IMAGES}${image?.id}`, `${IMAGES}${otherImage?.id}`, `/detection/v2/object/${object.id}`])
      await client.post(`${path}/add-label`, { label_id: label.id });
    expect(await readLabel(label.id)).toMatchObject({ images_count: 2, objects_count: 1 });
    await client.delete(`${IMAGES}${otherImage?.id}`);
    expect(await readLabel(label.id)).toMatchObject({ images_count: 1, objects_count: 1 });
    expect((await client.delete(`${LABELS}${label.id}/wipe`)).status).toBe(204);
    expect((await client.get(`${LABELS}${label.id}`)).status).toBe(404);
    expect(expectBody<{ labels: unknown[] }>(await client.get(`${IMAGES}${image?.id}`)).labels).toEqual([]);
  });

  it('requires a valid range, and only for value labels', async () => {
    const invalidLabel = await client.post(LABELS, { name: 'Weight', type: 'value', min_value: 5, max_value: 1 });
    expect([invalidLabel.status, invalidLabel.body]).toEqual([400, { detail: 'max_value: must not be below min_value' }]);
    expect((await client.post(LABELS, { name: 'Apple', min_value: 5 })).status).toBe(400);
    const label = await createTestLabel(client, { name: 'Weight', type: 'value', min_value: 1, max_value: 5 });
    expect((await client.put(`${LABELS}${label.id}`, { max_value: 0 })).status).toBe(400);
    expect(expectBody(await client.put(`${LABELS}${label.id}`, { max_value: 7, name: 'Mass' }))).toMatchObject({
      name: 'Mass',
      min_value: 1,
      max_value: 7,
      version: 2,
    });
  });

  it.each([
    ['', 'Enter at least 2 letters'],
    [' a ', 'Enter at least 2 letters'],
  ])('rejects the name %p', async (name, message) => {
    expect((await client.post(LABELS, { name })).body).toEqual({ detail: `name: ${message}` });
  });

  it('has a histogram of its values, optionally only for images with other labels', async () => {
    const label = await createTestLabel(client, { type: 'value', min_value: 0, max_value: 10 });
    const otherLabel = await createTestLabel(client, { name: 'Other' });
    const images = await uploadImages(client, 3);
    for (const [index, value] of [0, 4.9, 5].entries())
      await client.post(`${IMAGES}${images[index]?.id}/add-label`, { label_id: label.id, value });
    await client.post(`${IMAGES}${images[2]?.id}/add-label`, { label_id: otherLabel.id });
    const object = await createTestObject(client, images[2]?.id ?? '', (await createNamedRow(client, '/detection/v2/label/')).id);
    await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: label.id, value: 9 });
    const readHistogram = async (body: object) => expectBody(await client.post(`${LABELS}${label.id}/get-histogram`, body));
    expect(await readHistogram({ bin_size: 5 })).toEqual({ bins: [0, 5], counts_images: [2, 1], counts_objects: [0, 1] });
    expect(await readHistogram({ bin_size: 5, label_id: otherLabel.id })).toEqual({
      bins: [5],
      counts_images: [1],
      counts_objects: [1],
    });
    const thirdLabel = await createTestLabel(client, { name: 'Third' });
    const histogramBody = { bin_size: 5, label_ids: [otherLabel.id, thirdLabel.id] };
    expect(await readHistogram(histogramBody)).toEqual({ bins: [], counts_images: [], counts_objects: [] });
    await client.post(`${IMAGES}${images[2]?.id}/add-label`, { label_id: thirdLabel.id });
    expect(await readHistogram(histogramBody)).toEqual({ bins: [5], counts_images: [1], counts_objects: [1] });
    const tooManyBins = await client.post(`${LABELS}${label.id}/get-histogram`, { bin_size: 1e-9 });
    expect([tooManyBins.status, tooManyBins.body]).toEqual([400, { detail: 'bin_size: gives more than 1000 bins' }]);
  });
});

describe('recognition task', () => {
  it('is a classification task by default and has all fields of the SDK', async () => {
    expect(await createTestTask(client, { name: 'Kind' })).toMatchObject({
      name: 'Kind',
      type: 'multi_class',
      production_version: 0,
      labels: [],
      last_train_status: null,
    });
  });

  it('has a negative label for tagging that cannot be removed', async () => {
    const task = await createTestTask(client, { name: 'Defects', type: 'multi_label' });
    const [negative] = task.labels;
    expect(task.labels).toEqual([expect.objectContaining({ type: 'tag', negative_for_task: task.id })]);
    const rejectedResponses = [
      await client.post(`${TASKS}${task.id}/remove-label`, { label_id: negative?.id }),
      await client.post(`${LABELS}${negative?.id}/remove-task`, { task_id: task.id }),
      await client.delete(`${LABELS}${negative?.id}`),
    ];
    expect(rejectedResponses.map((response) => response.status)).toEqual([400, 400, 400]);
    const otherTask = await createTestTask(client, { name: 'Other' });
    expect((await client.post(`${TASKS}${otherTask.id}/add-label`, { label_id: negative?.id })).status).toBe(400);
    expect((await client.delete(`${TASKS}${task.id}`)).status).toBe(204);
    expect((await client.get(`${LABELS}${negative?.id}`)).status).toBe(404);
  });

  it('adds and removes labels from the task or from the label', async () => {
    const [task, label] = [await createTestTask(client), await createTestLabel(client)];
    expect(
      expectBody<RecognitionTask>(await client.post(`${TASKS}${task.id}/add-label`, { label_id: label.id })).labels.map(
        (row) => row.id,
      ),
    ).toEqual([label.id]);
    expect(await readLabel(label.id)).toMatchObject({ tasks_count: 1 });
    await client.post(`${LABELS}${label.id}/remove-task`, { task_id: task.id });
    expect(expectBody<RecognitionTask>(await client.get(`${TASKS}${task.id}`)).labels).toEqual([]);
    await client.post(`${LABELS}${label.id}/add-task`, { task_id: task.id });
    expect(
      expectBody<RecognitionTask>(await client.post(`${TASKS}${task.id}/remove-label`, { label_id: label.id })).labels,
    ).toEqual([]);
  });

  it('rejects edits based on an older version', async () => {
    const task = await createTestTask(client);
    expect(expectBody(await client.put(`${TASKS}${task.id}`, { name: 'New name', version: 1 }))).toMatchObject({
      name: 'New name',
      version: 2,
    });
    const staleEdit = await client.put(`${TASKS}${task.id}`, { name: 'Newer', version: 1 });
    expect([staleEdit.status, staleEdit.body]).toEqual([
      409,
      { detail: expect.any(String), current: expect.objectContaining({ name: 'New name' }) },
    ]);
  });

  it('queues models with consecutive versions and cannot classify without a trained model', async () => {
    const task = await createTestTask(client);
    const { warning, ...first } = expectBody<{ id: string; warning: unknown }>(
      await client.post(`${TASKS}${task.id}/train`),
      201,
    );
    expect(warning).toBeNull();
    expect(first).toMatchObject({ task: task.id, train_status: 'QUEUED', version: 1 });
    expect(expectBody(await client.post(`${TASKS}${task.id}/train`, {}), 201)).toMatchObject({ version: 2 });
    expect(expectBody(await client.get(`/recognition/v2/model/${first.id}`))).toEqual(first);
    const response = await client.post('/recognition/v2/classify/', {
      task_id: task.id,
      records: [{ _url: 'https://x.test/a.jpg' }],
    });
    expect(response).toMatchObject({ status: 400, body: { detail: 'There is no trained model for this task.' } });
  });

  it('returns 404 to non-members, as do its labels', async () => {
    const [task, label] = [await createTestTask(client), await createTestLabel(client)];
    const { client: otherClient } = await server.createTenant();
    const foreignTask = await createTestTask(otherClient);
    const responses = await Promise.all([
      otherClient.get(`${TASKS}${task.id}`),
      otherClient.put(`${TASKS}${task.id}`, { name: 'Renamed' }),
      otherClient.delete(`${TASKS}${task.id}`),
      otherClient.post(`${TASKS}${task.id}/train`),
      otherClient.get(`${LABELS}${label.id}`),
      otherClient.put(`${LABELS}${label.id}`, { name: 'Renamed' }),
      otherClient.delete(`${LABELS}${label.id}`),
      otherClient.get(LABELS, { task: task.id }),
      otherClient.post(`${TASKS}${foreignTask.id}/add-label`, { label_id: label.id }),
      otherClient.post(`${LABELS}${label.id}/add-task`, { task_id: foreignTask.id }),
      otherClient.post(LABELS, { name: 'Foreign', task: task.id }),
      otherClient.get(IMAGES, { labels: label.id }),
    ]);
    expect(responses.map((response) => response.status)).toEqual(Array.from(responses, () => 404));
  });
});

it('lists labels with counts in the same number of statements for any number of rows', async () => {
  await createTestLabel(client);
  server.countStatements();
  await client.get(LABELS, { page_size: 100 });
  const statementsForOneRow = server.countStatements();
  for (let labelIndex = 0; labelIndex < 9; labelIndex += 1) await createTestLabel(client, { name: `Label ${labelIndex}` });
  server.countStatements();
  await client.get(LABELS, { page_size: 100 });
  expect(server.countStatements()).toBe(statementsForOneRow);
  expect((await uploadImage(client)).labels).toEqual([]);
});
