import { setServices } from '../../account/workspaces';
import type { TrainingImage, Verification } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import {
  createTestLabel,
  createNamedRow,
  createImageBase64,
  uploadImage,
  uploadImages,
  type ListEnvelope,
} from '../../../testing/api/fixtures';
import { IMAGES, server, client, workspaceId, user, list, getIds, setUpImageSuite } from '../../../testing/suites/image-suite';

setUpImageSuite();

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

  it('returns 404 after its deletion', async () => {
    const [remainingImage, deletedImage] = await uploadImages(client, 2);
    const label = await createTestLabel(client);
    await client.post(`${IMAGES}${deletedImage?.id}/add-label`, { label_id: label.id });
    const response = await client.delete(`${IMAGES}${deletedImage?.id}/`, undefined, {
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, response.text]).toEqual([204, '']);
    expect(getIds(await list())).toEqual([remainingImage?.id]);
    expect((await list({ labels: label.id })).count).toBe(0);
    for (const repeated of [
      await client.get(`${IMAGES}${deletedImage?.id}`),
      await client.delete(`${IMAGES}${deletedImage?.id}`),
    ]) {
      expect([repeated.status, Object.keys(repeated.body as object)]).toEqual([404, ['detail']]);
    }
  });

  it.each([
    ['without the name', { own: true }, { own: true, filename: 'Shelf 1.JPG' }],
    ['with another name', { filename: 'other.png' }, { filename: 'Shelf 1.JPG' }],
    ['with an invalid name', { filename: 7 }, { filename: 'Shelf 1.JPG' }],
    ['that are not an object', ['own'], ['own']],
  ])('keeps its file name when a client sends meta data %s', async (_case, body, storedMetaData) => {
    const image = await uploadImage(client, { name: ' Shelf 1.JPG', meta_data: { aisle: 3 } });
    expect(image).toMatchObject({ name: 'Shelf 1.JPG', meta_data: { aisle: 3, filename: 'Shelf 1.JPG' } });
    const edited = expectBody<TrainingImage>(await client.put(`${IMAGES}${image.id}`, { meta_data: body }));
    expect([edited.name, edited.meta_data]).toEqual(['Shelf 1.JPG', storedMetaData]);
    expect(getIds(await list({ search: 'shelf 1', sort: 'name' }))).toEqual([image.id]);
  });

  it('takes its name from the meta data by default, and from `name` when renamed', async () => {
    const image = await uploadImage(client);
    expect(image).toMatchObject({ name: null, meta_data: {} });
    await client.put(`${IMAGES}${image.id}`, { meta_data: { filename: 'first.png' } });
    const renamed = expectBody<TrainingImage>(await client.put(`${IMAGES}${image.id}`, { name: 'second.png' }));
    expect(renamed).toMatchObject({ name: 'second.png', meta_data: { filename: 'second.png' }, version: 3 });
    expect(getIds(await list({ search: 'second' }))).toEqual([image.id]);
  });

  it('stores its file name in the meta data and is found by part of it', async () => {
    const shelf = await uploadImage(client, { name: 'Shelf 50% (1).JPG', meta_data: { aisle: 3 } });
    const otherImage = await uploadImage(client, { meta_data: { filename: 'fruit.png' }, name: 'ignored.png' });
    const unnamed = await uploadImage(client);
    expect([shelf.meta_data, otherImage.meta_data, unnamed.meta_data]).toEqual([
      { filename: 'Shelf 50% (1).JPG', aisle: 3 },
      { filename: 'fruit.png' },
      {},
    ]);
    const label = await createNamedRow<{ id: string }>(client, '/detection/v2/label/', { name: 'Can' });
    for (const { id } of [shelf, otherImage])
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
    const [b, unnamed, a, c] = [
      await uploadWithName('b.png'),
      (await uploadImage(client)).id,
      await uploadWithName('A.png'),
      await uploadWithName('C.png'),
    ];
    expect(getIds(await list({ sort: 'name' }))).toEqual([a, b, c, unnamed]);
    expect(getIds(await list({ sort: 'name', page: 2, page_size: 3 }))).toEqual([unnamed]);
    expect(getIds(await list({ sort: 'name', search: 'PNG', page_size: 2 }))).toEqual([a, b]);
    expect(getIds(await list({ sort: 'oldest' }))).toEqual([b, unnamed, a, c]);
    expect(getIds(await list({ sort: 'newest' }))).toEqual([c, a, unnamed, b]);
    expect(getIds(await list())).toEqual([c, a, unnamed, b]);
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
    const imageWithLabel = expectBody<TrainingImage>(await client.post(`${path}/add-label`, { label_id: label.id }));
    expect(imageWithLabel.labels).toEqual([{ id: label.id, name: 'Ripeness', type: 'value', value: 1, prediction: null }]);
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
    expect(verifications.results.map((result) => result.user.id)).toEqual([user.id]);
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
