import { createTinyClassifier, createTinyDetector, HOSTILE_MODELS } from '@console/learner/testing/tiny-uploaded-models';
import type { EmbeddingModelCheck } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expectBody } from '../../testing/api/client';
import { createTestMember } from '../../testing/api/members';
import {
  client,
  createImage,
  embedAll,
  findSimilarToImage,
  listIds,
  server,
  setUpSimilarSuite,
  switchTenant,
  upload,
} from '../../testing/suites/similar-suite';

jest.setTimeout(60_000);
const modelsDir = mkdtempSync(join(tmpdir(), 'models-'));
afterAll(() => rmSync(modelsDir, { recursive: true }));
setUpSimilarSuite({ modelsDir });

const PATH = '/embedding-model/v2/';

async function uploadModel(model: Uint8Array | null, fields: Record<string, string> = {}, uploadClient = client) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ name: 'Mean colours', ...fields })) form.append(name, value);
  if (model) form.append('model', new Blob([new Uint8Array(model)]), 'model.onnx');
  const headers = { authorization: uploadClient.authorization ?? '' };
  const response = await fetch(`${server.origin}/api${PATH}`, { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as EmbeddingModelCheck & { detail?: string } };
}

/**
 * Uploads a red disc, a blue disc and a red star. For a model of mean colours, the red disc is more similar to the star than to the blue
 * disc.
 */
async function uploadShapes() {
  return { red: await upload('disc', '#c22'), blue: await upload('disc', '#22c'), star: await upload('star', '#c22') };
}
const readVersions = async () => {
  const rows = await server.db.selectFrom('embedding').select('version').distinct().execute();
  return rows.map(({ version }) => version % 1000 === 1 && Math.floor(version / 1000));
};

/** Lists the indexes of images on the local disk. */
const listIndexes = async (workspaceId: string) =>
  (await readdir(join(server.filesDir, 'learning', 'similar', workspaceId))).filter((name) => name.startsWith('image')).sort();

/** Returns the descriptor of a red disc with the same pixels as in `uploadShapes`. */
async function readDescriptor() {
  const body = { records: [{ _base64: await createImage('disc', '#c22') }] };
  const { records } = expectBody<{ records: { descriptor: number[] }[] }>(
    await client.post('/similarity/training/v2/descriptor', body),
  );
  return records[0]!.descriptor;
}
async function readEmbedding(id: string) {
  const row = await server.db.selectFrom('embedding').select('data').where('id', '=', id).executeTakeFirstOrThrow();
  return [...new Int8Array(row.data!)];
}

it('the uploaded model finds similar items, and the built-in model after its deletion', async () => {
  const { workspaceId } = await switchTenant();
  const { red, blue, star } = await uploadShapes();
  await embedAll();
  const findSimilarByFeatures = async () => findSimilarToImage(red.id, { by: 'features' });
  expect(listIds(await findSimilarByFeatures())).toEqual([blue.id, star.id]);

  const { status, body } = await uploadModel(createTinyClassifier(), { pixels: 'imagenet' });
  expect([status, body]).toMatchObject([
    201,
    {
      name: 'Mean colours',
      width: 32,
      height: 32,
      pixels: 'imagenet',
      length: 3,
      pictures: [{ image: star.id }, { image: blue.id }, {}],
    },
  ]);
  const [ofStar, ofBlue] = body.pictures;
  expect(ofStar!.likeness[2]).toBeGreaterThan(ofBlue!.likeness[2]!);
  expect(ofStar!.milliseconds).toBeGreaterThan(0);
  expect(expectBody(await client.get(PATH))).toMatchObject({ model: { name: 'Mean colours' } });
  // The queried image is embedded at once, and the other images wait.
  expect(await findSimilarByFeatures()).toMatchObject({ images: [], ready: { image: { ready: 1, total: 3 } } });
  await embedAll();
  const similarItems = await findSimilarToImage(red.id);
  expect([similarItems.by, listIds(similarItems)]).toEqual(['features', [star.id, blue.id]]);
  expect(similarItems.ready.image).toEqual({ ready: 3, total: 3 });
  expect(await readDescriptor()).toEqual(await readEmbedding(red.id));
  expect(await listIndexes(workspaceId)).toEqual(['image-1', 'image-1.json']);

  expect((await client.delete(PATH)).status).toBe(204);
  expect(expectBody(await client.get(PATH))).toEqual({ model: null });
  await embedAll();
  expect(await listIndexes(workspaceId)).toEqual([]);
  expect(listIds(await findSimilarByFeatures())).toEqual([blue.id, star.id]);
  expect((await findSimilarToImage(red.id)).by).toBe('both');
  // Deleting the model again does not compute the embeddings again.
  expect((await client.delete(PATH)).status).toBe(204);
  expect((await findSimilarByFeatures()).ready.image).toEqual({ ready: 3, total: 3 });
});

it('embeddings have the model version of their workspace, and replaced files are discarded', async () => {
  const countDiscarded = async () =>
    (await sql`select from discarded_file where file_key like '%.onnx' and discarded = '-infinity'`.execute(server.db)).rows
      .length;
  const discardedBefore = await countDiscarded();
  await server.db.deleteFrom('embedding').execute();
  await uploadShapes();
  await embedAll();
  const otherTenant = await switchTenant();
  await uploadShapes();
  await uploadModel(createTinyClassifier());
  writeFileSync(join(modelsDir, 'colours.onnx'), createTinyClassifier());
  expect((await uploadModel(null, { server_file: 'other.onnx' })).body.detail).toMatch(/^server_file: is not/);
  expect((await uploadModel(null, { server_file: 'colours.onnx' })).status).toBe(201);
  await embedAll();
  expect((await readVersions()).sort()).toEqual([0, 2]);
  expect(await countDiscarded()).toBe(discardedBefore + 1);
  await server.db.deleteFrom('workspace').where('id', '=', otherTenant.workspaceId).execute();
  expect(await countDiscarded()).toBe(discardedBefore + 2);
});

it('a model that fails later does not block the embeddings of other workspaces', async () => {
  const { workspaceId } = await switchTenant();
  const red = await upload('disc', '#c22');
  const missingModel = { workspace_id: workspaceId, number: 1, file_key: 'missing.onnx', name: 'Lost', format: '{}' };
  await server.db.insertInto('embedding_model').values(missingModel).execute();
  await switchTenant();
  const [disc, star] = [await upload('disc', '#c22'), await upload('star', '#c22')];
  await embedAll();
  expect(listIds(await findSimilarToImage(disc.id))).toEqual([star.id]);
  const rows = await server.db.selectFrom('embedding').select('data').where('id', '=', red.id).execute();
  expect(rows).toEqual([{ data: null }]);
});

it('refuses invalid models with the reason, and users who may not train', async () => {
  const { workspaceId } = await switchTenant();
  expect((await uploadModel(createTinyClassifier())).body.detail).toMatch(/^The model is tested on images of the workspace\./);
  await uploadShapes();
  const readRefusal = async (model: Uint8Array) => (await uploadModel(model)).body.detail;
  const refusals: [model: Uint8Array, message: RegExp][] = [
    [createTinyDetector('yolo'), /^The output output0 is float32 of 1 x 6 x 64\. It must be one vector: float32 of 1 x N\.$/],
    [HOSTILE_MODELS.customOperator(), /^The model uses the custom operator/],
    [createTinyClassifier('', 3, 'Sign'), /^The model returns the same vector for all images/],
    [createTinyDetector('queries'), /^The model has the outputs logits, pred_boxes\. It must have one/],
    [Uint8Array.of(1, 2, 3), /^The file is not an ONNX model, or it is incomplete\.$/],
  ];
  for (const [model, message] of process.env.LONG ? refusals : refusals.slice(0, 2))
    expect(await readRefusal(model)).toMatch(message);
  const annotator = await createTestMember(server, workspaceId, 'annotator');
  expect((await uploadModel(createTinyClassifier(), {}, annotator.client)).status).toBe(403);
  expect(expectBody(await client.get(PATH))).toEqual({ model: null });
});
