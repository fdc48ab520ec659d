import type { TrainingImage } from '@console/shared-contract/api';
import sharp from 'sharp';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createImageBase64, uploadImage } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';

const IMAGES = '/recognition/v2/training-image/';

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const getPath = (url: string | null) => (url ?? '').slice(`${server.origin}/api`.length);
const readSize = async (url: string | null) => {
  const { width, height } = await sharp((await client.get(getPath(url))).bytes).metadata();
  return [width, height];
};

it('a mask sent with the upload is stored and served', async () => {
  const image = await uploadImage(client, { foreground_mask: `data:image/png;base64,${await createImageBase64()}` });
  expect(await readSize(image.foreground_mask)).toEqual([64, 48]);
});

it('a mask is reduced together with its image', async () => {
  const image = await uploadImage(client, { noresize: false, foreground_mask: await createImageBase64(2048, 1024) }, 2048, 1024);
  expect([image.img_width, image.img_height]).toEqual([1024, 512]);
  expect(await readSize(image.foreground_mask)).toEqual([1024, 512]);
});

it('a mask can be replaced and removed, but not with an older version', async () => {
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
