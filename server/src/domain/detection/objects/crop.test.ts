import type { DetectionObject } from '@console/shared-contract/api';
import sharp from 'sharp';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createNamedRow, createTestObject, uploadImage } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const getPath = (url: string) => new URL(url).pathname.replace('/api', '');

/** Loads the crop like an `<img>` element, following the redirect. */
async function loadCrop(object: DetectionObject) {
  const cropResponse = await server.anonymous.get(getPath(object.thumb));
  if (cropResponse.status !== 302) return cropResponse;
  return server.anonymous.get(getPath(new URL(String(cropResponse.headers.location), object.thumb).href));
}

it('the crop shows the box of the upright image', async () => {
  // The image is stored rotated by 90 degrees. Red is on top once the EXIF orientation is applied.
  const stripes = Buffer.alloc(40 * 20 * 3);
  for (let y = 0; y < 20; y += 1) for (let x = 0; x < 40; x += 1) stripes[(y * 40 + x) * 3 + (x < 20 ? 0 : 2)] = 255;
  const rotatedJpeg = await sharp(stripes, { raw: { width: 40, height: 20, channels: 3 } })
    .jpeg({ quality: 100, chromaSubsampling: '4:4:4' })
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const image = await uploadImage(client, { base64: rotatedJpeg.toString('base64') });
  expect([image.img_width, image.img_height]).toEqual([20, 40]);
  const label = await createNamedRow(client, '/detection/v2/label/');
  const [top, bottom] = [
    await createTestObject(client, image.id, label.id, [0, 0, 20, 16]),
    await createTestObject(client, image.id, label.id, [0, 24, 20, 40]),
  ];
  for (const [object, channel] of [
    [top, 0],
    [bottom, 2],
  ] as const) {
    const response = await loadCrop(object);
    expect(response.headers['content-type']).toBe('image/webp');
    const { channels } = await sharp(response.bytes).stats();
    expect(channels[channel]?.mean).toBeGreaterThan(200);
    expect((await sharp(response.bytes).metadata()).width).toBe(20);
  }
});

it('the crop changes with the box and is deleted with the object', async () => {
  const label = await createNamedRow(client, '/detection/v2/label/');
  const object = await createTestObject(client, (await uploadImage(client)).id, label.id);
  expect((await loadCrop(object)).status).toBe(200);
  const movedObject = expectBody<DetectionObject>(
    await client.put(`/detection/v2/object/${object.id}/`, { data: [5, 5, 25, 20] }),
  );
  expect((await server.anonymous.get(getPath(object.thumb))).status).toBe(404);
  const { width, height } = await sharp((await loadCrop(movedObject)).bytes).metadata();
  expect([width, height]).toEqual([20, 15]);
  await client.delete(`/detection/v2/object/${object.id}`);
  expect((await server.anonymous.get(getPath(movedObject.thumb))).status).toBe(404);
});

it('concurrent requests create each crop once', async () => {
  const label = await createNamedRow(client, '/detection/v2/label/');
  const image = await uploadImage(client);
  const objects = [
    await createTestObject(client, image.id, label.id),
    await createTestObject(client, image.id, label.id, [2, 2, 60, 40]),
  ];
  const responses = await Promise.all([...objects, ...objects, ...objects].map((object) => loadCrop(object)));
  expect(responses.map((response) => response.status)).toEqual(Array.from(responses, () => 200));
  const { rows } = {
    rows: await server.db.selectFrom('detection_object').select('thumb_key').where('image_id', '=', image.id).execute(),
  };
  expect(new Set(rows.map((row) => row.thumb_key)).size).toBe(2);
});

it.each(['no-token', '3f2504e0-4f89-41d3-9a0c-0305e82c3301'])('the crop returns 404 for the token %s', async (token) => {
  expect((await server.anonymous.get(`/files/objects/${token}`)).status).toBe(404);
});
