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
    const flaggedImage = expectBody<TrainingImage>(await client.put(`${IMAGES}${image.id}`, { test_image: true }));
    expect(flaggedImage).toMatchObject({ test_image: true, real: true, meta_data: { a: 1 }, version: 2 });
    const editedImage = expectBody<TrainingImage>(
      await client.put(`${IMAGES}${image.id}/`, { meta_data: ['any', null], version: 2 }),
    );
    expect(editedImage).toMatchObject({ test_image: true, meta_data: ['any', null], version: 3 });
  });

  it('rejects a stale edit with the current image and its last editor', async () => {
    const image = await uploadImage(client);
    await client.put(`${IMAGES}${image.id}`, { test_image: true });
    const rejectedEdit = await client.put(`${IMAGES}${image.id}`, { meta_data: {}, version: 1 });
    expect([rejectedEdit.status, rejectedEdit.body]).toMatchObject([409, { changed_by: null }]);
    await client.put(`${IMAGES}${image.id}`, { meta_data: { by: 'first' }, version: 2 });
    await client.put(`${IMAGES}${image.id}`, { test_image: false });
    const staleEdit = await client.put(`${IMAGES}${image.id}`, { meta_data: { by: 'second' }, version: 1 });
    expect(staleEdit.status).toBe(409);
    expect(staleEdit.body).toMatchObject({
      detail: expect.any(String),
      current: { id: image.id, version: 4, meta_data: { by: 'first' } },
      changed_by: { id: user.id, username: expect.any(String) },
    });
    expect(staleEdit.body).not.toHaveProperty('current.meta_changed_by');
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
    for (const repeatedResponse of [
      await client.get(`${IMAGES}${deletedImage?.id}`),
      await client.delete(`${IMAGES}${deletedImage?.id}`),
    ]) {
      expect([repeatedResponse.status, Object.keys(repeatedResponse.body as object)]).toEqual([404, ['detail']]);
    }
  });

  it.each([
    ['without the name', { own: true }, { own: true, filename: 'Shelf 1.JPG' }],
    ['with another name', { filename: 'other.png' }, { filename: 'Shelf 1.JPG' }],
    ['with an invalid name', { filename: 7 }, { filename: 'Shelf 1.JPG' }],
    ['that are not an object', ['own'], ['own']],
  ])('keeps its file name when a client sends the meta data %s', async (_case, body, storedMetaData) => {
    const image = await uploadImage(client, { name: ' Shelf 1.JPG', meta_data: { aisle: 3 } });
    expect(image).toMatchObject({ name: 'Shelf 1.JPG', meta_data: { aisle: 3, filename: 'Shelf 1.JPG' } });
    const editedImage = expectBody<TrainingImage>(await client.put(`${IMAGES}${image.id}`, { meta_data: body }));
    expect([editedImage.name, editedImage.meta_data]).toEqual(['Shelf 1.JPG', storedMetaData]);
    expect(getIds(await list({ search: 'shelf 1', sort: 'name' }))).toEqual([image.id]);
  });

  it('takes its name from the meta data by default, and from `name` when renamed', async () => {
    const image = await uploadImage(client);
    expect(image).toMatchObject({ name: null, meta_data: {} });
    await client.put(`${IMAGES}${image.id}`, { meta_data: { filename: 'first.png' } });
    const renamedImage = expectBody<TrainingImage>(await client.put(`${IMAGES}${image.id}`, { name: 'second.png' }));
    expect(renamedImage).toMatchObject({ name: 'second.png', meta_data: { filename: 'second.png' }, version: 3 });
    expect(getIds(await list({ search: 'second' }))).toEqual([image.id]);
  });

  it('stores its file name in the meta data and is found by part of it', async () => {
    const shelfImage = await uploadImage(client, { name: 'Shelf 50% (1).JPG', meta_data: { aisle: 3 } });
    const otherImage = await uploadImage(client, { meta_data: { filename: 'fruit.png' }, name: 'ignored.png' });
    const unnamedImage = await uploadImage(client);
    expect([shelfImage.meta_data, otherImage.meta_data, unnamedImage.meta_data]).toEqual([
      { filename: 'Shelf 50% (1).JPG', aisle: 3 },
      { filename: 'fruit.png' },
      {},
    ]);
    const label = await createNamedRow<{ id: string }>(client, '/detection/v2/label/', { name: 'Can' });
    for (const { id } of [shelfImage, otherImage])
      await client.post('/detection/v2/object/', { image: id, detection_label: label.id, data: [0, 0, 30, 30] });
    const searchByName = async (path: string, searchText: string) =>
      expectBody<ListEnvelope<{ id: string }>>(await client.get(path, { search: searchText }));
    expect((await searchByName(IMAGES, 'shelf 50%')).results.map(({ id }) => id)).toEqual([shelfImage.id]);
    expect((await searchByName(IMAGES, '.')).count).toBe(2);
    expect((await searchByName(IMAGES, '_')).count).toBe(0);
    expect((await searchByName('/detection/v2/object/', 'JPG')).count).toBe(1);
    const { client: otherClient } = await server.createTenant();
    expect(expectBody<ListEnvelope<unknown>>(await otherClient.get(IMAGES, { search: 'shelf' })).count).toBe(0);
  });

  it('is listed by name or by date, newest first by default', async () => {
    const uploadWithName = async (filename: string) => (await uploadImage(client, { meta_data: { filename } })).id;
    const [imageB, unnamedImage, imageA, imageC] = [
      await uploadWithName('b.png'),
      (await uploadImage(client)).id,
      await uploadWithName('A.png'),
      await uploadWithName('C.png'),
    ];
    expect(getIds(await list({ sort: 'name' }))).toEqual([imageA, imageB, imageC, unnamedImage]);
    expect(getIds(await list({ sort: 'name', page: 2, page_size: 3 }))).toEqual([unnamedImage]);
    expect(getIds(await list({ sort: 'name', search: 'PNG', page_size: 2 }))).toEqual([imageA, imageB]);
    expect(getIds(await list({ sort: 'oldest' }))).toEqual([imageB, unnamedImage, imageA, imageC]);
    expect(getIds(await list({ sort: 'newest' }))).toEqual([imageC, imageA, unnamedImage, imageB]);
    expect(getIds(await list())).toEqual([imageC, imageA, unnamedImage, imageB]);
    const nextPageUrl = new URL((await list({ sort: 'name', page_size: 3 })).next ?? '');
    expect(nextPageUrl.searchParams.get('sort')).toBe('name');
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
    const secondWorkspaceId = await server.createTestWorkspace();
    const { user } = await server.createTenant();
    await server.db
      .insertInto('membership')
      .values([
        { user_id: user.id, workspace_id: workspaceId },
        { user_id: user.id, workspace_id: secondWorkspaceId },
      ])
      .execute();
    const label = await createTestLabel(user.client, { workspace: secondWorkspaceId });
    const response = await user.client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('label_id')]);
  });
});

describe('bulk update', () => {
  it('marks, unmarks and relabels many images at once', async () => {
    const images = await uploadImages(client, 3);
    const ids = images.map((image) => image.id);
    const [red, blue] = [await createTestLabel(client, { name: 'Red' }), await createTestLabel(client, { name: 'Blue' })];
    const updateImages = async (fields: object) =>
      expectBody(await client.post(`${IMAGES}update`, { images: ids.slice(0, 2), ...fields }));
    expect(await updateImages({ 'mark-test': true, 'unmark-real': true, 'labels-add': [red.id, blue.id] })).toEqual({
      updated: 2,
    });
    expect((await list({ test: true, real: false, labels: red.id })).count).toBe(2);
    await updateImages({ 'labels-remove': [red.id], 'unmark-test': true });
    expect((await list({ labels: red.id })).count).toBe(0);
    expect((await list({ labels: blue.id })).count).toBe(2);
    await updateImages({ labels: [red.id] });
    expect((await list({ labels: blue.id })).count).toBe(0);
    expect((await list({ labels: red.id, test: false })).count).toBe(2);
  });

  it('verifies each image once as the caller and requires the annotate service', async () => {
    const ids = (await uploadImages(client, 2)).map((image) => image.id);
    const updateWithVerification = async (value = true) =>
      (await client.post(`${IMAGES}update`, { images: ids, verify: value })).status;
    const countVerifications = async () =>
      (await list({ include_verifications: 1 })).results.map((image) => image.verificationsCount);
    expect([await updateWithVerification(false), await countVerifications()]).toEqual([200, [0, 0]]);
    expect([await updateWithVerification(), await updateWithVerification(), await countVerifications()]).toEqual([
      200,
      200,
      [1, 1],
    ]);
    const verifications = expectBody<ListEnvelope<Verification>>(
      await client.get('/annotate/v2/verification/', { image: ids[0] }),
    );
    expect(verifications.results.map((result) => result.user.id)).toEqual([user.id]);
    expect((await list({ verified: 1 })).count).toBe(2);
    await setServices(server.db, workspaceId, ['recognition']);
    expect([await updateWithVerification(), await updateWithVerification(false)]).toEqual([403, 200]);
  });

  it('requires the recognition service for labels but not for flags', async () => {
    const { user, workspaceId } = await server.createTenant();
    const image = await uploadImage(user.client);
    const label = await createTestLabel(user.client);
    await setServices(server.db, workspaceId, ['annotate']);
    const updateImages = async (fields: object) =>
      (await user.client.post(`${IMAGES}update`, { images: [image.id], ...fields })).status;
    expect((await user.client.post(`${IMAGES}${image.id}/add-label`, { label_id: label.id })).status).toBe(403);
    for (const field of ['labels-add', 'labels-remove', 'labels']) expect(await updateImages({ [field]: [label.id] })).toBe(403);
    expect(await updateImages({ 'mark-test': true })).toBe(200);
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

  it('rejects marking and unmarking in the same request', async () => {
    const image = await uploadImage(client);
    const response = await client.post(`${IMAGES}update`, { images: [image.id], 'mark-test': true, 'unmark-test': true });
    expect([response.status, response.body]).toEqual([400, { detail: 'mark-test: cannot be marked and unmarked at once' }]);
  });
});
