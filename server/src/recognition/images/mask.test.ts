import type { TrainingImage } from '@console/shared-contract/api';
import sharp from 'sharp';
import { bodyOf, type TestClient } from '../../testing/client';
import { pictureBase64, uploadImage } from '../../testing/fixtures';
import { makeTestServer, type TestServer } from '../../testing/test-server';

const IMAGES = '/recognition/v2/training-image/';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.makeTenant());
});

const pathOf = (url: string | null) => (url ?? '').slice(`${server.origin}/api`.length);
const sizeOf = async (url: string | null) => {
  const { width, height } = await sharp((await client.get(pathOf(url))).bytes).metadata();
  return [width, height];
};

it('comes with the upload and is served', async () => {
  const image = await uploadImage(client, { foreground_mask: `data:image/png;base64,${await pictureBase64()}` });
  expect(await sizeOf(image.foreground_mask)).toEqual([64, 48]);
});

it('is cut down with an upload that is cut down', async () => {
  const image = await uploadImage(client, { noresize: false, foreground_mask: await pictureBase64(2048, 1024) }, 2048, 1024);
  expect([image.img_width, image.img_height]).toEqual([1024, 512]);
  expect(await sizeOf(image.foreground_mask)).toEqual([1024, 512]);
});

it('is set, replaced and taken away, and the former file goes', async () => {
  const image = await uploadImage(client);
  const set = async (foreground_mask: string | null, more = {}) =>
    client.post(`${IMAGES}${image.id}/set-foreground-mask`, { foreground_mask, ...more });
  const first = bodyOf<TrainingImage>(await set(await pictureBase64()));
  expect(first).toMatchObject({ foreground_mask: expect.stringContaining('/api/files/'), version: 2 });
  const second = bodyOf<TrainingImage>(await set(await pictureBase64()));
  expect([
    (await client.get(pathOf(first.foreground_mask))).status,
    (await client.get(pathOf(second.foreground_mask))).status,
  ]).toEqual([404, 200]);
  expect(await set(await pictureBase64(), { version: 1 })).toMatchObject({
    status: 409,
    body: { current: { foreground_mask: second.foreground_mask } },
  });
  expect(bodyOf(await set(null))).toMatchObject({ foreground_mask: null, version: 4 });
  expect((await client.get(pathOf(second.foreground_mask))).status).toBe(404);
});

it('is set once for an Idempotency-Key, and the mask stays there', async () => {
  const image = await uploadImage(client);
  const body = { foreground_mask: await pictureBase64() };
  const send = () => client.post(`${IMAGES}${image.id}/set-foreground-mask`, body, { headers: { 'idempotency-key': 'mask-1' } });
  const [first, again] = [await send(), await send()];
  expect(again.text).toBe(first.text);
  expect((await client.get(pathOf(bodyOf<TrainingImage>(first).foreground_mask))).status).toBe(200);
});

it('of another size, or that is no picture, is refused by the name of its field, and nothing is kept', async () => {
  const image = await uploadImage(client);
  for (const foreground_mask of [await pictureBase64(48, 64), 'bm8gcGljdHVyZQ==', '%%', '']) {
    const set = await client.post(`${IMAGES}${image.id}/set-foreground-mask`, { foreground_mask });
    expect([foreground_mask.slice(0, 8), set.status, set.body]).toEqual([
      foreground_mask.slice(0, 8),
      400,
      { detail: expect.stringMatching(/^foreground_mask: /) },
    ]);
  }
  const upload = await client.post(IMAGES, { base64: await pictureBase64(), foreground_mask: await pictureBase64(10, 10) });
  expect([upload.status, upload.body]).toEqual([
    400,
    { detail: 'foreground_mask: must be of 64 x 48 pixels as the image is, and is of 10 x 10' },
  ]);
  expect(bodyOf(await client.get(IMAGES))).toMatchObject({ count: 1, results: [{ foreground_mask: null, version: 1 }] });
});
