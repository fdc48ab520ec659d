import type { RecognitionLabel, RecognitionTask, TrainingImage } from '@console/shared-contract/api';
import sharp from 'sharp';
import { expectBody, TestClient } from '../api/client';
import { readAllPages, createImageBase64, type ListEnvelope } from '../api/fixtures';
import type { TestUser } from '../api/test-users';
import { setUpTestServer } from '../api/test-server';

/**
 * Replays the typical calls of existing API clients in their order and with exactly their fields. They send every field of
 * a row, null for unknown values, and read certain fields of responses without checking that they exist.
 */
const IMAGES_PATH = '/recognition/v2/training-image/';
const TASKS_PATH = '/recognition/v2/task/';
const LABELS_PATH = '/recognition/v2/label/';
const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const server = setUpTestServer();
let user: TestUser;
let workspace: string;
let sdkClient: TestClient;
beforeAll(async () => {
  user = await server.createTestUser();
  workspace = await server.createTestWorkspace({ members: [user] });
  sdkClient = new TestClient(server.origin, `Token ${user.apiToken}`);
});

const createTask = async (name: string, type = 'multi_class') =>
  expectBody<RecognitionTask>(await sdkClient.post(TASKS_PATH, { name, type, description: null, workspace }), 201);
const createLabel = async (name: string, type = 'category', fields = {}) =>
  expectBody<RecognitionLabel>(await sdkClient.post(LABELS_PATH, { name, type, description: null, workspace, ...fields }), 201);
/** Uploads like a client: with every field, none omitted. */
const uploadBase64 = async (base64: string, fields: object = {}) =>
  sdkClient.post(IMAGES_PATH, { base64, noresize: false, test_image: false, meta_data: {}, workspace, ...fields });
const uploadNewImage = async (fields: object = {}) =>
  expectBody<TrainingImage>(await uploadBase64(await createImageBase64(), fields), 201);
const updateImages = async (images: string[], fields: object) =>
  sdkClient.post(`${IMAGES_PATH}update`, { images, labels: [], 'labels-add': [], 'labels-remove': [], workspace, ...fields });
const listLabelNames = async (id: string) =>
  expectBody<TrainingImage>(await sdkClient.get(`${IMAGES_PATH}${id}`))
    .labels.map((label) => label.name)
    .sort();
const listIds = async (path: string, query: Record<string, string | number | boolean | string[]>) =>
  expectBody<ListEnvelope<{ id: string }>>(await sdkClient.get(path, query)).results.map(({ id }) => id);

describe('tasks and labels', () => {
  it('are created with null in unknown fields', async () => {
    const task = expectBody<RecognitionTask>(
      await sdkClient.post(TASKS_PATH, { name: 'Fruit', description: null, workspace: null }),
      201,
    );
    expect(task).toMatchObject({ name: 'Fruit', type: 'multi_class', workspace, last_train_status: null });
    expect(task.id).toMatch(UUID_PATTERN);
    expect(Number.isInteger(task.production_version)).toBe(true);
    const label = expectBody<RecognitionLabel>(await sdkClient.post(LABELS_PATH, { name: 'Apple', description: null }), 201);
    expect(label).toMatchObject({
      name: 'Apple',
      type: 'category',
      output_name: 'Apple',
      tasks_count: 0,
      images_count: 0,
      objects_count: 0,
      negative_for_task: null,
    });
    expect((await sdkClient.post(`${TASKS_PATH}${task.id}/add-label/`, { label_id: label.id })).status).toBe(200);
    expect(expectBody<RecognitionTask>(await sdkClient.get(`${TASKS_PATH}${task.id}`)).labels).toEqual([
      expect.objectContaining({ id: label.id, name: 'Apple', type: 'category', negative_for_task: null, min_value: null }),
    ]);
    expect(expectBody(await sdkClient.get(`${LABELS_PATH}${label.id}/`))).toMatchObject({ tasks_count: 1 });
  });

  it('of a tagging task include one negative label of the task', async () => {
    const task = await createTask('Tags', 'multi_label');
    const roundTag = await createLabel('Round', 'tag');
    await sdkClient.post(`${TASKS_PATH}${task.id}/add-label`, { label_id: roundTag.id, workspace });
    const labels = await readAllPages<RecognitionLabel>(sdkClient, `${LABELS_PATH}?task=${task.id}`);
    expect(labels.filter((label) => label.negative_for_task === task.id)).toHaveLength(1);
    expect(labels.map(({ id }) => id)).toContain(roundTag.id);
    expect((await sdkClient.post(`${TASKS_PATH}${task.id}/remove-label/`, { label_id: roundTag.id })).status).toBe(200);
    expect(await listIds(LABELS_PATH, { task: task.id, type: 'tag', search: 'oun' })).toEqual([]);
  });

  it('are found by part of the name and by type, with and without a workspace', async () => {
    const greenTag = await createLabel('Greenish', 'tag');
    expect(await listIds(LABELS_PATH, { search: 'REENI' })).toEqual([greenTag.id]);
    expect(await listIds(LABELS_PATH, { search: 'reeni', type: 'tag', workspace })).toEqual([greenTag.id]);
    expect(await listIds(LABELS_PATH, { search: 'reeni', type: 'category' })).toEqual([]);
    expect((await sdkClient.put(`${LABELS_PATH}${greenTag.id}`, { name: 'Green', description: null, workspace })).status).toBe(
      200,
    );
    expect(expectBody(await sdkClient.get(`${LABELS_PATH}${greenTag.id}`))).toMatchObject({ name: 'Green' });
  });

  it('can be attached by label, wiped and deleted; deleted rows return 404 as JSON', async () => {
    const [task, label] = [await createTask('Short lived'), await createLabel('Short lived')];
    const image = await uploadNewImage();
    await sdkClient.post(`${IMAGES_PATH}${image.id}/add-label/`, { label_id: label.id });
    expect((await sdkClient.post(`${LABELS_PATH}${label.id}/add-task/`, { task_id: task.id })).status).toBe(200);
    expect((await sdkClient.post(`${LABELS_PATH}${label.id}/remove-task/`, { task_id: task.id })).status).toBe(200);
    const jsonOptions = { headers: { 'content-type': 'application/json' } };
    for (const path of [`${LABELS_PATH}${label.id}/wipe`, `${TASKS_PATH}${task.id}/`]) {
      const deletionResponse = await sdkClient.delete(path, undefined, { ...jsonOptions, query: { workspace } });
      expect([deletionResponse.status, deletionResponse.text]).toEqual([204, '']);
    }
    for (const deletedPath of [`${LABELS_PATH}${label.id}`, `${TASKS_PATH}${task.id}`]) {
      const repeatedResponse = await sdkClient.delete(deletedPath);
      expect([repeatedResponse.status, repeatedResponse.headers['content-type']]).toEqual([404, 'application/json']);
      expect((await sdkClient.get(deletedPath)).body).toEqual({ detail: expect.stringContaining('not found') });
    }
    expect(await listLabelNames(image.id)).toEqual([]);
  });

  it('are trained by a call without a body that returns a model with its task', async () => {
    const task = await createTask('To train');
    const model = expectBody<{ id: string }>(await sdkClient.post(`${TASKS_PATH}${task.id}/train/`), 201);
    expect(expectBody(await sdkClient.get(`/recognition/v2/model/${model.id}`))).toMatchObject({
      id: model.id,
      task: task.id,
      task_name: 'To train',
      version: 1,
      train_status: 'QUEUED',
    });
    expect(expectBody(await sdkClient.get(`${TASKS_PATH}${task.id}`))).toMatchObject({ last_train_status: 'QUEUED' });
  });
});

describe('uploading', () => {
  it('accepts plain base64 and data URLs and downscales large images unless disabled', async () => {
    const largeBase64 = await createImageBase64(2000, 1000);
    const [downscaled, original] = [
      await uploadBase64(largeBase64, { meta_data: null }),
      await uploadBase64(await createImageBase64(1500, 500), { noresize: true }),
    ];
    expect(expectBody<TrainingImage>(downscaled, 201)).toMatchObject({
      img_width: 1024,
      img_height: 512,
      meta_data: {},
      workspace,
    });
    expect(expectBody<TrainingImage>(original, 201)).toMatchObject({ img_width: 1500, img_height: 500 });
    const jpegBytes = await sharp(Buffer.from(await createImageBase64(), 'base64'))
      .jpeg()
      .toBuffer();
    const image = expectBody<TrainingImage>(
      await uploadBase64(`data:image/jpeg;base64,${jpegBytes.toString('base64')}`, {
        test_image: true,
        meta_data: { from: 'a script' },
      }),
      201,
    );
    expect(image).toMatchObject({ test_image: true, meta_data: { from: 'a script' }, labels: [], verificationsCount: 0 });
    expect(image.id).toMatch(UUID_PATTERN);
    const file = await server.anonymous.get(new URL(image.img_path).pathname.replace('/api', ''));
    expect(file.bytes).toEqual(jpegBytes);
    expect((await server.anonymous.get(new URL(image.thumb_img_path).pathname.replace('/api', ''))).status).toBe(200);
  });

  it('of an existing image is refused with the id of that image', async () => {
    const base64 = await createImageBase64();
    const { id } = expectBody<TrainingImage>(await uploadBase64(base64), 201);
    const repeatedUpload = await uploadBase64(`data:image/png;base64,${base64}`);
    expect(repeatedUpload.status).toBe(400);
    expect((repeatedUpload.body as { detail: string }).detail).toMatch(/already exists/);
    expect(/image ID: ([0-9a-f-]{36})/.exec((repeatedUpload.body as { detail: string }).detail)?.[1]).toBe(id);
  });

  it('by URL is refused unless the operator allows it, and invalid images are refused', async () => {
    const urlResponse = await sdkClient.post(IMAGES_PATH, { url: 'https://pictures.example/a.jpg', noresize: false, workspace });
    expect([urlResponse.status, urlResponse.body]).toEqual([400, { detail: expect.stringContaining('url') }]);
    for (const base64 of ['', 'not base64 at all!', Buffer.from('no picture').toString('base64')])
      expect((await uploadBase64(base64)).status).toBe(400);
  });
});

describe('images', () => {
  it('receive labels, values and flags one by one', async () => {
    const image = await uploadNewImage();
    const [labelWithoutValue, valueLabel] = [
      await createLabel('Pear'),
      await createLabel('Weight', 'value', { min_value: 1, max_value: 9, step_value: null }),
    ];
    for (const label of [labelWithoutValue, valueLabel])
      expect((await sdkClient.post(`${IMAGES_PATH}${image.id}/add-label/`, { label_id: label.id, workspace })).status).toBe(200);
    for (const [call, value] of [
      ['update-value', 3],
      ['update-label', 4],
    ] as const) {
      const { labels } = expectBody<TrainingImage>(
        await sdkClient.post(`${IMAGES_PATH}${image.id}/${call}/`, { label_id: valueLabel.id, value }),
      );
      expect(labels).toContainEqual(expect.objectContaining({ id: valueLabel.id, name: 'Weight', type: 'value', value }));
    }
    const outOfRangeResponse = await sdkClient.post(`${IMAGES_PATH}${image.id}/update-label`, {
      label_id: valueLabel.id,
      value: 10,
    });
    expect([outOfRangeResponse.status, outOfRangeResponse.body]).toEqual([400, { detail: expect.stringContaining('value') }]);
    expect((await updateImages([image.id], { 'mark-real': true })).status).toBe(200);
    expect((await updateImages([image.id], { 'mark-test': true })).status).toBe(200);
    expect(expectBody(await sdkClient.get(`${IMAGES_PATH}${image.id}`))).toMatchObject({ real: true, test_image: true });
    // The requests contain empty label lists, which leave the labels unchanged.
    expect(await listLabelNames(image.id)).toEqual(['Pear', 'Weight']);
    expect((await sdkClient.post(`${IMAGES_PATH}${image.id}/remove-label/`, { label_id: labelWithoutValue.id })).status).toBe(
      200,
    );
    expect(await listLabelNames(image.id)).toEqual(['Weight']);
  });

  it('are changed in bulk', async () => {
    const [firstImage, secondImage] = [await uploadNewImage(), await uploadNewImage()];
    const [redLabel, blueLabel, greyLabel] = [await createLabel('Red'), await createLabel('Blue'), await createLabel('Grey')];
    const imageIds = [firstImage.id, secondImage.id];
    expect(expectBody(await updateImages(imageIds, { 'labels-add': [redLabel.id, blueLabel.id] }))).toEqual({ updated: 2 });
    expect(expectBody(await updateImages(imageIds, { 'labels-remove': [redLabel.id], 'unmark-test': true }))).toEqual({
      updated: 2,
    });
    expect([await listLabelNames(firstImage.id), await listLabelNames(secondImage.id)]).toEqual([['Blue'], ['Blue']]);
    expect(expectBody(await updateImages([firstImage.id], { labels: [greyLabel.id] }))).toEqual({ updated: 1 });
    expect([await listLabelNames(firstImage.id), await listLabelNames(secondImage.id)]).toEqual([['Grey'], ['Blue']]);
    expect((await updateImages([], { 'labels-add': [redLabel.id] })).status).toBe(400);
  });

  it('store meta data that a client has read, extended and sent back', async () => {
    const image = await uploadNewImage({ meta_data: { first: 1 } });
    const { meta_data } = expectBody<TrainingImage>(await sdkClient.get(`${IMAGES_PATH}${image.id}`));
    const sentFields = { meta_data: { ...(meta_data as object), second: [null] }, workspace };
    expect(expectBody(await sdkClient.put(`${IMAGES_PATH}${image.id}`, sentFields))).toMatchObject({
      meta_data: { first: 1, second: [null] },
    });
    expect(expectBody(await sdkClient.put(`${IMAGES_PATH}${image.id}/`, { meta_data: {} }))).toMatchObject({
      meta_data: {},
      real: image.real,
    });
  });

  it('are verified and unverified as the caller, even if another user is sent', async () => {
    const image = await uploadNewImage();
    const otherUser = await server.createTestUser();
    const sentFields = { user: otherUser.id, image_id: image.id, workspace };
    expect(expectBody(await sdkClient.post('/annotate/v2/verification/', sentFields), 201)).toMatchObject({
      user: { id: user.id },
    });
    const filter = { image: image.id };
    const { results } = expectBody<ListEnvelope<{ id: string }>>(await sdkClient.get('/annotate/v2/verification/', filter));
    expect(results).toHaveLength(1);
    expect(await listIds(IMAGES_PATH, { verified: 1, page_size: 1000 })).toContain(image.id);
    for (const { id } of results) expect((await sdkClient.delete(`/annotate/v2/verification/${id}`)).status).toBe(204);
    expect(await listIds(IMAGES_PATH, { verified: 'False', page_size: 1000 })).toContain(image.id);
  });
});

describe('lists', () => {
  it('are read by following next links, which keep the filters and the requested host', async () => {
    const label = await createLabel('Many');
    const imageIds = [];
    for (let n = 0; n < 5; n += 1) imageIds.push((await uploadNewImage()).id);
    await updateImages(imageIds, { 'labels-add': [label.id] });
    const firstPage = expectBody<ListEnvelope<TrainingImage>>(
      await sdkClient.get(IMAGES_PATH, { labels: [label.id], page_size: 2, verified: 'False' }),
    );
    expect([firstPage.count, firstPage.previous, firstPage.results.length]).toEqual([5, null, 2]);
    expect(firstPage.next).toMatch(new RegExp(`^${server.origin}/api${IMAGES_PATH}\\?`));
    const allPages = await readAllPages<TrainingImage>(sdkClient, `${IMAGES_PATH}?labels=${label.id}&page_size=2&verified=False`);
    expect(allPages.map(({ id }) => id).sort()).toEqual([...imageIds].sort());
    // Older clients use this name for the filter.
    expect((await listIds(IMAGES_PATH, { label: label.id, page: 1 })).sort()).toEqual([...imageIds].sort());
    expect(await listIds(IMAGES_PATH, { not_labels: label.id, page_size: 1000 })).not.toContain(imageIds[0]);
  });

  it('have ten rows by default and at most a thousand', async () => {
    for (let n = 0; n < 11; n += 1) await createLabel(`Row ${n}`);
    const { results, next } = expectBody<ListEnvelope<unknown>>(await sdkClient.get(LABELS_PATH, { search: 'Row ' }));
    expect([results.length, next]).toEqual([10, expect.stringContaining('search=Row+')]);
    expect((await sdkClient.get(LABELS_PATH, { page_size: 1001 })).status).toBe(400);
  });

  it('accept dates with and without time and offset, and booleans in any case', async () => {
    const image = await uploadNewImage({ test_image: true });
    const day = image.created.slice(0, 10);
    for (const created_after of [day, `${day}T00:00:00`, `${day}T00:00:00Z`, `${day}T00:00:00+00:00`])
      for (const test of ['True', 'true', '1'])
        expect(await listIds(IMAGES_PATH, { created_after, test, page_size: 1000 })).toContain(image.id);
    for (const test of ['False', 'false', '0'])
      expect(await listIds(IMAGES_PATH, { test, page_size: 1000 })).not.toContain(image.id);
    expect(await listIds(IMAGES_PATH, { created_after: '2100-01-01' })).toEqual([]);
  });
});

describe('invalid requests', () => {
  it('in a filter return 400 with its name; unknown body fields are ignored', async () => {
    for (const [name, value] of [
      ['verified', 'perhaps'],
      ['created_after', 'yesterday'],
      ['labels', 'red'],
      ['page', '0'],
    ] as const) {
      const response = await sdkClient.get(IMAGES_PATH, { [name]: value });
      expect([response.status, response.body]).toEqual([400, { detail: expect.stringContaining(name) }]);
    }
    expect((await sdkClient.post(TASKS_PATH, { name: 'Future', colour_of_the_future: { a: 1 } })).status).toBe(201);
  });

  it('return 404 to non-members and 403 to workspaces without the service', async () => {
    const nonMember = await server.createTenant();
    const image = await uploadNewImage();
    expect((await nonMember.client.get(`${IMAGES_PATH}${image.id}`)).status).toBe(404);
    expect((await nonMember.client.get(LABELS_PATH, { workspace })).status).toBe(404);
    const tenantWithoutService = await server.createTenant(['annotate']);
    const refusedResponse = await tenantWithoutService.client.post(TASKS_PATH, { name: 'No service', description: null });
    expect([refusedResponse.status, refusedResponse.body]).toEqual([403, { detail: expect.any(String) }]);
    expect((await tenantWithoutService.client.get(IMAGES_PATH)).status).toBe(200);
    const tenantWithLongSlug = await server.createTenant(['custom-recognition']);
    expect((await tenantWithLongSlug.client.post(TASKS_PATH, { name: 'Other slug', description: null })).status).toBe(201);
  });

  it("exclude rows of the user's other workspaces, which are reached by id", async () => {
    const secondWorkspace = await server.createTestWorkspace({ members: [user] });
    const secondImage = expectBody<TrainingImage>(
      await uploadBase64(await createImageBase64(), { workspace: secondWorkspace }),
      201,
    );
    expect(expectBody(await sdkClient.get(`${IMAGES_PATH}${secondImage.id}`))).toMatchObject({ workspace: secondWorkspace });
    expect(await listIds(IMAGES_PATH, { page_size: 1000 })).not.toContain(secondImage.id);
    expect(await listIds(IMAGES_PATH, { workspace: secondWorkspace })).toEqual([secondImage.id]);
    expect(
      (await sdkClient.delete(`${IMAGES_PATH}${secondImage.id}`, undefined, { query: { workspace: secondWorkspace } })).status,
    ).toBe(204);
  });
});
