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
const IMAGES = '/recognition/v2/training-image/';
const TASKS = '/recognition/v2/task/';
const LABELS = '/recognition/v2/label/';
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

const server = setUpTestServer();
let user: TestUser;
let workspace: string;
let sdk: TestClient;
beforeAll(async () => {
  user = await server.createTestUser();
  workspace = await server.createTestWorkspace({ members: [user] });
  sdk = new TestClient(server.origin, `Token ${user.apiToken}`);
});

const createTask = async (name: string, type = 'multi_class') =>
  expectBody<RecognitionTask>(await sdk.post(TASKS, { name, type, description: null, workspace }), 201);
const createLabel = async (name: string, type = 'category', fields = {}) =>
  expectBody<RecognitionLabel>(await sdk.post(LABELS, { name, type, description: null, workspace, ...fields }), 201);
/** Uploads like a client: with every field, none omitted. */
const upload = async (base64: string, fields: object = {}) =>
  sdk.post(IMAGES, { base64, noresize: false, test_image: false, meta_data: {}, workspace, ...fields });
const uploadNewImage = async (fields: object = {}) =>
  expectBody<TrainingImage>(await upload(await createImageBase64(), fields), 201);
const updateImages = async (images: string[], fields: object) =>
  sdk.post(`${IMAGES}update`, { images, labels: [], 'labels-add': [], 'labels-remove': [], workspace, ...fields });
const listLabelNames = async (id: string) =>
  expectBody<TrainingImage>(await sdk.get(`${IMAGES}${id}`))
    .labels.map((label) => label.name)
    .sort();
const listIds = async (path: string, query: Record<string, string | number | boolean | string[]>) =>
  expectBody<ListEnvelope<{ id: string }>>(await sdk.get(path, query)).results.map(({ id }) => id);

describe('tasks and labels', () => {
  it('are created with null in unknown fields', async () => {
    const task = expectBody<RecognitionTask>(await sdk.post(TASKS, { name: 'Fruit', description: null, workspace: null }), 201);
    expect(task).toMatchObject({ name: 'Fruit', type: 'multi_class', workspace, last_train_status: null });
    expect(task.id).toMatch(UUID);
    expect(Number.isInteger(task.production_version)).toBe(true);
    const label = expectBody<RecognitionLabel>(await sdk.post(LABELS, { name: 'Apple', description: null }), 201);
    expect(label).toMatchObject({
      name: 'Apple',
      type: 'category',
      output_name: 'Apple',
      tasks_count: 0,
      images_count: 0,
      objects_count: 0,
      negative_for_task: null,
    });
    expect((await sdk.post(`${TASKS}${task.id}/add-label/`, { label_id: label.id })).status).toBe(200);
    expect(expectBody<RecognitionTask>(await sdk.get(`${TASKS}${task.id}`)).labels).toEqual([
      expect.objectContaining({ id: label.id, name: 'Apple', type: 'category', negative_for_task: null, min_value: null }),
    ]);
    expect(expectBody(await sdk.get(`${LABELS}${label.id}/`))).toMatchObject({ tasks_count: 1 });
  });

  it('of a tagging task include one negative label of the task', async () => {
    const task = await createTask('Tags', 'multi_label');
    const round = await createLabel('Round', 'tag');
    await sdk.post(`${TASKS}${task.id}/add-label`, { label_id: round.id, workspace });
    const labels = await readAllPages<RecognitionLabel>(sdk, `${LABELS}?task=${task.id}`);
    expect(labels.filter((label) => label.negative_for_task === task.id)).toHaveLength(1);
    expect(labels.map(({ id }) => id)).toContain(round.id);
    expect((await sdk.post(`${TASKS}${task.id}/remove-label/`, { label_id: round.id })).status).toBe(200);
    expect(await listIds(LABELS, { task: task.id, type: 'tag', search: 'oun' })).toEqual([]);
  });

  it('are found by part of the name and by type, with and without a workspace', async () => {
    const green = await createLabel('Greenish', 'tag');
    expect(await listIds(LABELS, { search: 'REENI' })).toEqual([green.id]);
    expect(await listIds(LABELS, { search: 'reeni', type: 'tag', workspace })).toEqual([green.id]);
    expect(await listIds(LABELS, { search: 'reeni', type: 'category' })).toEqual([]);
    expect((await sdk.put(`${LABELS}${green.id}`, { name: 'Green', description: null, workspace })).status).toBe(200);
    expect(expectBody(await sdk.get(`${LABELS}${green.id}`))).toMatchObject({ name: 'Green' });
  });

  it('can be attached by label, wiped and deleted; deleted rows return 404 as JSON', async () => {
    const [task, label] = [await createTask('Short lived'), await createLabel('Short lived')];
    const image = await uploadNewImage();
    await sdk.post(`${IMAGES}${image.id}/add-label/`, { label_id: label.id });
    expect((await sdk.post(`${LABELS}${label.id}/add-task/`, { task_id: task.id })).status).toBe(200);
    expect((await sdk.post(`${LABELS}${label.id}/remove-task/`, { task_id: task.id })).status).toBe(200);
    const asJson = { headers: { 'content-type': 'application/json' } };
    for (const path of [`${LABELS}${label.id}/wipe`, `${TASKS}${task.id}/`]) {
      const deleted = await sdk.delete(path, undefined, { ...asJson, query: { workspace } });
      expect([deleted.status, deleted.text]).toEqual([204, '']);
    }
    for (const deletedPath of [`${LABELS}${label.id}`, `${TASKS}${task.id}`]) {
      const repeatedResponse = await sdk.delete(deletedPath);
      expect([repeatedResponse.status, repeatedResponse.headers['content-type']]).toEqual([404, 'application/json']);
      expect((await sdk.get(deletedPath)).body).toEqual({ detail: expect.stringContaining('not found') });
    }
    expect(await listLabelNames(image.id)).toEqual([]);
  });

  it('are trained by a call without a body that returns a model with its task', async () => {
    const task = await createTask('To train');
    const model = expectBody<{ id: string }>(await sdk.post(`${TASKS}${task.id}/train/`), 201);
    expect(expectBody(await sdk.get(`/recognition/v2/model/${model.id}`))).toMatchObject({
      id: model.id,
      task: task.id,
      task_name: 'To train',
      version: 1,
      train_status: 'QUEUED',
    });
    expect(expectBody(await sdk.get(`${TASKS}${task.id}`))).toMatchObject({ last_train_status: 'QUEUED' });
  });
});

describe('uploading', () => {
  it('accepts plain base64 and data URLs and downscales large images unless disabled', async () => {
    const large = await createImageBase64(2000, 1000);
    const [downscaled, original] = [
      await upload(large, { meta_data: null }),
      await upload(await createImageBase64(1500, 500), { noresize: true }),
    ];
    expect(expectBody<TrainingImage>(downscaled, 201)).toMatchObject({
      img_width: 1024,
      img_height: 512,
      meta_data: {},
      workspace,
    });
    expect(expectBody<TrainingImage>(original, 201)).toMatchObject({ img_width: 1500, img_height: 500 });
    const jpeg = await sharp(Buffer.from(await createImageBase64(), 'base64'))
      .jpeg()
      .toBuffer();
    const image = expectBody<TrainingImage>(
      await upload(`data:image/jpeg;base64,${jpeg.toString('base64')}`, { test_image: true, meta_data: { from: 'a script' } }),
      201,
    );
    expect(image).toMatchObject({ test_image: true, meta_data: { from: 'a script' }, labels: [], verificationsCount: 0 });
    expect(image.id).toMatch(UUID);
    const file = await server.anonymous.get(new URL(image.img_path).pathname.replace('/api', ''));
    expect(file.bytes).toEqual(jpeg);
    expect((await server.anonymous.get(new URL(image.thumb_img_path).pathname.replace('/api', ''))).status).toBe(200);
  });

  it('of an existing image is refused with the id of that image', async () => {
    const base64 = await createImageBase64();
    const { id } = expectBody<TrainingImage>(await upload(base64), 201);
    const repeatedUpload = await upload(`data:image/png;base64,${base64}`);
    expect(repeatedUpload.status).toBe(400);
    expect((repeatedUpload.body as { detail: string }).detail).toMatch(/already exists/);
    expect(/image ID: ([0-9a-f-]{36})/.exec((repeatedUpload.body as { detail: string }).detail)?.[1]).toBe(id);
  });

  it('by URL is refused unless the operator allows it, and invalid images are refused', async () => {
    const byUrl = await sdk.post(IMAGES, { url: 'https://pictures.example/a.jpg', noresize: false, workspace });
    expect([byUrl.status, byUrl.body]).toEqual([400, { detail: expect.stringContaining('url') }]);
    for (const base64 of ['', 'not base64 at all!', Buffer.from('no picture').toString('base64')])
      expect((await upload(base64)).status).toBe(400);
  });
});

describe('images', () => {
  it('receive labels, values and flags one by one', async () => {
    const image = await uploadNewImage();
    const [apple, weight] = [
      await createLabel('Pear'),
      await createLabel('Weight', 'value', { min_value: 1, max_value: 9, step_value: null }),
    ];
    for (const label of [apple, weight])
      expect((await sdk.post(`${IMAGES}${image.id}/add-label/`, { label_id: label.id, workspace })).status).toBe(200);
    for (const [call, value] of [
      ['update-value', 3],
      ['update-label', 4],
    ] as const) {
      const { labels } = expectBody<TrainingImage>(
        await sdk.post(`${IMAGES}${image.id}/${call}/`, { label_id: weight.id, value }),
      );
      expect(labels).toContainEqual(expect.objectContaining({ id: weight.id, name: 'Weight', type: 'value', value }));
    }
    const outOfRange = await sdk.post(`${IMAGES}${image.id}/update-label`, { label_id: weight.id, value: 10 });
    expect([outOfRange.status, outOfRange.body]).toEqual([400, { detail: expect.stringContaining('value') }]);
    expect((await updateImages([image.id], { 'mark-real': true })).status).toBe(200);
    expect((await updateImages([image.id], { 'mark-test': true })).status).toBe(200);
    expect(expectBody(await sdk.get(`${IMAGES}${image.id}`))).toMatchObject({ real: true, test_image: true });
    // The requests contain empty label lists, which leave the labels unchanged.
    expect(await listLabelNames(image.id)).toEqual(['Pear', 'Weight']);
    expect((await sdk.post(`${IMAGES}${image.id}/remove-label/`, { label_id: apple.id })).status).toBe(200);
    expect(await listLabelNames(image.id)).toEqual(['Weight']);
  });

  it('are changed in bulk', async () => {
    const [firstImage, secondImage] = [await uploadNewImage(), await uploadNewImage()];
    const [red, blue, grey] = [await createLabel('Red'), await createLabel('Blue'), await createLabel('Grey')];
    const both = [firstImage.id, secondImage.id];
    expect(expectBody(await updateImages(both, { 'labels-add': [red.id, blue.id] }))).toEqual({ updated: 2 });
    expect(expectBody(await updateImages(both, { 'labels-remove': [red.id], 'unmark-test': true }))).toEqual({ updated: 2 });
    expect([await listLabelNames(firstImage.id), await listLabelNames(secondImage.id)]).toEqual([['Blue'], ['Blue']]);
    expect(expectBody(await updateImages([firstImage.id], { labels: [grey.id] }))).toEqual({ updated: 1 });
    expect([await listLabelNames(firstImage.id), await listLabelNames(secondImage.id)]).toEqual([['Grey'], ['Blue']]);
    expect((await updateImages([], { 'labels-add': [red.id] })).status).toBe(400);
  });

  it('store meta data that a client has read, extended and sent back', async () => {
    const image = await uploadNewImage({ meta_data: { first: 1 } });
    const { meta_data } = expectBody<TrainingImage>(await sdk.get(`${IMAGES}${image.id}`));
    const sentFields = { meta_data: { ...(meta_data as object), second: [null] }, workspace };
    expect(expectBody(await sdk.put(`${IMAGES}${image.id}`, sentFields))).toMatchObject({
      meta_data: { first: 1, second: [null] },
    });
    expect(expectBody(await sdk.put(`${IMAGES}${image.id}/`, { meta_data: {} }))).toMatchObject({
      meta_data: {},
      real: image.real,
    });
  });

  it('are verified as the caller, whichever user is sent, and unverified', async () => {
    const image = await uploadNewImage();
    const other = await server.createTestUser();
    const sentFields = { user: other.id, image_id: image.id, workspace };
    expect(expectBody(await sdk.post('/annotate/v2/verification/', sentFields), 201)).toMatchObject({ user: { id: user.id } });
    const filter = { image: image.id };
    const { results } = expectBody<ListEnvelope<{ id: string }>>(await sdk.get('/annotate/v2/verification/', filter));
    expect(results).toHaveLength(1);
    expect(await listIds(IMAGES, { verified: 1, page_size: 1000 })).toContain(image.id);
    for (const { id } of results) expect((await sdk.delete(`/annotate/v2/verification/${id}`)).status).toBe(204);
    expect(await listIds(IMAGES, { verified: 'False', page_size: 1000 })).toContain(image.id);
  });
});

describe('lists', () => {
  it('are read by following next links, which keep the filters and the requested host', async () => {
    const label = await createLabel('Many');
    const ids = [];
    for (let n = 0; n < 5; n += 1) ids.push((await uploadNewImage()).id);
    await updateImages(ids, { 'labels-add': [label.id] });
    const first = expectBody<ListEnvelope<TrainingImage>>(
      await sdk.get(IMAGES, { labels: [label.id], page_size: 2, verified: 'False' }),
    );
    expect([first.count, first.previous, first.results.length]).toEqual([5, null, 2]);
    expect(first.next).toMatch(new RegExp(`^${server.origin}/api${IMAGES}\\?`));
    const allPages = await readAllPages<TrainingImage>(sdk, `${IMAGES}?labels=${label.id}&page_size=2&verified=False`);
    expect(allPages.map(({ id }) => id).sort()).toEqual([...ids].sort());
    // Older clients use this name for the filter.
    expect((await listIds(IMAGES, { label: label.id, page: 1 })).sort()).toEqual([...ids].sort());
    expect(await listIds(IMAGES, { not_labels: label.id, page_size: 1000 })).not.toContain(ids[0]);
  });

  it('have ten rows by default and at most a thousand', async () => {
    for (let n = 0; n < 11; n += 1) await createLabel(`Row ${n}`);
    const { results, next } = expectBody<ListEnvelope<unknown>>(await sdk.get(LABELS, { search: 'Row ' }));
    expect([results.length, next]).toEqual([10, expect.stringContaining('search=Row+')]);
    expect((await sdk.get(LABELS, { page_size: 1001 })).status).toBe(400);
  });

  it('accept dates with and without time and offset, and booleans in any case', async () => {
    const image = await uploadNewImage({ test_image: true });
    const day = image.created.slice(0, 10);
    for (const created_after of [day, `${day}T00:00:00`, `${day}T00:00:00Z`, `${day}T00:00:00+00:00`])
      for (const test of ['True', 'true', '1'])
        expect(await listIds(IMAGES, { created_after, test, page_size: 1000 })).toContain(image.id);
    for (const test of ['False', 'false', '0']) expect(await listIds(IMAGES, { test, page_size: 1000 })).not.toContain(image.id);
    expect(await listIds(IMAGES, { created_after: '2100-01-01' })).toEqual([]);
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
      const response = await sdk.get(IMAGES, { [name]: value });
      expect([response.status, response.body]).toEqual([400, { detail: expect.stringContaining(name) }]);
    }
    expect((await sdk.post(TASKS, { name: 'Future', colour_of_the_future: { a: 1 } })).status).toBe(201);
  });

  it('about the workspace return 404 to non-members and 403 without the service', async () => {
    const nonMember = await server.createTenant();
    const image = await uploadNewImage();
    expect((await nonMember.client.get(`${IMAGES}${image.id}`)).status).toBe(404);
    expect((await nonMember.client.get(LABELS, { workspace })).status).toBe(404);
    const withoutService = await server.createTenant(['annotate']);
    const refused = await withoutService.client.post(TASKS, { name: 'No service', description: null });
    expect([refused.status, refused.body]).toEqual([403, { detail: expect.any(String) }]);
    expect((await withoutService.client.get(IMAGES)).status).toBe(200);
    const withLongSlug = await server.createTenant(['custom-recognition']);
    expect((await withLongSlug.client.post(TASKS, { name: 'Other slug', description: null })).status).toBe(201);
  });

  it("exclude rows of the user's other workspaces, which are reached by id", async () => {
    const second = await server.createTestWorkspace({ members: [user] });
    const secondImage = expectBody<TrainingImage>(await upload(await createImageBase64(), { workspace: second }), 201);
    expect(expectBody(await sdk.get(`${IMAGES}${secondImage.id}`))).toMatchObject({ workspace: second });
    expect(await listIds(IMAGES, { page_size: 1000 })).not.toContain(secondImage.id);
    expect(await listIds(IMAGES, { workspace: second })).toEqual([secondImage.id]);
    expect((await sdk.delete(`${IMAGES}${secondImage.id}`, undefined, { query: { workspace: second } })).status).toBe(204);
  });
});
