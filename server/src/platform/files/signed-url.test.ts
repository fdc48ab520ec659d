import type { DetectionObject, TrainingImage } from '@console/shared-contract/api';
import { expectBody, TestClient, type TestResponse } from '../../testing/api/client';
import {
  createTestLabel,
  createNamedRow,
  createTestObject,
  createTestTask,
  createImageBase64,
  uploadImage,
} from '../../testing/api/fixtures';
import { setUpServerWithModels } from '../../testing/api/model-server';
import { createTestServer } from '../../testing/api/test-server';

const HOUR_MS = 3_600_000;

const { server, models } = setUpServerWithModels({ signsImageUrls: true });
let client: TestClient;
beforeEach(async () => {
  const { user } = await server.createTenant();
  // A client whose token does not expire while the tests move the clock.
  client = new TestClient(server.origin, `Token ${user.apiToken}`);
});
afterEach(() => jest.restoreAllMocks());

const originalNow = Date.now.bind(Date);
/** Sets the clock to half past the hour, so that no test crosses the end of an hour by chance. */
const OFFSET_TO_HALF_PAST = HOUR_MS / 2 - (originalNow() % HOUR_MS);
/** Moves the clock forward by hours. The clock keeps running, because the server uses timers. */
const setClock = (hours: number) =>
  jest.spyOn(Date, 'now').mockImplementation(() => originalNow() + OFFSET_TO_HALF_PAST + hours * HOUR_MS);

const fetchUrl = (url: string, target = server) => {
  const { pathname, search } = new URL(url);
  return target.anonymous.get(pathname.replace('/api', '') + search);
};
const removeSignature = (url: string) => url.split('?')[0] ?? '';
const readImage = async (id: string) => expectBody<TrainingImage>(await client.get(`/recognition/v2/training-image/${id}`));

it('a URL changes every hour and is valid for a day', async () => {
  const { id } = await uploadImage(client);
  setClock(0);
  const { img_path } = await readImage(id);
  setClock(0.4);
  expect((await readImage(id)).img_path).toBe(img_path);
  expect(await fetchUrl(img_path)).toMatchObject({ status: 200, headers: { 'content-type': 'image/png' } });
  setClock(1);
  const laterUrl = (await readImage(id)).img_path;
  expect([removeSignature(laterUrl) === removeSignature(img_path), laterUrl === img_path]).toEqual([true, false]);
  setClock(23.4);
  expect(await fetchUrl(img_path)).toMatchObject({
    status: 200,
    headers: { 'cache-control': expect.stringMatching(/^private, max-age=3[0-9]{2}, immutable$/) },
  });
  setClock(23.6);
  expect(await fetchUrl(img_path)).toMatchObject({ status: 410, headers: { 'cache-control': 'no-store' } });
  expect((await fetchUrl(laterUrl)).status).toBe(200);
  expect((await fetchUrl((await readImage(id)).img_path)).status).toBe(200);
});

it('a URL with a missing or forged signature reveals nothing about the file', async () => {
  const [image, otherImage] = [await uploadImage(client), await uploadImage(client)];
  const [unsignedUrl, signature = ''] = image.img_path.split('?');
  const laterParameters = new URLSearchParams(signature);
  laterParameters.set('until', String(Number(laterParameters.get('until')) + 3600));
  const summarizeResponse = (response: TestResponse) => [response.status, response.headers['cache-control'], response.body];
  const missingFile = summarizeResponse(await fetchUrl(`${server.origin}/api/files/${'0'.repeat(48)}.png`));
  expect(missingFile).toEqual([403, 'no-store', { detail: expect.stringContaining('missing or invalid') }]);
  for (const url of [
    String(unsignedUrl),
    `${unsignedUrl}?${otherImage.img_path.split('?')[1]}`,
    `${unsignedUrl}?${laterParameters}`,
    `${unsignedUrl}?until=1&until=2&sig=a&sig=b`,
    `${image.img_path.slice(0, -1)}`,
    `${unsignedUrl}?until=NaN&sig=`,
  ])
    expect([url, summarizeResponse(await fetchUrl(url))]).toEqual([url, missingFile]);
});

it('every URL of a row is signed: thumbnail, mask, crop and its source', async () => {
  const image = await uploadImage(client, { foreground_mask: await createImageBase64() });
  const label = await createNamedRow(client, '/detection/v2/label/');
  const object = await createTestObject(client, image.id, label.id);
  for (const url of [image.img_path, image.thumb_img_path, String(image.foreground_mask)]) {
    expect((await fetchUrl(url)).status).toBe(200);
    expect((await fetchUrl(removeSignature(url))).status).toBe(403);
  }
  expect((await fetchUrl(removeSignature(object.thumb))).status).toBe(403);
  const redirectResponse = await fetchUrl(object.thumb);
  const targetUrl = new URL(String(redirectResponse.headers.location), object.thumb).href;
  expect([
    redirectResponse.status,
    (await fetchUrl(targetUrl)).status,
    (await fetchUrl(removeSignature(targetUrl))).status,
  ]).toEqual([302, 200, 403]);
});

it("two servers of one database accept each other's signatures", async () => {
  const image = await uploadImage(client);
  const secondServer = await createTestServer({ sharedWith: server, config: { signsImageUrls: true } });
  try {
    expect((await fetchUrl(image.img_path, secondServer)).status).toBe(200);
    setClock(0);
    const [firstUrl, secondUrl] = [server, secondServer].map(({ app }) => app.deps.fileUrlSigner.sign('x.png'));
    expect(secondUrl).toBe(firstUrl);
  } finally {
    await secondServer.close();
  }
});

it('a server without signatures serves unsigned and formerly signed URLs', async () => {
  const image = await uploadImage(client);
  const serverWithoutSignatures = await createTestServer({ sharedWith: server });
  try {
    for (const url of [image.img_path, removeSignature(image.img_path)])
      expect(await fetchUrl(url, serverWithoutSignatures)).toMatchObject({
        status: 200,
        headers: { 'cache-control': 'private, max-age=31536000, immutable' },
      });
  } finally {
    await serverWithoutSignatures.close();
  }
});

describe('a file URL in a request', () => {
  /** Returns a function that classifies a URL with a new task. It returns the image that the model received, or the error. */
  async function createClassifier(caller: TestClient) {
    const task = await createTestTask(caller, { name: 'Kind', type: 'multi_class' });
    await createTestLabel(caller, { name: 'Apple', task: task.id });
    expectBody(await caller.post(`/recognition/v2/task/${task.id}/train`), 201);
    models.answer(({ path }) => ({
      json: path.endsWith('/train') ? { train_status: 'TRAINED', map: null } : { records: [{ labels: [] }] },
    }));
    await server.runWork();
    return async (url: string) => {
      models.requests.length = 0;
      const classifyResponse = await caller.post('/recognition/v2/classify/', { records: [{ _url: url }], task_id: task.id });
      if (classifyResponse.status !== 200) return { status: classifyResponse.status, text: classifyResponse.text };
      const modelRequest = models.requests[0]?.body as { records: { _base64: string }[] };
      return { status: 200, picture: Buffer.from(modelRequest.records[0]?._base64 ?? '', 'base64') };
    };
  }
  const expectedRefusal = { status: 400, text: expect.stringContaining('records.0._url') as string };

  it('is read from the store, and without signature only for members', async () => {
    const image = await uploadImage(client);
    const label = await createNamedRow(client, '/detection/v2/label/');
    const object: DetectionObject = await createTestObject(client, image.id, label.id);
    const { bytes } = await fetchUrl(image.img_path);
    const urlOnOtherHost = image.img_path.replace(server.origin, 'https://no-such-host.example');
    const classify = await createClassifier(client);
    for (const url of [image.img_path, removeSignature(image.img_path), urlOnOtherHost]) {
      const { status, picture } = await classify(url);
      expect([url, status, picture?.equals(bytes)]).toEqual([url, 200, true]);
    }
    const { picture: cropPicture } = await classify(removeSignature(object.thumb));
    expect(cropPicture?.subarray(8, 12).toString()).toBe('WEBP');
    const classifyAsNonMember = await createClassifier((await server.createTenant()).client);
    expect((await classifyAsNonMember(image.img_path)).status).toBe(200);
    for (const url of [image.img_path, object.thumb])
      expect(await classifyAsNonMember(removeSignature(url))).toEqual(expectedRefusal);
  });

  it('uploads an image even if no host is allowed', async () => {
    const image = await uploadImage(client);
    const otherTenant = await server.createTenant();
    const uploadFromUrl = (url: string) => otherTenant.client.post('/recognition/v2/training-image/', { url });
    expect((await uploadFromUrl(removeSignature(image.img_path))).status).toBe(400);
    const copiedImage = expectBody<TrainingImage>(await uploadFromUrl(image.img_path), 201);
    expect([copiedImage.img_width, copiedImage.img_height]).toEqual([image.img_width, image.img_height]);
    expect((await fetchUrl(copiedImage.img_path)).bytes.equals((await fetchUrl(image.img_path)).bytes)).toBe(true);
  });

  it('is rejected if the file is not an image', async () => {
    const key = await server.files.put(Buffer.from('weights'), 'application/octet-stream');
    const url = `${server.origin}/api/files/${server.app.deps.fileUrlSigner.sign(key)}`;
    expect((await fetchUrl(url)).status).toBe(200);
    expect((await client.post('/recognition/v2/training-image/', { url })).status).toBe(400);
  });
});
