import type { ImageIds, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import sharp from 'sharp';
import { expectBody } from '../../../testing/api/client';
import { createTestLabel, createImageBase64, uploadImage, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { IMAGES, server, client, workspaceId, list, getIds, setUpImageSuite } from '../../../testing/suites/image-suite';

setUpImageSuite();

it('`next` of a list by name continues after the last image, even if it changed', async () => {
  const [imageB, imageA, , imageC] = await Promise.all(
    ['b', 'a', 'd', 'c'].map((name) => uploadImage(client, { meta_data: { filename: name } })),
  );
  const fetchNextPage = async (pageUrl: string | null) =>
    expectBody<ListEnvelope<TrainingImage>>(await client.get((pageUrl ?? '').replace(/^.*\/api/, '')));
  const firstPage = await list({ sort: 'name', page_size: 2 });
  expect(getIds(firstPage)).toEqual([imageA?.id, imageB?.id]);
  expect(getIds(await fetchNextPage(firstPage.next?.replace('page=2', 'page=1') ?? null))).toEqual([imageA?.id, imageB?.id]);
  await uploadImage(client, { meta_data: { filename: '0' } });
  expect(getIds(await fetchNextPage(firstPage.next))[0]).toBe(imageC?.id);
  await client.delete(`${IMAGES}${imageB?.id ?? ''}`);
  expect(getIds(await fetchNextPage(firstPage.next))[0]).toBe(imageC?.id);
});

it('lists the ids of all matching images after an image, newest first', async () => {
  const [firstImage, secondImage, thirdImage] = await uploadImages(client, 3);
  await client.post(`${IMAGES}update`, { images: [firstImage?.id, thirdImage?.id], 'mark-test': true });
  const listIds = async (query: Record<string, string | number | boolean>) =>
    expectBody<ImageIds>(await client.get(`${IMAGES}ids`, query));
  expect((await listIds({})).ids.slice(0, 3)).toEqual([thirdImage?.id, secondImage?.id, firstImage?.id]);
  expect(await listIds({ test: true, workspace: workspaceId })).toMatchObject({
    ids: [thirdImage?.id, firstImage?.id],
    next: null,
  });
  const { rows } = await sql<{ seq: number }>`select seq from training_image where id = ${thirdImage?.id}`.execute(server.db);
  expect((await listIds({ test: true, after: rows[0]?.seq ?? 0 })).ids).toEqual([firstImage?.id]);
});

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
    const firstImage = await uploadImage(client, { base64 });
    const repeatedUpload = await client.post(IMAGES, { base64: `data:image/png;base64,${base64}` });
    expect(repeatedUpload.status).toBe(400);
    expect(repeatedUpload.body).toEqual({
      detail: `This image already exists in the workspace, image ID: ${firstImage.id}`,
      code: 'already_exists',
      image_id: firstImage.id,
    });
    const otherTenant = await server.createTenant();
    expect((await uploadImage(otherTenant.client, { base64 })).id).not.toBe(firstImage.id);
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
    const newestFirstIds = images.map((image) => image.id).reverse();
    const firstPage = await list({ page_size: 2, verified: 0 });
    expect([firstPage.count, firstPage.previous, getIds(firstPage)]).toEqual([5, null, newestFirstIds.slice(0, 2)]);
    const nextPageUrl = new URL(firstPage.next ?? '');
    expect(Object.fromEntries(nextPageUrl.searchParams)).toEqual({ page_size: '2', verified: '0', page: '2' });
    const secondPage = expectBody<ListEnvelope<TrainingImage>>(
      await client.get(`${nextPageUrl.pathname.replace('/api', '')}${nextPageUrl.search}`),
    );
    expect(getIds(secondPage)).toEqual(newestFirstIds.slice(2, 4));
    const lastPage = await list({ page: 3, page_size: 2 });
    expect([lastPage.next, getIds(lastPage)]).toEqual([null, newestFirstIds.slice(4)]);
    expect(await list({ page: 9 })).toMatchObject({ count: 5, results: [] });
  });

  it('uses the same number of statements for any number of rows', async () => {
    await uploadImage(client);
    server.countStatements();
    await list({ page_size: 100 });
    const statementsForOneRow = server.countStatements();
    await uploadImages(client, 4);
    server.countStatements();
    expect((await list({ page_size: 100 })).results).toHaveLength(5);
    expect(server.countStatements()).toBe(statementsForOneRow);
  });

  it('ends a page early if its rows are too large for one response', async () => {
    const images = await uploadImages(client, 3);
    await server.db
      .updateTable('training_image')
      .set({ meta_data: sql`to_jsonb(repeat('x', 7000000))` })
      .where('workspace_id', '=', workspaceId)
      .execute();
    const firstPage = await list();
    expect([firstPage.count, getIds(firstPage)]).toEqual([3, [images[2]?.id, images[1]?.id]]);
    expect(getIds(await list(Object.fromEntries(new URL(firstPage.next ?? '').searchParams)))).toEqual([images[0]?.id]);
  });

  it('filters by flags in any spelling', async () => {
    const [ordinaryImage, testImage] = [
      await uploadImage(client, { real: false }),
      await uploadImage(client, { test_image: true }),
    ];
    for (const value of ['true', 'True', '1']) expect(getIds(await list({ test: value }))).toEqual([testImage.id]);
    for (const value of ['false', 'FALSE', '0']) expect(getIds(await list({ test: value }))).toEqual([ordinaryImage.id]);
    expect(getIds(await list({ real: false }))).toEqual([ordinaryImage.id]);
    expect(getIds(await list({ real: true, test: true }))).toEqual([testImage.id]);
  });

  it('filters by any of several labels and by none of several', async () => {
    const [redImage, blueImage, unlabelled] = await uploadImages(client, 3);
    const [red, blue] = [await createTestLabel(client, { name: 'Red' }), await createTestLabel(client, { name: 'Blue' })];
    await client.post(`${IMAGES}${redImage?.id}/add-label`, { label_id: red.id });
    await client.post(`${IMAGES}${blueImage?.id}/add-label`, { label_id: blue.id });
    expect(getIds(await list({ labels: [red.id, blue.id] }))).toEqual([blueImage?.id, redImage?.id]);
    expect(getIds(await list({ labels: red.id }))).toEqual([redImage?.id]);
    expect(getIds(await list({ not_labels: [red.id, blue.id] }))).toEqual([unlabelled?.id]);
    expect(getIds(await list({ labels: [red.id, blue.id], not_labels: blue.id }))).toEqual([redImage?.id]);
  });

  it('filters by creation time, with inclusive bounds', async () => {
    const [firstImage, secondImage, thirdImage] = await uploadImages(client, 3);
    expect(getIds(await list({ created_after: secondImage?.created, created_before: secondImage?.created }))).toContain(
      secondImage?.id,
    );
    expect((await list({ created_after: thirdImage?.created })).count).toBeGreaterThanOrEqual(1);
    expect(getIds(await list({ created_before: firstImage?.created }))).toContain(firstImage?.id);
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
    const otherTenant = await server.createTenant();
    expect((await client.get(IMAGES, { workspace: otherTenant.workspaceId })).status).toBe(404);
    expect(expectBody<ListEnvelope<TrainingImage>>(await otherTenant.client.get(IMAGES)).count).toBe(0);
  });
});

it('replays the response of an upload with a repeated Idempotency-Key', async () => {
  const body = { base64: await createImageBase64() };
  const headers = { 'idempotency-key': 'upload-1' };
  const firstResponse = expectBody<TrainingImage>(await client.post(IMAGES, body, { headers }), 201);
  expect(expectBody<TrainingImage>(await client.post(IMAGES, body, { headers }), 201)).toEqual(firstResponse);
  expect((await list()).count).toBe(1);
});

describe('foreground mask', () => {
  const getPath = (url: string | null) => (url ?? '').slice(`${server.origin}/api`.length);
  const readSize = async (url: string | null) => {
    const { width, height } = await sharp((await client.get(getPath(url))).bytes).metadata();
    return [width, height];
  };

  it('sent with the upload is stored and served', async () => {
    const image = await uploadImage(client, { foreground_mask: `data:image/png;base64,${await createImageBase64()}` });
    expect(await readSize(image.foreground_mask)).toEqual([64, 48]);
  });

  it('is reduced together with its image', async () => {
    const image = await uploadImage(
      client,
      { noresize: false, foreground_mask: await createImageBase64(2048, 1024) },
      2048,
      1024,
    );
    expect([image.img_width, image.img_height]).toEqual([1024, 512]);
    expect(await readSize(image.foreground_mask)).toEqual([1024, 512]);
  });

  it('can be replaced and removed, but not with an older version', async () => {
    const image = await uploadImage(client);
    const setMask = async (foreground_mask: string | null, fields = {}) =>
      client.post(`${IMAGES}${image.id}/set-foreground-mask`, { foreground_mask, ...fields });
    const firstImage = expectBody<TrainingImage>(await setMask(await createImageBase64()));
    expect(firstImage).toMatchObject({ foreground_mask: expect.stringContaining('/api/files/'), version: 2 });
    const secondVersion = expectBody<TrainingImage>(await setMask(await createImageBase64()));
    expect(secondVersion.foreground_mask).not.toBe(firstImage.foreground_mask);
    expect(await setMask(await createImageBase64(), { version: 1 })).toMatchObject({
      status: 409,
      body: { current: { foreground_mask: secondVersion.foreground_mask } },
    });
    expect(expectBody(await setMask(null))).toMatchObject({ foreground_mask: null, version: 4 });
  });

  it('a repeated Idempotency-Key replays the response and keeps the mask', async () => {
    const image = await uploadImage(client);
    const body = { foreground_mask: await createImageBase64() };
    const uploadWithKey = () =>
      client.post(`${IMAGES}${image.id}/set-foreground-mask`, body, { headers: { 'idempotency-key': 'mask-1' } });
    const [firstResponse, repeatedResponse] = [await uploadWithKey(), await uploadWithKey()];
    expect(repeatedResponse.text).toBe(firstResponse.text);
    expect((await client.get(getPath(expectBody<TrainingImage>(firstResponse).foreground_mask))).status).toBe(200);
  });

  it('rejects an invalid mask with the name of its field and stores nothing', async () => {
    const image = await uploadImage(client);
    for (const foreground_mask of [await createImageBase64(48, 64), 'bm8gcGljdHVyZQ==', '%%', '']) {
      const response = await client.post(`${IMAGES}${image.id}/set-foreground-mask`, { foreground_mask });
      expect([foreground_mask.slice(0, 8), response.status, response.body]).toEqual([
        foreground_mask.slice(0, 8),
        400,
        { detail: expect.stringMatching(/^foreground_mask: /) },
      ]);
    }
    const uploadResponse = await client.post(IMAGES, {
      base64: await createImageBase64(),
      foreground_mask: await createImageBase64(10, 10),
    });
    expect([uploadResponse.status, uploadResponse.body]).toEqual([
      400,
      { detail: 'foreground_mask: must have the size of the image, 64 x 48 pixels, but has 10 x 10' },
    ]);
    expect(expectBody(await client.get(IMAGES))).toMatchObject({ count: 1, results: [{ foreground_mask: null, version: 1 }] });
  });
});
