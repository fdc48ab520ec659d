import { setServices } from '../../account/workspaces';
import type { TrainingImage, Verification } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { bodyOf, type TestClient } from '../../testing/client';
import { makeLabel, makeNamed, pictureBase64, uploadImage, uploadImages, type ListOf } from '../../testing/fixtures';
import { makeTestServer, type TestServer } from '../../testing/test-server';

const IMAGES = '/recognition/v2/training-image/';

let server: TestServer;
let client: TestClient;
let workspaceId: string;
let user: { id: string };
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, workspaceId, user } = await server.makeTenant());
});

const list = async (query = {}) => bodyOf<ListOf<TrainingImage>>(await client.get(IMAGES, query));
const idsOf = (answer: ListOf<TrainingImage>) => answer.results.map((image) => image.id);

describe('uploading', () => {
  it('keeps a picture and answers the image with what the browser needs', async () => {
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

  it('refuses the same picture twice in a workspace, naming the first, but not in another', async () => {
    const base64 = await pictureBase64();
    const first = await uploadImage(client, { base64 });
    const again = await client.post(IMAGES, { base64: `data:image/png;base64,${base64}` });
    expect(again.status).toBe(400);
    expect(again.body).toEqual({
      detail: `This image already exists in the workspace, image ID: ${first.id}`,
      code: 'already_exists',
      image_id: first.id,
    });
    const other = await server.makeTenant();
    expect((await uploadImage(other.client, { base64 })).id).not.toBe(first.id);
  });

  it('keeps one of a picture that two people upload at once, and leaves no file of the other', async () => {
    const base64 = await pictureBase64();
    const answers = await Promise.all([1, 2, 3].map(() => client.post(IMAGES, { base64 })));
    expect(answers.map((answer) => answer.status).sort()).toEqual([201, 400, 400]);
    expect((await list()).count).toBe(1);
  });

  it.each([
    ['text that is no base64', '%%%'],
    ['bytes that are no picture', Buffer.from('hello, this is no picture').toString('base64')],
    ['nothing', ''],
  ])('refuses %s, naming the field', async (_, base64) => {
    const answer = await client.post(IMAGES, { base64 });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('base64');
    expect((await list()).count).toBe(0);
  });
});

describe('the list', () => {
  it('gives the newest first, in pages with links that keep the filters', async () => {
    const images = await uploadImages(client, 5);
    const newest = images.map((image) => image.id).reverse();
    const first = await list({ page_size: 2, verified: 0 });
    expect([first.count, first.previous, idsOf(first)]).toEqual([5, null, newest.slice(0, 2)]);
    const next = new URL(first.next ?? '');
    expect(Object.fromEntries(next.searchParams)).toEqual({ page_size: '2', verified: '0', page: '2' });
    const second = bodyOf<ListOf<TrainingImage>>(await client.get(`${next.pathname.replace('/api', '')}${next.search}`));
    expect(idsOf(second)).toEqual(newest.slice(2, 4));
    const last = await list({ page: 3, page_size: 2 });
    expect([last.next, idsOf(last)]).toEqual([null, newest.slice(4)]);
    expect(await list({ page: 9 })).toMatchObject({ count: 5, results: [] });
  });

  it('sends as many statements for twenty rows as for one', async () => {
    await uploadImage(client);
    server.countStatements();
    await list({ page_size: 100 });
    const forOne = server.countStatements();
    await uploadImages(client, 19);
    server.countStatements();
    expect((await list({ page_size: 100 })).results).toHaveLength(20);
    expect(server.countStatements()).toBe(forOne);
  });

  it('ends a page early when rows of an earlier release are too large for one answer', async () => {
    const images = await uploadImages(client, 3);
    await server.db
      .updateTable('training_image')
      .set({ meta_data: sql`to_jsonb(repeat('x', 7000000))` })
      .where('workspace_id', '=', workspaceId)
      .execute();
    const first = await list();
    expect([first.count, idsOf(first)]).toEqual([3, [images[2]?.id, images[1]?.id]]);
    expect(idsOf(await list(Object.fromEntries(new URL(first.next ?? '').searchParams)))).toEqual([images[0]?.id]);
  });

  it('finds by flags in any spelling', async () => {
    const [plain, tested] = [await uploadImage(client, { real: false }), await uploadImage(client, { test_image: true })];
    for (const yes of ['true', 'True', '1']) expect(idsOf(await list({ test: yes }))).toEqual([tested.id]);
    for (const no of ['false', 'FALSE', '0']) expect(idsOf(await list({ test: no }))).toEqual([plain.id]);
    expect(idsOf(await list({ real: false }))).toEqual([plain.id]);
    expect(idsOf(await list({ real: true, test: true }))).toEqual([tested.id]);
  });

  it('finds by any of several labels, and by none of several', async () => {
    const [a, b, none] = await uploadImages(client, 3);
    const [red, blue] = [await makeLabel(client, { name: 'Red' }), await makeLabel(client, { name: 'Blue' })];
    await client.post(`${IMAGES}${a?.id}/add-label`, { label_id: red.id });
    await client.post(`${IMAGES}${b?.id}/add-label`, { label_id: blue.id });
    expect(idsOf(await list({ labels: [red.id, blue.id] }))).toEqual([b?.id, a?.id]);
    expect(idsOf(await list({ labels: red.id }))).toEqual([a?.id]);
    expect(idsOf(await list({ not_labels: [red.id, blue.id] }))).toEqual([none?.id]);
    expect(idsOf(await list({ labels: [red.id, blue.id], not_labels: blue.id }))).toEqual([a?.id]);
  });

  it('finds by the moment of creation, both ends included', async () => {
    const [first, second, third] = await uploadImages(client, 3);
    expect(idsOf(await list({ created_after: second?.created, created_before: second?.created }))).toContain(second?.id);
    expect((await list({ created_after: third?.created })).count).toBeGreaterThanOrEqual(1);
    expect(idsOf(await list({ created_before: first?.created }))).toContain(first?.id);
    expect(await list({ created_after: '2100-01-01' })).toMatchObject({ count: 0, results: [], next: null });
    expect((await list({ created_after: '2000-01-01', created_before: '2100-01-01T23:59' })).count).toBe(3);
  });

  it.each([
    ['verified', 'perhaps'],
    ['created_after', 'yesterday'],
    ['labels', '7'],
    ['page', '0'],
    ['page_size', '1001'],
  ])('refuses %s=%s, naming it', async (name, value) => {
    const answer = await client.get(IMAGES, { [name]: value });
    expect(answer.status).toBe(400);
    expect(JSON.stringify(answer.body)).toContain(name);
  });

  it('reads the workspace that is named, and no other one', async () => {
    await uploadImage(client);
    const other = await server.makeTenant();
    expect((await client.get(IMAGES, { workspace: other.workspaceId })).status).toBe(404);
    expect(bodyOf<ListOf<TrainingImage>>(await other.client.get(IMAGES)).count).toBe(0);
  });
});

describe('one image', () => {
  it('takes meta data and flags one at a time', async () => {
    const image = await uploadImage(client, { meta_data: { a: 1 } });
    const flagged = bodyOf<TrainingImage>(await client.put(`${IMAGES}${image.id}`, { test_image: true }));
    expect(flagged).toMatchObject({ test_image: true, real: true, meta_data: { a: 1 }, version: 2 });
    const edited = bodyOf<TrainingImage>(await client.put(`${IMAGES}${image.id}/`, { meta_data: ['any', null], version: 2 }));
    expect(edited).toMatchObject({ test_image: true, meta_data: ['any', null], version: 3 });
  });

  it('refuses an edit that goes by an older state, and answers the present one and who has changed the meta data', async () => {
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

  it('is gone after its deletion, for the list and by its id, and its files too', async () => {
    const [kept, gone] = await uploadImages(client, 2);
    const label = await makeLabel(client);
    await client.post(`${IMAGES}${gone?.id}/add-label`, { label_id: label.id });
    const answer = await client.delete(`${IMAGES}${gone?.id}/`, undefined, { headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.text]).toEqual([204, '']);
    expect(idsOf(await list())).toEqual([kept?.id]);
    expect((await list({ labels: label.id })).count).toBe(0);
    for (const again of [await client.get(`${IMAGES}${gone?.id}`), await client.delete(`${IMAGES}${gone?.id}`)]) {
      expect([again.status, Object.keys(again.body as object)]).toEqual([404, ['detail']]);
    }
    expect((await server.anonymous.get(new URL(gone?.img_path ?? '').pathname.replace('/api', ''))).status).toBe(404);
  });

  it('keeps the name of its file in its meta data, and is found by a part of it, objects too', async () => {
    const shelf = await uploadImage(client, { name: 'Shelf 50% (1).JPG', meta_data: { aisle: 3 } });
    const other = await uploadImage(client, { meta_data: { filename: 'fruit.png' }, name: 'ignored.png' });
    const bare = await uploadImage(client);
    expect([shelf.meta_data, other.meta_data, bare.meta_data]).toEqual([
      { filename: 'Shelf 50% (1).JPG', aisle: 3 },
      { filename: 'fruit.png' },
      {},
    ]);
    const label = await makeNamed<{ id: string }>(client, '/detection/v2/label/', { name: 'Can' });
    for (const { id } of [shelf, other])
      await client.post('/detection/v2/object/', { image: id, detection_label: label.id, data: [0, 0, 30, 30] });
    const found = async (path: string, search: string) => bodyOf<ListOf<{ id: string }>>(await client.get(path, { search }));
    expect((await found(IMAGES, 'shelf 50%')).results.map(({ id }) => id)).toEqual([shelf.id]);
    expect((await found(IMAGES, '.')).count).toBe(2);
    expect((await found(IMAGES, '_')).count).toBe(0);
    expect((await found('/detection/v2/object/', 'JPG')).count).toBe(1);
    const { client: stranger } = await server.makeTenant();
    expect(bodyOf<ListOf<unknown>>(await stranger.get(IMAGES, { search: 'shelf' })).count).toBe(0);
  });

  it('is listed by name, by date either way, and as ever where nothing is said', async () => {
    const named = async (filename: string) => (await uploadImage(client, { meta_data: { filename } })).id;
    const [b, none, a, c] = [await named('b.png'), (await uploadImage(client)).id, await named('A.png'), await named('C.png')];
    expect(idsOf(await list({ sort: 'name' }))).toEqual([a, b, c, none]);
    expect(idsOf(await list({ sort: 'name', page: 2, page_size: 3 }))).toEqual([none]);
    expect(idsOf(await list({ sort: 'name', search: 'PNG', page_size: 2 }))).toEqual([a, b]);
    expect(idsOf(await list({ sort: 'oldest' }))).toEqual([b, none, a, c]);
    expect(idsOf(await list({ sort: 'newest' }))).toEqual([c, a, none, b]);
    expect(idsOf(await list())).toEqual([c, a, none, b]);
    const next = new URL((await list({ sort: 'name', page_size: 3 })).next ?? '');
    expect(next.searchParams.get('sort')).toBe('name');
    expect((await client.get(IMAGES, { sort: 'size' })).status).toBe(400);
  });

  it('can be uploaded again after its deletion', async () => {
    const base64 = await pictureBase64();
    const image = await uploadImage(client, { base64 });
    await client.delete(`${IMAGES}${image.id}`);
    expect((await uploadImage(client, { base64 })).id).not.toBe(image.id);
  });

  it('is not there for a stranger, by any call', async () => {
    const image = await uploadImage(client);
    const { client: stranger } = await server.makeTenant();
    const own = await makeLabel(stranger);
    const answers = await Promise.all([
      stranger.get(`${IMAGES}${image.id}`),
      stranger.put(`${IMAGES}${image.id}`, { real: false }),
      stranger.delete(`${IMAGES}${image.id}`),
      stranger.post(`${IMAGES}${image.id}/add-label`, { label_id: own.id }),
      stranger.post(`${IMAGES}${image.id}/remove-label`, { label_id: own.id }),
      stranger.post(`${IMAGES}update`, { images: [image.id], 'mark-test': true }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404, 404]);
    expect((await client.post(`${IMAGES}${image.id}/add-label`, { label_id: own.id })).status).toBe(404);
  });
});

describe('labels of an image', () => {
  it('come on, change their value and go off again', async () => {
    const image = await uploadImage(client);
    const label = await makeLabel(client, { name: 'Ripeness', type: 'value', min_value: 1, max_value: 5 });
    const path = `${IMAGES}${image.id}`;
    const added = bodyOf<TrainingImage>(await client.post(`${path}/add-label`, { label_id: label.id }));
    expect(added.labels).toEqual([{ id: label.id, name: 'Ripeness', type: 'value', value: 1 }]);
    expect(
      bodyOf<TrainingImage>(await client.post(`${path}/update-value`, { label_id: label.id, value: 4.5 })).labels[0]?.value,
    ).toBe(4.5);
    expect(
      bodyOf<TrainingImage>(await client.post(`${path}/update-label`, { label_id: label.id, value: 2 })).labels[0]?.value,
    ).toBe(2);
    const outside = await client.post(`${path}/update-value`, { label_id: label.id, value: 6 });
    expect([outside.status, outside.body]).toEqual([400, { detail: 'value: must be at most 5' }]);
    expect(bodyOf<TrainingImage>(await client.post(`${path}/remove-label`, { label_id: label.id })).labels).toEqual([]);
    expect((await client.post(`${path}/update-value`, { label_id: label.id, value: 2 })).status).toBe(404);
    expect((await client.post(`${path}/remove-label`, { label_id: label.id })).status).toBe(200);
  });

  it('take no value unless they are of type value', async () => {
    const image = await uploadImage(client);
    const label = await makeLabel(client);
    expect((await client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id, value: 2 })).status).toBe(400);
    expect((await client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id, value: null })).status).toBe(200);
  });

  it('cannot come from another workspace of the same person', async () => {
    const image = await uploadImage(client);
    const second = await server.makeWorkspace();
    const { user } = await server.makeTenant();
    await server.db
      .insertInto('membership')
      .values([
        { user_id: user.id, workspace_id: workspaceId },
        { user_id: user.id, workspace_id: second },
      ])
      .execute();
    const label = await makeLabel(user.client, { workspace: second });
    const answer = await user.client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id });
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('label_id')]);
  });
});

describe('the bulk update', () => {
  it('marks, unmarks and relabels many images at once', async () => {
    const images = await uploadImages(client, 3);
    const ids = images.map((image) => image.id);
    const [red, blue] = [await makeLabel(client, { name: 'Red' }), await makeLabel(client, { name: 'Blue' })];
    const update = async (fields: object) => bodyOf(await client.post(`${IMAGES}update`, { images: ids.slice(0, 2), ...fields }));
    expect(await update({ 'mark-test': true, 'unmark-real': true, 'labels-add': [red.id, blue.id] })).toEqual({ updated: 2 });
    expect((await list({ test: true, real: false, labels: red.id })).count).toBe(2);
    await update({ 'labels-remove': [red.id], 'unmark-test': true });
    expect((await list({ labels: red.id })).count).toBe(0);
    expect((await list({ labels: blue.id })).count).toBe(2);
    await update({ labels: [red.id] });
    expect((await list({ labels: blue.id })).count).toBe(0);
    expect((await list({ labels: red.id, test: false })).count).toBe(2);
  });

  it('verifies as the caller, once each, where one image could be verified', async () => {
    const ids = (await uploadImages(client, 2)).map((image) => image.id);
    const verify = async (value = true) => (await client.post(`${IMAGES}update`, { images: ids, verify: value })).status;
    const counts = async () => (await list({ include_verifications: 1 })).results.map((image) => image.verificationsCount);
    expect([await verify(false), await counts()]).toEqual([200, [0, 0]]);
    expect([await verify(), await verify(), await counts()]).toEqual([200, 200, [1, 1]]);
    const by = bodyOf<ListOf<Verification>>(await client.get('/annotate/v2/verification/', { image: ids[0] }));
    expect(by.results.map((each) => each.user.id)).toEqual([user.id]);
    expect((await list({ verified: 1 })).count).toBe(2);
    await setServices(server.db, workspaceId, ['recognition']);
    expect([await verify(), await verify(false)]).toEqual([403, 200]);
  });

  it("takes labels only where add-label would: the flags are every member's", async () => {
    const { user, workspaceId } = await server.makeTenant();
    const image = await uploadImage(user.client);
    const label = await makeLabel(user.client);
    await setServices(server.db, workspaceId, ['annotate']);
    const update = async (fields: object) =>
      (await user.client.post(`${IMAGES}update`, { images: [image.id], ...fields })).status;
    expect((await user.client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id })).status).toBe(403);
    for (const field of ['labels-add', 'labels-remove', 'labels']) expect(await update({ [field]: [label.id] })).toBe(403);
    expect(await update({ 'mark-test': true })).toBe(200);
  });

  it('changes nothing when one of the images is not there', async () => {
    const image = await uploadImage(client);
    const answer = await client.post(`${IMAGES}update`, {
      images: [image.id, '3f2504e0-4f89-41d3-9a0c-0305e82c3301'],
      'mark-test': true,
    });
    expect(answer.status).toBe(404);
    expect((await list({ test: true })).count).toBe(0);
  });

  it('refuses to mark and unmark at once', async () => {
    const image = await uploadImage(client);
    const answer = await client.post(`${IMAGES}update`, { images: [image.id], 'mark-test': true, 'unmark-test': true });
    expect([answer.status, answer.body]).toEqual([400, { detail: 'mark-test: cannot be marked and unmarked at once' }]);
  });
});

it('answers a repeated upload with an Idempotency-Key with the first answer', async () => {
  const body = { base64: await pictureBase64() };
  const headers = { 'idempotency-key': 'upload-1' };
  const first = bodyOf<TrainingImage>(await client.post(IMAGES, body, { headers }), 201);
  expect(bodyOf<TrainingImage>(await client.post(IMAGES, body, { headers }), 201)).toEqual(first);
  expect((await list()).count).toBe(1);
});
