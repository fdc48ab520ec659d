import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import os from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { setTimeout as delay } from 'node:timers/promises';
import type { TrainingImage } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createNamedRow, createImageBase64, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../../testing/api/test-server';

const PATH = '/recognition/v2/training-image/';
const MAX_BYTES = 300_000;

let server: TestServer;
let client: TestClient;
let uploadsFolder: string;
let isFinished = false;
beforeAll(async () => {
  server = await createTestServer({ config: { uploadMaxBytes: MAX_BYTES } });
  uploadsFolder = await mkdtemp(join(os.tmpdir(), 'console-form-test-'));
  jest.spyOn(os, 'tmpdir').mockReturnValue(uploadsFolder);
});
afterAll(async () => {
  isFinished = true;
  jest.restoreAllMocks();
  await server.close();
  await rm(uploadsFolder, { recursive: true, force: true });
});
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const createImage = async (width?: number, height?: number) => Buffer.from(await createImageBase64(width, height), 'base64');
const createHeaders = (headers: Record<string, string> = {}) => ({ authorization: client.authorization ?? '', ...headers });

/** Sends a multipart form like a browser. */
async function postForm(fields: Record<string, string | Buffer>, headers: Record<string, string> = {}, path = PATH) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (typeof value === 'string') form.append(name, value);
    else form.append(name, new Blob([new Uint8Array(value)]), 'whatever.txt');
  }
  const response = await fetch(`${server.origin}/api${path}`, { method: 'POST', body: form, headers: createHeaders(headers) });
  const text = await response.text();
  return { status: response.status, text, body: JSON.parse(text) as Record<string, unknown>, headers: response.headers };
}
const countImages = async () => expectBody<ListEnvelope<unknown>>(await client.get(PATH)).count;

/** Waits until the condition holds, at most until all tests have finished. Otherwise a failed test would keep Jest running. */
async function waitUntil(isTrue: () => boolean): Promise<void> {
  while (!isFinished && !isTrue()) await delay(10);
}

/** Sends a JSON body without a content length until the server rejects it. Returns the status. */
function postInChunks(path: string, bytes: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const headers = createHeaders({ 'content-type': 'application/json', 'transfer-encoding': 'chunked' });
    const request = httpRequest(`${server.origin}/api${path}`, { method: 'POST', headers });
    request.once('response', (response) => {
      resolve(response.statusCode ?? 0);
      request.destroy();
    });
    request.once('error', reject);
    Readable.from(createChunks(bytes)).pipe(request);
  });
}

function* createChunks(bytes: number) {
  yield '{"name":"';
  for (let sentBytes = 0; sentBytes < bytes; sentBytes += 100_000) yield 'x'.repeat(100_000);
  yield '"}';
}

describe('request body without content length', () => {
  it('is rejected once it is too large, and leaves no files', async () => {
    const { uploadBodyLimit } = server.app.deps.config;
    expect(await postInChunks('/recognition/v2/label/', 2_100_000)).toBe(413);
    expect(await postInChunks(PATH, uploadBodyLimit + 1_000_000)).toBe(413);
    expect(await postInChunks('/recognition/v2/label/', 100)).toBe(400);
    await waitUntil(() => readdirSync(uploadsFolder).length === 0);
    expect(readdirSync(uploadsFolder)).toEqual([]);
  });
});

const MANY_SPACES = ' '.repeat(1_500_000);

it.each([
  ['{"a":{"__proto__":1}}', 'has a key named __proto__, which would be lost'],
  ['{"sku":9007199254740993}', 'has a whole number beyond 9007199254740991, which would be rounded: send it as text'],
])('rejects meta data that cannot be stored exactly, in every kind of body: %s', async (meta, problem) => {
  const rawBody = `{"base64":"${await createImageBase64()}","meta_data":${meta}}`;
  const detail = `meta_data: ${problem}`;
  expect(await client.post(PATH, undefined, { rawBody })).toMatchObject({ status: 400, body: { detail } });
  expect(await client.post(PATH, undefined, { rawBody: MANY_SPACES + rawBody })).toMatchObject({ status: 400, body: { detail } });
  expect(await postForm({ meta_data: meta, file: await createImage() })).toMatchObject({ status: 400, body: { detail } });
  expect(await countImages()).toBe(0);
});

describe('JSON body larger than a megabyte', () => {
  const postLargeJson = (fields: Record<string, unknown>, headers: Record<string, string> = {}) =>
    client.post(PATH, undefined, { rawBody: MANY_SPACES + JSON.stringify(fields), headers });

  it('is processed like a smaller body, with images and idempotency key', async () => {
    const [base64, foreground_mask] = [await createImageBase64(), await createImageBase64()];
    const base64Lines = base64.replaceAll(/.{76}/g, '$&\r\n');
    const keyHeader = { 'idempotency-key': 'large-1' };
    const image = expectBody<TrainingImage>(
      await postLargeJson({ base64: base64Lines, foreground_mask, meta_data: { a: 'ü' } }, keyHeader),
      201,
    );
    expect(image).toMatchObject({
      meta_data: { a: 'ü' },
      img_width: 64,
      foreground_mask: expect.stringContaining('/api/files/'),
    });
    const storedFile = await server.anonymous.get(new URL(image.img_path).pathname.replace('/api', ''));
    expect(storedFile.bytes).toEqual(Buffer.from(base64, 'base64'));
    expect(
      expectBody<TrainingImage>(
        await postLargeJson({ base64: base64Lines, foreground_mask, meta_data: { a: 'ü' } }, keyHeader),
        201,
      ).id,
    ).toBe(image.id);
    expect((await postLargeJson({ base64: await createImageBase64() }, keyHeader)).status).toBe(422);
    await waitUntil(() => readdirSync(uploadsFolder).length === 0);
  });

  it('can set a mask', async () => {
    const image = expectBody<TrainingImage>(await postLargeJson({ base64: await createImageBase64() }), 201);
    const rawBody = MANY_SPACES + JSON.stringify({ foreground_mask: await createImageBase64() });
    const path = `${PATH}${image.id}/set-foreground-mask`;
    expect(expectBody<TrainingImage>(await client.post(path, undefined, { rawBody })).foreground_mask).not.toBeNull();
  });

  it('is rejected with invalid JSON, an invalid image or too many fields', async () => {
    const manyFields = `{${Array.from({ length: 160_000 }, (_, index) => `"field${index}":1`).join()}}`;
    const invalidImage = JSON.stringify({ base64: '!'.repeat(1_500_000) });
    const responses = [];
    for (const rawBody of [`${MANY_SPACES}{`, manyFields, invalidImage, `${MANY_SPACES}${'['.repeat(101)}${']'.repeat(101)}`]) {
      const { status, body } = await client.post(PATH, undefined, { rawBody });
      responses.push([status, (body as { detail: string }).detail]);
    }
    expect(responses).toEqual([
      [400, 'The body is not valid JSON.'],
      [413, 'The body without its images is larger than 2 MB.'],
      [400, 'base64: is not base64'],
      [400, expect.stringContaining('nest')],
    ]);
    expect(await countImages()).toBe(0);
    await waitUntil(() => readdirSync(uploadsFolder).length === 0);
  });
});

it.each(['x'.repeat(256_000), 'x'.repeat(1_500_000)])(
  'rejects free-form JSON larger than 256 kB, in a form and in JSON',
  async (note) => {
    const form = await postForm({ meta_data: JSON.stringify({ note }), file: await createImage() });
    const jsonResponse = await client.post(PATH, { base64: await createImageBase64(), meta_data: { note } });
    for (const { status, body } of [form, jsonResponse])
      expect([status, (body as { detail: string }).detail]).toEqual([400, 'meta_data: is larger than 256 kB']);
    expect(await countImages()).toBe(0);
  },
);

it.each([
  ['has no boundary', 'multipart/form-data', 'x'],
  ['has an empty boundary', 'multipart/form-data; boundary=', 'x'],
  ['has an empty quoted boundary', 'multipart/form-data; boundary=""', 'x'],
  ['has a boundary that is missing in its body', 'multipart/form-data; boundary=abc', 'x'],
  ['is empty', 'multipart/form-data; boundary=abc', ''],
  ['ends within a part', 'multipart/form-data; boundary=abc', '--abc\r\nContent-Disposition: form-data; name="real"\r\n\r\ntr'],
  ['has a part without a name', 'multipart/form-data; boundary=abc', '--abc\r\n\r\nx\r\n--abc--\r\n'],
])('the upload rejects a form that %s', async (_, contentType, rawBody) => {
  const response = await client.post(PATH, undefined, { rawBody, headers: { 'content-type': contentType } });
  expect([response.status, response.headers['content-type']]).toEqual([400, 'application/json']);
  expect(response.body).toEqual({ detail: expect.any(String) });
  expect(await countImages()).toBe(0);
});

it('accepts an image as a file with the fields of the JSON body', async () => {
  // `real` is a field of the API: true for a photo, false for a product image.
  const file = await createImage();
  const mask = await createImageBase64();
  const response = await postForm({
    meta_data: '{"a":[1,null]}',
    test_image: 'true',
    real: 'False',
    foreground_mask: mask,
    file,
  });
  expect([response.status, response.text]).toEqual([201, expect.stringContaining('img_path')]);
  const image = response.body as unknown as TrainingImage;
  expect(image).toMatchObject({ meta_data: { a: [1, null] }, test_image: true, real: false, img_width: 64, img_height: 48 });
  expect(image.foreground_mask).not.toBeNull();
  expect(expectBody(await client.get(`${PATH}${image.id}`))).toEqual(image);
  const storedFile = await server.anonymous.send('GET', new URL(image.img_path).pathname.replace(/^\/api/, ''));
  expect([storedFile.headers['content-type'], storedFile.bytes.equals(file)]).toEqual(['image/png', true]);
  await waitUntil(() => readdirSync(uploadsFolder).length === 0);
});

it('a file upload returns the same responses as base64', async () => {
  const file = await createImage();
  const base64 = file.toString('base64');
  const firstResponse = await postForm({ file });
  const { id } = firstResponse.body;
  for (const repeatedUpload of [await postForm({ file }), await client.post(PATH, { base64 })]) {
    expect([repeatedUpload.status, repeatedUpload.body]).toEqual([
      400,
      { detail: `This image already exists in the workspace, image ID: ${String(id)}`, code: 'already_exists', image_id: id },
    ]);
  }
  const oversizedFile = Buffer.concat([await createImage(), Buffer.alloc(MAX_BYTES)]);
  const invalidUploads: [Record<string, string | Buffer>, Record<string, unknown>][] = [
    [{ file: oversizedFile }, { base64: oversizedFile.toString('base64') }],
    [
      { file: Buffer.from('no image at all, but some text') },
      { base64: Buffer.from('no image at all, but some text').toString('base64') },
    ],
    [{ file: file.subarray(0, file.length - 40) }, { base64: file.subarray(0, file.length - 40).toString('base64') }],
    [{ real: 'true' }, { real: true }],
    [
      { file: await createImage(), name: 'x'.repeat(300) },
      { base64: (await createImage()).toString('base64'), name: 'x'.repeat(300) },
    ],
  ];
  for (const [form, json] of invalidUploads) {
    const [formResponse, jsonResponse] = [await postForm(form), await client.post(PATH, json)];
    expect([formResponse.status, formResponse.body]).toEqual([jsonResponse.status, jsonResponse.body]);
    expect(formResponse.status).toBeGreaterThanOrEqual(400);
  }
  expect((await postForm({ file: await createImage(), meta_data: '{' })).body).toEqual({
    detail: 'meta_data: is not valid JSON',
  });
  expect((await postForm({ base64: await createImage() })).body).toEqual({
    detail: 'base64: is not a file of this form. Send the file as file',
  });
  expect(await countImages()).toBe(1);
  await waitUntil(() => readdirSync(uploadsFolder).length === 0);
});

it('handles a mask file like a base64 mask', async () => {
  const mask = await createImage();
  const [uploadWithFile, uploadWithBase64] = [
    await postForm({ foreground_mask: mask, file: await createImage() }),
    await postForm({ foreground_mask: mask.toString('base64'), file: await createImage() }),
  ];
  const masks = [uploadWithFile, uploadWithBase64].map(({ body }) => (body as unknown as TrainingImage).foreground_mask ?? '');
  for (const url of masks) {
    const { bytes } = await server.anonymous.send('GET', new URL(url).pathname.replace(/^\/api/, ''));
    expect(bytes.equals(mask)).toBe(true);
  }
  for (const invalidMask of [
    await createImage(32, 48),
    Buffer.from('no image'),
    Buffer.concat([mask, Buffer.alloc(MAX_BYTES)]),
  ]) {
    const [formResponse, jsonResponse] = [
      await postForm({ file: await createImage(), foreground_mask: invalidMask }),
      await postForm({ file: await createImage(), foreground_mask: invalidMask.toString('base64') }),
    ];
    expect([formResponse.status, formResponse.body]).toEqual([jsonResponse.status, jsonResponse.body]);
    expect([400, 413]).toContain(formResponse.status);
  }
  const keyHeader = { 'idempotency-key': 'masked' };
  const file = await createImage();
  const firstUpload = await postForm({ file, foreground_mask: mask }, keyHeader);
  expect((await postForm({ foreground_mask: mask, file }, keyHeader)).text).toBe(firstUpload.text);
  expect((await postForm({ file, foreground_mask: await createImage() }, keyHeader)).status).toBe(422);
  expect(await countImages()).toBe(3);
  await waitUntil(() => readdirSync(uploadsFolder).length === 0);
});

it('replays the response for a repeated key and rejects other content', async () => {
  const file = await createImage();
  const keyHeader = { 'idempotency-key': 'form-1' };
  const firstUpload = await postForm({ real: 'true', meta_data: '{}', file }, keyHeader);
  const repeatedUpload = await postForm({ file, meta_data: '{}', real: 'true' }, keyHeader);
  expect([repeatedUpload.status, repeatedUpload.text, repeatedUpload.headers.get('idempotency-replayed')]).toEqual([
    201,
    firstUpload.text,
    'true',
  ]);
  for (const changedFields of [{ file: await createImage() }, { file, real: 'false' }])
    expect((await postForm({ real: 'true', meta_data: '{}', ...changedFields }, keyHeader)).status).toBe(422);
  expect(await countImages()).toBe(1);
});

it('deletes all files of an interrupted upload', async () => {
  const fileCountBefore = readdirSync(server.filesDir, { recursive: true }).length;
  const file = Buffer.concat([await createImage(), Buffer.alloc(100_000)]);
  const upload = httpRequest(`${server.origin}/api${PATH}`, {
    method: 'POST',
    headers: createHeaders({ 'content-type': 'multipart/form-data; boundary=edge', 'content-length': '200000' }),
  });
  upload.on('error', () => undefined);
  upload.write('--edge\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\n\r\n');
  upload.write(file);
  // The upload has started: its folder and part of the file exist.
  await waitUntil(() => readdirSync(uploadsFolder).some((folder) => existsSync(join(uploadsFolder, folder, 'file'))));
  upload.destroy();
  await waitUntil(() => readdirSync(uploadsFolder).length === 0);
  expect(await countImages()).toBe(0);
  expect(readdirSync(server.filesDir, { recursive: true })).toHaveLength(fileCountBefore);
});

it('only uploads of images and models accept forms, as the OpenAPI document declares', async () => {
  const product = await createNamedRow(client, '/product/v2/product/');
  const response = await postForm({ product: product.id, file: await createImage(), name: 'Front' }, {}, '/product/v2/image/');
  expect([response.status, response.body]).toEqual([201, expect.objectContaining({ product: product.id, name: 'Front' })]);
  expect(await postForm({ name: 'Some name' }, {}, '/detection/v2/label/')).toMatchObject({
    status: 415,
    body: { detail: 'Send the body as application/json.' },
  });
  const { paths } = expectBody<{ paths: Record<string, { post?: { requestBody?: { content: Record<string, unknown> } } }> }>(
    await client.get('/openapi.json'),
  );
  const formRoutes = Object.entries(paths).filter(([, { post: call }]) => call?.requestBody?.content['multipart/form-data']);
  expect(formRoutes.map(([path]) => path).sort()).toEqual([
    '/api/annotate/v2/model-file/',
    '/api/embedding-model/v2/',
    '/api/interactive-model/v2/',
    '/api/product/v2/image/',
    '/api/recognition/v2/training-image/',
  ]);
  expect(paths['/api/recognition/v2/training-image/']?.post?.requestBody?.content['multipart/form-data']).toMatchObject({
    schema: {
      properties: { file: { format: 'binary' }, foreground_mask: { anyOf: [{ format: 'binary' }, {}] }, test_image: {} },
      required: ['file'],
    },
  });
});
