import { randomUUID } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { Readable } from 'node:stream';
import { writeTinyInteractiveModel } from '@console/learner/testing/tiny-interactive-model';
import type { ImageEmbedding, InteractiveModel } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { deleteExpiredFiles } from '../../data-access/rows/discarded-files';
import { expectBody, TestClient } from '../../testing/api/client';
import { uploadImage } from '../../testing/api/fixtures';
import { createTestMember } from '../../testing/api/members';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { waitUntil } from '../../testing/wait/wait-until';
import { readDescription } from './description';
import { InteractiveSegmenter } from './interactive-segmenter';
import { deleteUnusedEmbeddings } from './stored-embeddings';

jest.setTimeout(60_000);

let folder: string;
let server: TestServer;
let client: TestClient;
let workspaceId: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interactive-'));
  await writeTinyInteractiveModel(folder);
  server = await createTestServer({ config: { builtInModels: true, interactiveModel: toSettings(folder), modelsDir: folder } });
});
afterAll(async () => {
  await server.close();
  await rm(folder, { recursive: true });
});
beforeEach(async () => {
  ({ client, workspaceId } = await server.createTenant());
});

async function waitForValue<T>(read: () => Promise<T | null>): Promise<T> {
  let value: T | null = null;
  await waitUntil(async () => (value = await read()) !== null);
  return value!;
}
const toSettings = (path: string, limits = {}) => ({ folder: path, timeoutMs: 60_000, maxResidentBytes: 4e9, ...limits });
const getModel = async (from = client) => expectBody<InteractiveModel>(await from.get('/interactive-model/v2/'));
const requestEmbedding = (image: string, from = client) => from.get(`/interactive-model/v2/image/${image}/embedding`);
const waitForModel = (from = client) =>
  waitForValue(async () => {
    const model = await getModel(from);
    return model.status === 'preparing' ? null : model;
  });
const waitForEmbedding = (image: string) =>
  waitForValue(async () => expectBody<ImageEmbedding>(await requestEmbedding(image)).embedding);
const listStored = async (image: string) =>
  server.db.selectFrom('image_embedding').select(['file', 'bytes']).where('image_id', '=', image).execute();

it('returns the checked model, its decoder, and embeddings that are computed once', async () => {
  const { status, model } = await waitForModel();
  expect([status, model]).toEqual([
    'ready',
    {
      name: 'Colours',
      licence: 'For tests only',
      coordinate_size: 64,
      mask_shape: [1, 1, 64, 64],
      decoder: expect.stringMatching(/\/api\/files\/interactive-model\/[0-9a-f]{64}\.onnx$/),
    },
  ]);
  const decoder = await fetch(new URL(model!.decoder, server.origin));
  expect(Buffer.from(await decoder.arrayBuffer())).toEqual(await readFile(join(folder, 'decoder.onnx')));
  expect((await fetch(new URL('/api/files/interactive-model/decoder.onnx', server.origin))).status).toBe(404);

  const { id } = await uploadImage(client);
  const embedding = await waitForEmbedding(id);
  expect(embedding.shape).toEqual([1, 3, 16, 16]);
  const values = new Float32Array(await (await fetch(new URL(embedding.url, server.origin))).arrayBuffer());
  expect(values).toHaveLength(3 * 16 * 16);
  // The image is 64 x 48 pixels, so the last four rows of cells are padding.
  const sumColors = (row: number) => [0, 1, 2].reduce((sum, channel) => sum + values[(channel * 16 + row) * 16]!, 0);
  expect([sumColors(11) > 0, sumColors(12)]).toEqual([true, 0]);
  expect((await waitForEmbedding(id)).url).toBe(embedding.url);

  // Simulates a restored backup: the row exists, but its file does not.
  const [{ file = '' } = {}] = await listStored(id);
  await server.files.delete(file);
  expect((await waitForEmbedding(id)).url).not.toBe(embedding.url);
  expect(await listStored(id)).toHaveLength(1);
});

it('refuses images of other tenants, images outside of the jobs of an annotator, and viewers', async () => {
  await waitForModel();
  const { id } = await uploadImage(client);
  const { client: stranger } = await server.createTenant();
  expect((await requestEmbedding(id, stranger)).status).toBe(404);
  const viewer = await createTestMember(server, workspaceId, 'viewer');
  expect((await requestEmbedding(id, viewer.client)).status).toBe(403);
  const annotator = await createTestMember(server, workspaceId, 'annotator');
  expectBody(await client.patch(`/account/v2/workspace/${workspaceId}/`, { annotator_access: 'jobs' }));
  expect((await requestEmbedding(id, annotator.client)).status).toBe(404);
  expect(await listStored(id)).toEqual([]);
});

it('deletes files of embeddings that are unused, above the limit or without an image', async () => {
  await waitForModel();
  await server.db.deleteFrom('image_embedding').execute();
  const images = [await uploadImage(client), await uploadImage(client), await uploadImage(client)].map(({ id }) => id);
  const files: string[] = [];
  for (const [index, id] of images.entries()) {
    await waitForEmbedding(id);
    const [row] = await listStored(id);
    files.push(row!.file);
    await sql`update image_embedding set used = now() - make_interval(mins => ${index}) where image_id = ${id}`.execute(
      server.db,
    );
  }
  const listRemaining = async () => {
    await deleteExpiredFiles(server.db, server.files);
    const stats = await Promise.all(files.map((file) => server.files.stat(file)));
    return stats.map((stat) => stat !== null);
  };
  await deleteUnusedEmbeddings(server.db, 2 * 3 * 16 * 16 * 4);
  expect(await listRemaining()).toEqual([true, true, false]);
  await client.delete(`/recognition/v2/training-image/${images[0]}`);
  expect(await listRemaining()).toEqual([false, true, false]);
  await sql`update image_embedding set used = now() - interval '15 days' where image_id = ${images[1]}`.execute(server.db);
  await deleteUnusedEmbeddings(server.db);
  expect(await listRemaining()).toEqual([false, false, false]);
});

it('a server without a model reports the status `none`', async () => {
  const { id } = await uploadImage(client);
  const otherServer = await createTestServer({ sharedWith: server });
  try {
    const otherClient = new TestClient(otherServer.origin, client.authorization);
    expect(await getModel(otherClient)).toEqual({ status: 'none', problem: null, model: null });
    expect(expectBody(await requestEmbedding(id, otherClient))).toEqual({
      image: id,
      status: 'none',
      problem: null,
      embedding: null,
    });
  } finally {
    await otherServer.close();
  }
});

const INVALID_MODELS: [name: string, description: string | null | undefined, limits: object, problem: string][] = [
  ['without a description', null, {}, 'model.json cannot be read in the folder of the model.'],
  ['that takes too long', undefined, { timeoutMs: 1 }, 'The interactive segmentation model took longer than 0.001 seconds.'],
  ['with a description that is not JSON', '{', {}, 'model.json is not valid JSON.'],
  [
    'with an invalid description',
    '{"name": "M", "input_size": 1024, "mean": [1], "std": [1, 1, 0]}',
    {},
    'model.json is invalid: mean: must have three numbers: red, green, blue; std: must be positive',
  ],
  [
    'with files of another size',
    '{"name": "M", "input_size": 32, "mean": [0, 0, 0], "std": [1, 1, 1]}',
    {},
    'encoder.onnx cannot encode',
  ],
];

it.each(process.env.LONG ? INVALID_MODELS : INVALID_MODELS.slice(0, 2))(
  'a model %s is refused with the reason',
  async (_, description, limits, problem) => {
    const path = join(folder, randomUUID());
    await writeTinyInteractiveModel(path);
    if (description === null) await rm(join(path, 'model.json'));
    else if (description !== undefined) await writeFile(join(path, 'model.json'), description);
    const segmenter = new InteractiveSegmenter(server.app.deps, toSettings(path, limits), () => readDescription(path));
    await segmenter.checked;
    segmenter.stop();
    expect(segmenter.state).toEqual({ status: 'failed', problem: expect.stringContaining(problem) });
    expect(await segmenter.getEmbedding({ id: randomUUID(), img_key: '' })).toEqual(segmenter.state);
  },
);

async function uploadModel(from: TestClient, path: string, description = readFile(join(path, 'model.json'), 'utf8')) {
  const form = new FormData();
  form.set('description', await description);
  for (const name of ['encoder', 'decoder'])
    form.set(name, new Blob([new Uint8Array(await readFile(join(path, `${name}.onnx`)))]), `${name}.onnx`);
  return postForm(from, form);
}
async function postForm(from: TestClient, form: FormData) {
  const headers = { authorization: from.authorization! };
  const response = await fetch(`${from.origin}/api/interactive-model/v2/`, { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as unknown };
}

it('a workspace uses its uploaded model until it is deleted, and other workspaces do not', async () => {
  await waitForModel();
  const { id } = await uploadImage(client);
  const sharedEmbedding = await waitForEmbedding(id);
  const path = join(folder, randomUUID());
  await writeTinyInteractiveModel(path);
  const text = await readFile(join(path, 'model.json'), 'utf8');
  const uploadedDescription = JSON.stringify({ ...(JSON.parse(text) as object), name: 'Own', mean: [9, 9, 9] });
  const expectedCheck = { name: 'Own', milliseconds: expect.any(Number) as number, memory_bytes: expect.any(Number) as number };
  const checkedImages = [{ image: id, img_width: 64, img_height: 48, polygon: expect.any(Array) as number[] }];
  const uploadedModel = await uploadModel(client, path, Promise.resolve(uploadedDescription));
  expect(uploadedModel).toMatchObject({ status: 201, body: { ...expectedCheck, pictures: checkedImages } });
  // The image has one colour, so the object in the middle is the complete image.
  const [{ polygon }] = (uploadedModel.body as { pictures: [{ polygon: number[] }] }).pictures;
  expect([Math.min(...polygon), Math.max(...polygon)].map(Math.round)).toEqual([0, 64]);
  const { model } = await waitForModel();
  expect(model).toMatchObject({ name: 'Own', uploaded: true });
  const decoder = await fetch(new URL(model!.decoder, server.origin));
  expect(Buffer.from(await decoder.arrayBuffer())).toEqual(await readFile(join(path, 'decoder.onnx')));
  expect((await waitForEmbedding(id)).url).not.toBe(sharedEmbedding.url);
  const { client: stranger } = await server.createTenant();
  expect((await waitForModel(stranger)).model).toMatchObject({ name: 'Colours' });

  const annotator = await createTestMember(server, workspaceId, 'annotator');
  expect((await uploadModel(annotator.client, path)).status).toBe(403);
  expect((await client.delete('/interactive-model/v2/')).status).toBe(204);
  expect((await waitForModel()).model).toMatchObject({ name: 'Colours' });
  expect((await waitForEmbedding(id)).url).toBe(sharedEmbedding.url);
});

it('uses a model in the folder of the server, if the folder has all its files', async () => {
  const [name, incompleteFolder] = ['m', randomUUID()];
  for (const folderName of [name, incompleteFolder]) await writeTinyInteractiveModel(join(folder, folderName));
  await rm(join(folder, incompleteFolder, 'model.json'));
  const { interactive } = expectBody<{ interactive: { name: string; bytes: number }[] }>(
    await client.get('/annotate/v2/model-file/'),
  );
  expect(interactive).toContainEqual({ name, bytes: expect.any(Number) });
  expect(interactive.map((folderName) => folderName.name)).not.toContain(incompleteFolder);
  const chooseServerModel = (server_file: string) => {
    const form = new FormData();
    form.set('server_file', server_file);
    return postForm(client, form);
  };
  const refusalResponse = { status: 400, body: { detail: expect.stringMatching(/^server_file: is not/) as string } };
  for (const invalidFolder of [incompleteFolder, '..', `../${basename(folder)}/${name}`])
    expect(await chooseServerModel(invalidFolder)).toMatchObject(refusalResponse);
  expect(await chooseServerModel(name)).toMatchObject({ status: 201, body: { name: 'Colours' } });
  const { model } = await waitForModel();
  expect(model).toMatchObject({ name: 'Colours', uploaded: true });
  const decoder = await fetch(new URL(model!.decoder, server.origin));
  expect(Buffer.from(await decoder.arrayBuffer())).toEqual(await readFile(join(folder, name, 'decoder.onnx')));
});

it('refuses an invalid uploaded model with the reason', async () => {
  const path = join(folder, randomUUID());
  await writeTinyInteractiveModel(path);
  const refusal = await uploadModel(
    client,
    path,
    Promise.resolve('{"name": "M", "input_size": 32, "mean": [0, 0, 0], "std": [1, 1, 1]}'),
  );
  expect([refusal.status, JSON.stringify(refusal.body)]).toEqual([400, expect.stringContaining('encoder.onnx cannot encode')]);
  await writeFile(join(path, 'decoder.onnx'), 'not a model');
  const brokenUpload = await uploadModel(client, path);
  expect([brokenUpload.status, JSON.stringify(brokenUpload.body)]).toEqual([
    400,
    expect.stringContaining('The file is not an ONNX model'),
  ]);
});

it('reports once that an image cannot be encoded, and then encodes it again', async () => {
  await waitForModel();
  const { id } = await uploadImage(client);
  const { img_key: key } = await server.db
    .selectFrom('training_image')
    .select('img_key')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const bytes = await server.files.read(key);
  await server.files.delete(key);
  const failedStatus = { image: id, status: 'failed', problem: 'The file of the image is missing.', embedding: null };
  expect(expectBody(await requestEmbedding(id))).toEqual(failedStatus);
  await server.files.putStream(Readable.from([bytes]), 'image/png', Infinity, key);
  expect((await waitForEmbedding(id)).shape).toEqual([1, 3, 16, 16]);
});
