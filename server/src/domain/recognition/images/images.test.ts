import { setServices } from '../../account/workspaces';
import type { TrainingImage, Verification } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../../testing/api/client';
import {
  createTestLabel,
  createNamedRow,
  createImageBase64,
  uploadImage,
  uploadImages,
  type ListEnvelope,
} from '../../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../../testing/api/test-server';

const IMAGES = '/recognition/v2/training-image/';

let server: TestServer;
let client: TestClient;
let workspaceId: string;
let user: { id: string };
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, workspaceId, user } = await server.createTenant());
});

const list = async (query = {}) => expectBody<ListEnvelope<TrainingImage>>(await client.get(IMAGES, query));
const getIds = (response: ListEnvelope<TrainingImage>) => response.results.map((image) => image.id);

describe('image upload', () => {
  it('stores the image and returns its data and URLs', async () => {
    const image = await uploadImage(client, { meta_data: { shelf: 3 } }, 120, 80);
    expect(image).toMatchObject({
      workspace: workspaceId,
      img_width: 120,
      img_height: 80,
      meta_data: { shelf: 3 },
      labels: [],
      test_image: false,
      real: true,
      foreground_mask: null,
      verificationsCount: 0,
      version: 1,
    });
    const path = new URL(image.thumb_img_path).pathname.replace('/api', '');
    expect((await server.anonymous.get(path)).headers['content-type']).toBe('image/webp');
  });

  it('rejects a duplicate in the same workspace and names the first image', async () => {
    const base64 = await createImageBase64();
    const first = await uploadImage(client, { base64 });
    const repeated = await client.post(IMAGES, { base64: `data:image/png;base64,${base64}` });
    expect(repeated.status).toBe(400);
    expect(repeated.body).toEqual({
      detail: `This image already exists in the workspace, image ID: ${first.id}`,
      code: 'already_exists',
      image_id: first.id,
    });
    const other = await server.createTenant();
    expect((await uploadImage(other.client, { base64 })).id).not.toBe(first.id);
  });

  it('stores one of several concurrent uploads of the same image', async () => {
    const base64 = await createImageBase64();
    const responses = await Promise.all([1, 2, 3].map(() => client.post(IMAGES, { base64 })));
    expect(responses.map((response) => response.status).sort()).toEqual([201, 400, 400]);
    expect((await list()).count).toBe(1);
  });

  it.each([
    ['text that is not base64', '%%%'],
    ['bytes that are not an image', Buffer.from('hello, this is no picture').toString('base64')],
    ['an empty string', ''],
  ])('rejects %s and names the field', async (_, base64) => {
    const response = await client.post(IMAGES, { base64 });
    expect(response.status).toBe(400);
    expect(response.text).toContain('base64');
    expect((await list()).count).toBe(0);
  });
});

describe('image list', () => {
  it('lists the newest first, in pages whose links keep the filters', async () => {
    const images = await uploadImages(client, 5);
    const newest = images.map((image) => image.id).reverse();
    const first = await list({ page_size: 2, verified: 0 });
    expect([first.count, first.previous, getIds(first)]).toEqual([5, null, newest.slice(0, 2)]);
    const next = new URL(first.next ?? '');
    expect(Object.fromEntries(next.searchParams)).toEqual({ page_size: '2', verified: '0', page: '2' });
    const second = expectBody<ListEnvelope<TrainingImage>>(
      await client.get(`${next.pathname.replace('/api', '')}${next.search}`),
    );
    expect(getIds(second)).toEqual(newest.slice(2, 4));
    const last = await list({ page: 3, page_size: 2 });
    expect([last.next, getIds(last)]).toEqual([null, newest.slice(4)]);
    expect(await list({ page: 9 })).toMatchObject({ count: 5, results: [] });
  });

  it('uses the same number of statements for any number of rows', async () => {
    await uploadImage(client);
    server.countStatements();
    await list({ page_size: 100 });
    const statementsForOne = server.countStatements();
    await uploadImages(client, 19);
    server.countStatements();
    expect((await list({ page_size: 100 })).results).toHaveLength(20);
    expect(server.countStatements()).toBe(statementsForOne);
  });

  it('ends a page early if its rows are too large for one response', async () => {
    const images = await uploadImages(client, 3);
    await server.db
      .updateTable('training_image')
      .set({ meta_data: sql`to_jsonb(repeat('x', 7000000))` })
      .where('workspace_id', '=', workspaceId)
      .execute();
    const first = await list();
    expect([first.count, getIds(first)]).toEqual([3, [images[2]?.id, images[1]?.id]]);
    expect(getIds(await list(Object.fromEntries(new URL(first.next ?? '').searchParams)))).toEqual([images[0]?.id]);
  });

  it('filters by flags in any spelling', async () => {
    const [plain, tested] = [await uploadImage(client, { real: false }), await uploadImage(client, { test_image: true })];
    for (const value of ['true', 'True', '1']) expect(getIds(await list({ test: value }))).toEqual([tested.id]);
    for (const value of ['false', 'FALSE', '0']) expect(getIds(await list({ test: value }))).toEqual([plain.id]);
    expect(getIds(await list({ real: false }))).toEqual([plain.id]);
    expect(getIds(await list({ real: true, test: true }))).toEqual([tested.id]);
  });

  it('filters by any of several labels and by none of several', async () => {
    const [a, b, none] = await uploadImages(client, 3);
    const [red, blue] = [await createTestLabel(client, { name: 'Red' }), await createTestLabel(client, { name: 'Blue' })];
    await client.post(`${IMAGES}${a?.id}/add-label`, { label_id: red.id });
    await client.post(`${IMAGES}${b?.id}/add-label`, { label_id: blue.id });
    expect(getIds(await list({ labels: [red.id, blue.id] }))).toEqual([b?.id, a?.id]);
    expect(getIds(await list({ labels: red.id }))).toEqual([a?.id]);
    expect(getIds(await list({ not_labels: [red.id, blue.id] }))).toEqual([none?.id]);
    expect(getIds(await list({ labels: [red.id, blue.id], not_labels: blue.id }))).toEqual([a?.id]);
  });

  it('filters by creation time, with inclusive bounds', async () => {
    const [first, second, third] = await uploadImages(client, 3);
    expect(getIds(await list({ created_after: second?.created, created_before: second?.created }))).toContain(second?.id);
    expect((await list({ created_after: third?.created })).count).toBeGreaterThanOrEqual(1);
    expect(getIds(await list({ created_before: first?.created }))).toContain(first?.id);
    expect(await list({ created_after: '2100-01-01' })).toMatchObject({ count: 0, results: [], next: null });
    expect((await list({ created_after: '2000-01-01', created_before: '2100-01-01T23:59' })).count).toBe(3);
  });

  it.each([
    ['verified', 'perhaps'],
    ['created_after', 'yesterday'],
    ['labels', '7'],
    ['page', '0'],
    ['page_size', '1001'],
  ])('rejects %s=%s and names the parameter', async (name, value) => {
    const response = await client.get(IMAGES, { [name]: value });
    expect(response.status).toBe(400);
    expect(JSON.stringify(response.body)).toContain(name);
  });

  it('lists only images of the requested workspace', async () => {
    await uploadImage(client);
    const other = await server.createTenant();
    expect((await client.get(IMAGES, { workspace: other.workspaceId })).status).toBe(404);
    expect(expectBody<ListEnvelope<TrainingImage>>(await other.client.get(IMAGES)).count).toBe(0);
  });
});

describe('image', () => {
  it('accepts edits of single fields', async () => {
    const image = await uploadImage(client, { meta_data: { a: 1 } });
    const flagged = expectBody<TrainingImage>(await client.put(`${IMAGES}${image.id}`, { test_image: true }));
    expect(flagged).toMatchObject({ test_image: true, real: true, meta_data: { a: 1 }, version: 2 });
    const edited = expectBody<TrainingImage>(await client.put(`${IMAGES}${image.id}/`, { meta_data: ['any', null], version: 2 }));
    expect(edited).toMatchObject({ test_image: true, meta_data: ['any', null], version: 3 });
  });

  it('rejects a stale edit with the current image and its last editor', async () => {
    const image = await uploadImage(client);
    await client.put(`${IMAGES}${image.id}`, { test_image: true });
    const flagged = await client.put(`${IMAGES}${image.id}`, { meta_data: {}, version: 1 });
    expect([flagged.status, flagged.body]).toMatchObject([409, { changed_by: null }]);
    await client.put(`${IMAGES}${image.id}`, { meta_data: { by: 'first' }, version: 2 });
    await client.put(`${IMAGES}${image.id}`, { test_image: false });
    const stale = await client.put(`${IMAGES}${image.id}`, { meta_data: { by: 'second' }, version: 1 });
    expect(stale.status).toBe(409);
    expect(stale.body).toMatchObject({
      detail: expect.any(String),
      current: { id: image.id, version: 4, meta_data: { by: 'first' } },
      changed_by: { id: user.id, username: expect.any(String) },
    });
    expect(stale.body).not.toHaveProperty('current.meta_changed_by');
  });

  it('returns 404 after its deletion, as do its files', async () => {
    const [remaining, deleted] = await uploadImages(client, 2);
    const label = await createTestLabel(client);
    await client.post(`${IMAGES}${deleted?.id}/add-label`, { label_id: label.id });
    const response = await client.delete(`${IMAGES}${deleted?.id}/`, undefined, {
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, response.text]).toEqual([204, '']);
    expect(getIds(await list())).toEqual([remaining?.id]);
    expect((await list({ labels: label.id })).count).toBe(0);
    for (const repeated of [await client.get(`${IMAGES}${deleted?.id}`), await client.delete(`${IMAGES}${deleted?.id}`)]) {
      expect([repeated.status, Object.keys(repeated.body as object)]).toEqual([404, ['detail']]);
    }
    expect((await server.anonymous.get(new URL(deleted?.img_path ?? '').pathname.replace('/api', ''))).status).toBe(404);
  });

  it('stores its file name in the meta data and is found by part of it', async () => {
    const shelf = await uploadImage(client, { name: 'Shelf 50% (1).JPG', meta_data: { aisle: 3 } });
    const other = await uploadImage(client, { meta_data: { filename: 'fruit.png' }, name: 'ignored.png' });
    const unnamed = await uploadImage(client);
    expect([shelf.meta_data, other.meta_data, unnamed.meta_data]).toEqual([
      { filename: 'Shelf 50% (1).JPG', aisle: 3 },
      { filename: 'fruit.png' },
      {},
    ]);
    const label = await createNamedRow<{ id: string }>(client, '/detection/v2/label/', { name: 'Can' });
    for (const { id } of [shelf, other])
      await client.post('/detection/v2/object/', { image: id, detection_label: label.id, data: [0, 0, 30, 30] });
    const search = async (path: string, search: string) =>
      expectBody<ListEnvelope<{ id: string }>>(await client.get(path, { search }));
    expect((await search(IMAGES, 'shelf 50%')).results.map(({ id }) => id)).toEqual([shelf.id]);
    expect((await search(IMAGES, '.')).count).toBe(2);
    expect((await search(IMAGES, '_')).count).toBe(0);
    expect((await search('/detection/v2/object/', 'JPG')).count).toBe(1);
    const { client: otherClient } = await server.createTenant();
    expect(expectBody<ListEnvelope<unknown>>(await otherClient.get(IMAGES, { search: 'shelf' })).count).toBe(0);
  });

  it('is listed by name or by date, newest first by default', async () => {
    const uploadWithName = async (filename: string) => (await uploadImage(client, { meta_data: { filename } })).id;
    const [b, none, a, c] = [
      await uploadWithName('b.png'),
      (await uploadImage(client)).id,
      await uploadWithName('A.png'),
      await uploadWithName('C.png'),
    ];
    expect(getIds(await list({ sort: 'name' }))).toEqual([a, b, c, none]);
    expect(getIds(await list({ sort: 'name', page: 2, page_size: 3 }))).toEqual([none]);
    expect(getIds(await list({ sort: 'name', search: 'PNG', page_size: 2 }))).toEqual([a, b]);
    expect(getIds(await list({ sort: 'oldest' }))).toEqual([b, none, a, c]);
    expect(getIds(await list({ sort: 'newest' }))).toEqual([c, a, none, b]);
    expect(getIds(await list())).toEqual([c, a, none, b]);
    const next = new URL((await list({ sort: 'name', page_size: 3 })).next ?? '');
    expect(next.searchParams.get('sort')).toBe('name');
    expect((await client.get(IMAGES, { sort: 'size' })).status).toBe(400);
  });

  it('can be uploaded again after its deletion', async () => {
    const base64 = await createImageBase64();
    const image = await uploadImage(client, { base64 });
    await client.delete(`${IMAGES}${image.id}`);
    expect((await uploadImage(client, { base64 })).id).not.toBe(image.id);
  });

  it('returns 404 to non-members for every call', async () => {
    const image = await uploadImage(client);
    const { client: otherClient } = await server.createTenant();
    const foreignLabel = await createTestLabel(otherClient);
    const responses = await Promise.all([
      otherClient.get(`${IMAGES}${image.id}`),
      otherClient.put(`${IMAGES}${image.id}`, { real: false }),
      otherClient.delete(`${IMAGES}${image.id}`),
      otherClient.post(`${IMAGES}${image.id}/add-label`, { label_id: foreignLabel.id }),
      otherClient.post(`${IMAGES}${image.id}/remove-label`, { label_id: foreignLabel.id }),
      otherClient.post(`${IMAGES}update`, { images: [image.id], 'mark-test': true }),
    ]);
    expect(responses.map((response) => response.status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await client.post(`${IMAGES}${image.id}/add-label`, { label_id: foreignLabel.id })).status).toBe(404);
  });
});

describe('image labels', () => {
  it('are added, change their value and are removed', async () => {
    const image = await uploadImage(client);
    const label = await createTestLabel(client, { name: 'Ripeness', type: 'value', min_value: 1, max_value: 5 });
    const path = `${IMAGES}${image.id}`;
    const added = expectBody<TrainingImage>(await client.post(`${path}/add-label`, { label_id: label.id }));
    expect(added.labels).toEqual([{ id: label.id, name: 'Ripeness', type: 'value', value: 1 }]);
    expect(
      expectBody<TrainingImage>(await client.post(`${path}/update-value`, { label_id: label.id, value: 4.5 })).labels[0]?.value,
    ).toBe(4.5);
    expect(
      expectBody<TrainingImage>(await client.post(`${path}/update-label`, { label_id: label.id, value: 2 })).labels[0]?.value,
    ).toBe(2);
    const outOfRange = await client.post(`${path}/update-value`, { label_id: label.id, value: 6 });
    expect([outOfRange.status, outOfRange.body]).toEqual([400, { detail: 'value: must be at most 5' }]);
    expect(expectBody<TrainingImage>(await client.post(`${path}/remove-label`, { label_id: label.id })).labels).toEqual([]);
    expect((await client.post(`${path}/update-value`, { label_id: label.id, value: 2 })).status).toBe(404);
    expect((await client.post(`${path}/remove-label`, { label_id: label.id })).status).toBe(200);
  });

  it('accept a value only for labels of type value', async () => {
    const image = await uploadImage(client);
    const label = await createTestLabel(client);
    expect((await client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id, value: 2 })).status).toBe(400);
    expect((await client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id, value: null })).status).toBe(200);
  });

  it('cannot come from another workspace of the same user', async () => {
    const image = await uploadImage(client);
    const second = await server.createTestWorkspace();
    const { user } = await server.createTenant();
    await server.db
      .insertInto('membership')
      .values([
        { user_id: user.id, workspace_id: workspaceId },
        { user_id: user.id, workspace_id: second },
      ])
      .execute();
    const label = await createTestLabel(user.client, { workspace: second });
    const response = await user.client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('label_id')]);
  });
});

describe('bulk update', () => {
  it('marks, unmarks and relabels many images at once', async () => {
    const images = await uploadImages(client, 3);
    const ids = images.map((image) => image.id);
    const [red, blue] = [await createTestLabel(client, { name: 'Red' }), await createTestLabel(client, { name: 'Blue' })];
    const update = async (fields: object) =>
      expectBody(await client.post(`${IMAGES}update`, { images: ids.slice(0, 2), ...fields }));
    expect(await update({ 'mark-test': true, 'unmark-real': true, 'labels-add': [red.id, blue.id] })).toEqual({ updated: 2 });
    expect((await list({ test: true, real: false, labels: red.id })).count).toBe(2);
    await update({ 'labels-remove': [red.id], 'unmark-test': true });
    expect((await list({ labels: red.id })).count).toBe(0);
    expect((await list({ labels: blue.id })).count).toBe(2);
    await update({ labels: [red.id] });
    expect((await list({ labels: blue.id })).count).toBe(0);
    expect((await list({ labels: red.id, test: false })).count).toBe(2);
  });

  it('verifies each image once as the caller and requires the annotate service', async () => {
    const ids = (await uploadImages(client, 2)).map((image) => image.id);
    const verify = async (value = true) => (await client.post(`${IMAGES}update`, { images: ids, verify: value })).status;
    const countVerifications = async () =>
      (await list({ include_verifications: 1 })).results.map((image) => image.verificationsCount);
    expect([await verify(false), await countVerifications()]).toEqual([200, [0, 0]]);
    expect([await verify(), await verify(), await countVerifications()]).toEqual([200, 200, [1, 1]]);
    const verifications = expectBody<ListEnvelope<Verification>>(
      await client.get('/annotate/v2/verification/', { image: ids[0] }),
    );
    expect(verifications.results.map((each) => each.user.id)).toEqual([user.id]);
    expect((await list({ verified: 1 })).count).toBe(2);
    await setServices(server.db, workspaceId, ['recognition']);
    expect([await verify(), await verify(false)]).toEqual([403, 200]);
  });

  it('requires the recognition service for labels but not for flags', async () => {
    const { user, workspaceId } = await server.createTenant();
    const image = await uploadImage(user.client);
    const label = await createTestLabel(user.client);
    await setServices(server.db, workspaceId, ['annotate']);
    const update = async (fields: object) =>
      (await user.client.post(`${IMAGES}update`, { images: [image.id], ...fields })).status;
    expect((await user.client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id })).status).toBe(403);
    for (const field of ['labels-add', 'labels-remove', 'labels']) expect(await update({ [field]: [label.id] })).toBe(403);
    expect(await update({ 'mark-test': true })).toBe(200);
  });

  it('changes nothing if one of the images does not exist', async () => {
    const image = await uploadImage(client);
    const response = await client.post(`${IMAGES}update`, {
      images: [image.id, '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
      'mark-test': true,
    });
    expect(response.status).toBe(404);
    expect((await list({ test: true })).count).toBe(0);
  });

  it('rejects marking and unmarking at once', async () => {
    const image = await uploadImage(client);
    const response = await client.post(`${IMAGES}update`, { images: [image.id], 'mark-test': true, 'unmark-test': true });
    expect([response.status, response.body]).toEqual([400, { detail: 'mark-test: cannot be marked and unmarked at once' }]);
  });
});

it('replays the response of an upload with a repeated Idempotency-Key', async () => {
  const body = { base64: await createImageBase64() };
  const headers = { 'idempotency-key': 'upload-1' };
  const first = expectBody<TrainingImage>(await client.post(IMAGES, body, { headers }), 201);
  expect(expectBody<TrainingImage>(await client.post(IMAGES, body, { headers }), 201)).toEqual(first);
  expect((await list()).count).toBe(1);
});
