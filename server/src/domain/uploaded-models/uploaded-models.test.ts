import { createTinyClassifier, createTinyDetector, HOSTILE_MODELS } from '@console/learner/testing/tiny-uploaded-models';
import type {
  DetectionModel,
  DetectResponse,
  Evaluation,
  EvaluationMeasures,
  ModelFileCheck,
} from '@console/shared-contract/api';
import sharp from 'sharp';
import type { z } from 'zod';
import { deleteExpiredFiles } from '../../data-access/rows/discarded-files';
import { expectBody, type TestClient } from '../../testing/api/client';
import {
  createNamedRow,
  createTestLabel,
  createTestObject,
  createTestTask,
  uploadImage,
  type ListEnvelope,
} from '../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../testing/api/test-server';

jest.setTimeout(60_000);

type Model = z.output<typeof DetectionModel>;
const DAY_MS = 86_400_000;
const PATH = '/annotate/v2/model-file/';
const LIMITS = { timeoutMs: 6_000, maxResidentBytes: 1_500_000_000 };
let server: TestServer;
let client: TestClient;
let userId: string;
beforeAll(async () => {
  server = await createTestServer({ config: { builtInModels: true, modelFileCheck: LIMITS } });
});
afterAll(() => server.close());
beforeEach(async () => {
  const { user } = await server.createTenant();
  client = user.client;
  userId = user.id;
});

/** Creates a blue image of 128 x 64 pixels with coloured squares of 16 pixels, which are cells of the tiny detector. */
async function createImage(squares: readonly { left: number; top: number; colour: string }[]): Promise<string> {
  const blue = { create: { width: 128, height: 64, channels: 3 as const, background: '#202080' } };
  const overlays = squares.map(({ colour: background, ...position }) => ({
    input: { create: { width: 16, height: 16, channels: 3 as const, background } },
    ...position,
  }));
  return (await sharp(blue).composite(overlays).png().toBuffer()).toString('base64');
}
const [RED, GREEN] = ['#ff0000', '#10e010'];

interface Target {
  domain: 'detection' | 'recognition' | 'segmentation';
  task: string;
}

async function upload(target: Target, model: Uint8Array | null, fields: Record<string, string> = {}) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...target, ...fields })) form.append(name, value);
  if (model) form.append('model', new Blob([new Uint8Array(model)]), 'model.onnx');
  const headers = { authorization: client.authorization ?? '' };
  const response = await fetch(`${server.origin}/api${PATH}`, { method: 'POST', body: form, headers });
  return { status: response.status, body: (await response.json()) as ModelFileCheck & { detail?: string } };
}

async function createDetection() {
  const { id: task } = await createNamedRow(client, '/detection/v2/task/', { name: 'Squares' });
  const labels: Record<string, string> = {};
  for (const name of ['Red', 'Green']) {
    labels[name] = (await createNamedRow(client, '/detection/v2/label/', { name })).id;
    await client.post(`/detection/v2/task/${task}/add-label`, { label_id: labels[name] });
  }
  return { target: { domain: 'detection', task } as const, task, red: labels.Red!, green: labels.Green! };
}

async function createCategories(fields: Record<string, unknown> = {}) {
  const { id: task } = await createTestTask(client, { name: 'Colour', type: 'multi_class', ...fields });
  const labels = [];
  for (const name of ['red', 'green', 'warm']) labels.push((await createTestLabel(client, { name, task })).id);
  return { target: { domain: 'recognition', task } as const, task, labels };
}

const add = (target: Target, token: string, classes: readonly { index: number; label: string }[]) =>
  client.post(`${PATH}add`, { ...target, token, classes, name: 'Cells v8', notes: 'From the lab', licence: 'MIT' });

it('checks a detector on images, adds it, predicts in image coordinates and evaluates it', async () => {
  const { target, task, red, green } = await createDetection();
  const squares = [
    { left: 32, top: 16, colour: RED },
    { left: 96, top: 48, colour: GREEN },
  ];
  const image = await uploadImage(client, { base64: await createImage(squares) });
  await createTestObject(client, image.id, red, [32, 16, 48, 32]);
  await createTestObject(client, image.id, green, [96, 48, 112, 64]);
  await client.post('/recognition/v2/training-image/update', { images: [image.id], 'mark-test': true });
  await client.post('/annotate/v2/verification/', { image_id: image.id });

  const { status, body: check } = await upload(target, createTinyDetector('yolo'));
  expect([status, check]).toEqual([
    201,
    expect.objectContaining({
      ...{ layout: 'yolo', width: 64, height: 64, pixels: '0-1' },
      classes: [
        { index: 0, name: 'red', label: red },
        { index: 1, name: 'green', label: green },
      ],
    }),
  ]);
  // The image is scaled to 64 x 32 pixels and centred in the input.
  expect(check.pictures).toMatchObject([
    { image: image.id, predictions: [{ bound_box: [32, 16, 48, 32] }, { class: 1, bound_box: [96, 48, 112, 64] }] },
  ]);
  expect(check.memory_bytes).toBeGreaterThan(0);

  const classes = check.classes.map(({ index, label }) => ({ index, label: label! }));
  const added = expectBody<{ model: string; number: number }>(await add(target, check.token, classes), 201);
  const model = expectBody<Model>(await client.get(`/detection/v2/model/${added.model}`));
  expect(model).toMatchObject({
    ...{ number: 1, train_status: 'TRAINED', in_use: true, scores: null },
    uploaded: { name: 'Cells v8', notes: 'From the lab', licence: 'MIT', layout: 'yolo' },
  });

  const detected = expectBody<z.output<typeof DetectResponse>>(
    await client.post('/detection/v2/detect', { task_id: task, records: [{ _url: image.img_path }] }),
  );
  expect(detected.records[0]!._objects).toMatchObject([
    { id: red, name: 'Red', bound_box: [32, 16, 48, 32] },
    { id: green, name: 'Green', bound_box: [96, 48, 112, 64] },
  ]);

  await server.runWork();
  const [evaluation] = expectBody<ListEnvelope<Evaluation>>(await client.get('/annotate/v2/evaluation')).results;
  const query = { task, threshold: 0.3 };
  const measures = expectBody<EvaluationMeasures>(await client.get(`/annotate/v2/evaluation/${evaluation!.id}/measures`, query));
  expect(measures.labels).toMatchObject([
    { precision: 1, recall: 1 },
    { precision: 1, recall: 1 },
  ]);
  // The file of the model is not deleted with the unused files.
  await deleteExpiredFiles(server.db, server.files, new Date(Date.now() + 40 * DAY_MS));
  await server.db.updateTable('app_user').set({ can_download_model: true }).where('id', '=', userId).execute();
  const { model_path_download: url } = expectBody<Model>(
    await client.post(`/detection/v2/model/${added.model}/request-download`),
  );
  expect(new URL(url!, server.origin).pathname).toMatch(/\.onnx$/);
  const file = Buffer.from(await (await fetch(new URL(url!, server.origin))).arrayBuffer());
  expect(file.equals(createTinyDetector('yolo'))).toBe(true);
});

it('deletes files that are not added, and models', async () => {
  const { target, task, red } = await createDetection();
  await uploadImage(client);
  const [unused, used] = [await upload(target, createTinyDetector('boxes')), await upload(target, createTinyDetector('boxes'))];
  const classes = [{ index: 0, label: red }];
  const { model } = expectBody<{ model: string }>(await add(target, used.body.token, classes), 201);
  // An upload is no training.
  const rule = await client.get('/annotate/v2/training-rule/', { domain: 'detection', task });
  expect(rule.body).toMatchObject({ last_training: null });
  await deleteExpiredFiles(server.db, server.files, new Date(Date.now() + 2 * DAY_MS));
  expect((await add(target, unused.body.token, classes)).body).toEqual({
    detail: 'The uploaded file has expired. Upload it again.',
  });
  expect((await client.delete(`/detection/v2/model/${model}`)).status).toBe(204);
  expect(expectBody<ListEnvelope<Model>>(await client.get('/detection/v2/model/', { detection_task: task })).results).toEqual([]);
});

it('classifies images and adds the probabilities of classes with the same label', async () => {
  const { target, task, labels } = await createCategories();
  const [red = '', green = ''] = labels;
  const reddish = await uploadImage(client, { base64: await createImage([]) });
  const { status, body: check } = await upload(target, createTinyClassifier(), { pixels: '0-1' });
  expect([status, check.layout, check.width, check.classes.map(({ label }) => label)]).toEqual([
    201,
    'classification',
    32,
    [red, green, null],
  ]);
  const classes = [
    { index: 0, label: green },
    { index: 1, label: green },
    { index: 2, label: red },
  ];
  expectBody(await add(target, check.token, classes), 201);
  const body = { task_id: task, records: [{ _url: reddish.img_path }], keep_prob: 0 };
  const response = expectBody<{ records: { labels: { id: string; prob: number }[] }[] }>(
    await client.post('/recognition/v2/classify/', body),
  );
  const [first, second] = response.records[0]!.labels;
  expect([first?.id, second?.id]).toEqual([red, green]);
  expect(first!.prob + second!.prob).toBeCloseTo(1, 5);
});

describe('refuses', () => {
  it.each<[string, () => Uint8Array, RegExp | string]>([
    ['custom operators', HOSTILE_MODELS.customOperator, /^The model uses the custom operator evil\.example\.Run\./],
    ['an endless loop', HOSTILE_MODELS.endlessLoop, 'The model did not finish within 6 seconds, so it was stopped.'],
    ['huge tensors', HOSTILE_MODELS.hugeTensor, /memory/],
  ])('%s, and the server goes on', async (_, createModel, message) => {
    const { target } = await createDetection();
    await uploadImage(client);
    const { status, body } = await upload(target, createModel());
    expect([status >= 400 && status < 505, body.detail]).toEqual([true, expect.stringMatching(message)]);
    expect((await upload(target, createTinyDetector('yolo'))).status).toBe(201);
  });

  it('uploads without a file, images, labels or a suitable task', async () => {
    const { target } = await createDetection();
    const model = createTinyDetector('yolo');
    expect((await upload(target, model)).body.detail).toMatch(/^The model is tested on images of the workspace\./);
    await uploadImage(client);
    expect((await upload(target, null)).body.detail).toMatch(/A form with an ONNX file is required/);
    const { id: empty } = await createNamedRow(client, '/detection/v2/task/', { name: 'Empty' });
    expect((await upload({ domain: 'detection', task: empty }, model)).body.detail).toMatch(/^This task has no labels\./);
    const { target: values } = await createCategories({ type: 'regression' });
    expect((await upload(values, model)).body.detail).toMatch(/^Models can be uploaded for/);
  });

  it('tokens of other tasks, changed tokens, and classes that the model does not have', async () => {
    const { target, red } = await createDetection();
    await uploadImage(client);
    const { token } = (await upload(target, createTinyDetector('end-to-end'))).body;
    const other = await createDetection();
    const detailOf = async (...args: Parameters<typeof add>) => (await add(...args)).body;
    expect(await detailOf(other.target, token, [{ index: 0, label: other.red }])).toEqual({
      detail: 'token: is not the token of a checked model of this task',
    });
    expect(await detailOf(target, `x${token}`, [{ index: 0, label: red }])).toEqual({
      detail: 'token: is not the token of a checked model of this task',
    });
    expect(await detailOf(target, token, [{ index: 7, label: red }])).toEqual({
      detail: 'classes: contains class 7, but the model has only 2 classes',
    });
    expect(await detailOf(target, token, [{ index: 0, label: other.red }])).toEqual({
      detail: 'classes: contains a label that the task does not have',
    });
  });
});
