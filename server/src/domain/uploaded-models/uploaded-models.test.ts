import { createTinyClassifier, createTinyDetector, HOSTILE_MODELS } from '@console/learner/testing/tiny-uploaded-models';
import type {
  DetectionModel,
  DetectResponse,
  Evaluation,
  EvaluationMeasures,
  ModelFileCheck,
} from '@console/shared-contract/api';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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
import { setUpTestServer } from '../../testing/api/test-server';
import { createSquaresImage } from '../../testing/images/squares-image';
import { waitUntil } from '../../testing/wait/wait-until';

jest.setTimeout(60_000);

type Model = z.output<typeof DetectionModel>;
const DAY_MS = 86_400_000;
const PATH = '/annotate/v2/model-file/';
// On a busy machine, the start of a process takes several seconds.
const CHECK_LIMITS = { timeoutMs: 40_000, maxResidentBytes: 1_500_000_000 };
const modelsDir = mkdtempSync(join(tmpdir(), 'models-'));
afterAll(() => rmSync(modelsDir, { recursive: true }));
const server = setUpTestServer({ config: { builtInModels: true, modelsDir, modelFileCheck: CHECK_LIMITS } });
let client: TestClient;
let userId: string;
let workspaceId: string;
beforeEach(async () => {
  const { user, workspaceId: workspace } = await server.createTenant();
  [client, userId, workspaceId] = [user.client, user.id, workspace];
});

const [RED, GREEN] = ['#ff0000', '#10e010'];

interface TaskReference {
  domain: 'detection' | 'recognition' | 'segmentation';
  task: string;
}

async function uploadModel(
  target: TaskReference,
  model: Uint8Array | null,
  fields: Record<string, string> = {},
  cancelSignal: AbortSignal | null = null,
) {
  const form = new FormData();
  for (const [name, value] of Object.entries({ ...target, ...fields })) form.append(name, value);
  if (model) form.append('model', new Blob([new Uint8Array(model)]), 'model.onnx');
  const headers = { authorization: client.authorization ?? '' };
  const response = await fetch(`${server.origin}/api${PATH}`, { method: 'POST', body: form, headers, signal: cancelSignal });
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

const addModel = (target: TaskReference, token: string, classes: readonly { index: number; label: string }[]) =>
  client.post(`${PATH}add`, { ...target, token, classes, name: 'Cells v8', notes: 'From the lab', licence: 'MIT' });

testInLongRun('a pose model is evaluated by skeletons of labels with the same number of points', async () => {
  const { target, task, red, green } = await createDetection();
  const skeleton = { points: [{ name: 'start' }, { name: 'end' }], edges: [[0, 1]] };
  expectBody(await client.put(`/detection/v2/label/${red}`, { skeleton }));
  const base64 = await createSquaresImage([RED, GREEN].map((colour, index) => ({ left: 32 + 64 * index, top: 16, colour })));
  const image = await uploadImage(client, { base64, test_image: true });
  const newObject = { image: image.id, detection_label: red, data: [32, 16, 2, 48, 32, 2] };
  expectBody(await client.post('/detection/v2/skeleton/', newObject), 201);
  await client.post('/annotate/v2/verification/', { image_id: image.id });
  const metadata = { names: "{0: 'red', 1: 'green'}", kpt_shape: '[2, 3]' };
  const { body: check } = await uploadModel(target, createTinyDetector('pose', metadata));
  const classes = [red, green].map((label, index) => ({ index, label }));
  expectBody(await addModel(target, check.token, classes), 201);
  const records = [{ _url: image.img_path }];
  const response = await client.post('/detection/v2/detect', { task_id: task, records });
  const objects = expectBody<z.output<typeof DetectResponse>>(response).records[0]!._objects;
  const toCloseNumbers = (values: number[]) => values.map((value) => expect.closeTo(value, 3) as number);
  expect(objects.find(({ id }) => id === red)?.points).toEqual([toCloseNumbers([32, 16, 0.9]), toCloseNumbers([48, 32, 0.2])]);
  expect(objects.find(({ id }) => id === green)).not.toHaveProperty('points');
  await server.runWork();
  const [evaluation] = expectBody<ListEnvelope<Evaluation>>(await client.get('/annotate/v2/evaluation')).results;
  const measures = expectBody<EvaluationMeasures>(await client.get(`/annotate/v2/evaluation/${evaluation!.id}/measures`));
  expect(measures.labels.find(({ id }) => id === red)).toMatchObject({ right: 1, skeletons: { ap: 1, ap50: 1, ap75: 1 } });
});

it('checks a detector on images, adds it, predicts in image coordinates and evaluates it', async () => {
  const { target, task, red, green } = await createDetection();
  const testSquares = [
    { left: 32, top: 16, colour: RED },
    { left: 96, top: 48, colour: GREEN },
  ];
  const image = await uploadImage(client, { base64: await createSquaresImage(testSquares) });
  await createTestObject(client, image.id, red, [32, 16, 48, 32]);
  await createTestObject(client, image.id, green, [96, 48, 112, 64]);
  await client.post('/recognition/v2/training-image/update', { images: [image.id], 'mark-test': true });
  await client.post('/annotate/v2/verification/', { image_id: image.id });

  const { status, body: check } = await uploadModel(target, createTinyDetector('yolo'));
  expect([status, check]).toEqual([
    201,
    expect.objectContaining({
      layout: 'yolo',
      width: 64,
      height: 64,
      pixels: '0-1',
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
  const addedModel = expectBody<{ model: string; number: number }>(await addModel(target, check.token, classes), 201);
  const model = expectBody<Model>(await client.get(`/detection/v2/model/${addedModel.model}`));
  expect(model).toMatchObject({
    number: 1,
    train_status: 'TRAINED',
    in_use: true,
    scores: null,
    uploaded: { name: 'Cells v8', notes: 'From the lab', licence: 'MIT', layout: 'yolo' },
  });

  const detection = expectBody<z.output<typeof DetectResponse>>(
    await client.post('/detection/v2/detect', { task_id: task, records: [{ _url: image.img_path }] }),
  );
  expect(detection.records[0]!._objects).toMatchObject([
    { id: red, name: 'Red', bound_box: [32, 16, 48, 32] },
    { id: green, name: 'Green', bound_box: [96, 48, 112, 64] },
  ]);

  // The model finds dull red squares with a confidence of 0.5, although they are not annotated as objects.
  const brightSquares = Array.from({ length: 8 }, (_, index) => ({ left: 16 * index, top: 0, colour: RED }));
  const dullSquares = [0, 32, 64, 96].map((left) => ({ left, top: 32, colour: '#901010' }));
  const trainImage = await uploadImage(client, { base64: await createSquaresImage([...brightSquares, ...dullSquares]) });
  for (const { left } of brightSquares) await createTestObject(client, trainImage.id, red, [left, 0, left + 16, 16]);
  await client.post('/annotate/v2/verification/', { image_id: trainImage.id });
  const detectRed = async () => {
    const body = { task_id: task, records: [{ _url: trainImage.img_path }] };
    return expectBody<z.output<typeof DetectResponse>>(await client.post('/detection/v2/detect', body)).records[0]!._objects;
  };
  expect(await detectRed()).toHaveLength(12);
  await server.runWork();
  // The evaluation has chosen the thresholds on the verified image that is not a TEST image.
  expect(await detectRed()).toHaveLength(8);
  const { uploaded } = expectBody<Model>(await client.get(`/detection/v2/model/${addedModel.model}`));
  expect(uploaded).toMatchObject({ thresholds: [{ id: red }, { id: green }], threshold_pictures: 1 });
  const changes = { domain: 'detection', name: 'Cells v9', notes: '', thresholds: { [red]: 0.4 } };
  expectBody(await client.patch(`${PATH}${addedModel.model}`, changes));
  expect(await detectRed()).toHaveLength(12);
  expect(expectBody<Model>(await client.get(`/detection/v2/model/${addedModel.model}`)).uploaded).toMatchObject({
    name: 'Cells v9',
    notes: '',
    licence: 'MIT',
    threshold_pictures: null,
    thresholds: [{ id: red, threshold: 0.4 }, uploaded!.thresholds![1]],
  });
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
    await client.post(`/detection/v2/model/${addedModel.model}/request-download`),
  );
  expect(new URL(url!, server.origin).pathname).toMatch(/\.onnx$/);
  const file = Buffer.from(await (await fetch(new URL(url!, server.origin))).arrayBuffer());
  expect(file.equals(createTinyDetector('yolo'))).toBe(true);
});

it('adds a model file of the folder of the server, and deletes the model', async () => {
  const [{ target, task, red }] = [await createDetection(), await uploadImage(client)];
  writeFileSync(join(modelsDir, 'tiny.onnx'), createTinyDetector('yolo'));
  expect(expectBody(await client.get(PATH))).toMatchObject({ files: [{ name: 'tiny.onnx' }] });
  const { status, body: check } = await uploadModel(target, null, { server_file: 'tiny.onnx' });
  expect([status, check]).toMatchObject([201, { layout: 'yolo' }]);
  expect((await uploadModel(target, null, { server_file: '../tiny.onnx' })).body.detail).toMatch(/^server_file: is not/);
  const { model } = expectBody<{ model: string }>(await addModel(target, check.token, [{ index: 0, label: red }]), 201);
  // An uploaded model does not count as a training.
  const rule = await client.get('/annotate/v2/training-rule/', { domain: 'detection', task });
  expect(rule.body).toMatchObject({ last_training: null });
  expect((await client.delete(`/detection/v2/model/${model}`)).status).toBe(204);
  expect(expectBody<ListEnvelope<Model>>(await client.get('/detection/v2/model/', { detection_task: task })).results).toEqual([]);
});

it('deletes files that are not added', async () => {
  const { target, red } = await createDetection();
  await uploadImage(client);
  const { body: check } = await uploadModel(target, createTinyDetector('yolo'));
  await deleteExpiredFiles(server.db, server.files, new Date(Date.now() + 2 * DAY_MS));
  expect((await addModel(target, check.token, [{ index: 0, label: red }])).body).toEqual({
    detail: 'The uploaded file has expired. Upload it again.',
  });
});

it('classifies images and adds the probabilities of classes with the same label', async () => {
  const { target, task, labels } = await createCategories();
  const [red = '', green = ''] = labels;
  const reddishImage = await uploadImage(client, { base64: await createSquaresImage([]) });
  const { status, body: check } = await uploadModel(target, createTinyClassifier(), { pixels: '0-1' });
  expect([status, check.layout, check.width]).toEqual([201, 'classification', 32]);
  expect(check.classes.map(({ label }) => label)).toEqual([red, green, null]);
  const classes = [
    { index: 0, label: green },
    { index: 1, label: green },
    { index: 2, label: red },
  ];
  expectBody(await addModel(target, check.token, classes), 201);
  const body = { task_id: task, records: [{ _url: reddishImage.img_path }], keep_prob: 0 };
  const response = expectBody<{ records: { labels: { id: string; prob: number }[] }[] }>(
    await client.post('/recognition/v2/classify/', body),
  );
  const [firstLabel, secondLabel] = response.records[0]!.labels;
  expect([firstLabel?.id, secondLabel?.id]).toEqual([red, green]);
  expect(firstLabel!.prob + secondLabel!.prob).toBeCloseTo(1, 5);
});

it('ends the process of a model check when its request is cancelled', async () => {
  const { target } = await createDetection();
  await uploadImage(client);
  const cancelController = new AbortController();
  const previousLearners = listLearners();
  const isRunning = () => listLearners().some((pid) => !previousLearners.includes(pid));
  const pendingUpload = uploadModel(target, HOSTILE_MODELS.endlessLoop(), {}, cancelController.signal);
  pendingUpload.catch(() => undefined);
  await waitUntil(isRunning);
  cancelController.abort();
  await expect(pendingUpload).rejects.toThrow();
  await waitUntil(() => !isRunning());
  expect((await uploadModel(target, createTinyDetector('yolo'))).status).toBe(201);
});

/** Lists the ids of model processes. */
function listLearners(): string[] {
  const childIds = readFileSync(`/proc/${process.pid}/task/${process.pid}/children`, 'utf8').trim().split(' ').filter(Boolean);
  return childIds.filter((pid) => /learner/.test(readFileSync(`/proc/${pid}/cmdline`, 'utf8')));
}

describe('the server refuses', () => {
  const MODELS: [name: string, createModel: () => Uint8Array, message: RegExp | string][] = [
    ['an endless loop', HOSTILE_MODELS.endlessLoop, 'The model did not finish within 2 seconds, so it was stopped.'],
    ['custom operators', HOSTILE_MODELS.customOperator, /^The model uses the custom operator evil\.example\.Run\./],
    ['huge tensors', HOSTILE_MODELS.hugeTensor, /memory/],
  ];
  it.each(process.env.LONG ? MODELS : MODELS.slice(0, 1))('models with %s', async (_, createModel, message) => {
    const { target } = await createDetection();
    await uploadImage(client);
    if (createModel === HOSTILE_MODELS.endlessLoop) CHECK_LIMITS.timeoutMs = 2_000;
    const { status, body } = await uploadModel(target, createModel());
    CHECK_LIMITS.timeoutMs = 40_000;
    expect([status >= 400 && status < 505, body.detail]).toEqual([true, expect.stringMatching(message)]);
  });

  it('uploads without a file, images, labels or a suitable task', async () => {
    const { target } = await createDetection();
    const model = createTinyDetector('yolo');
    expect((await uploadModel(target, model)).body.detail).toMatch(/^The model is tested on images of the workspace\./);
    await uploadImage(client);
    expect((await uploadModel(target, null)).body.detail).toMatch(/A form with an ONNX file is required/);
    const { id: emptyTaskId } = await createNamedRow(client, '/detection/v2/task/', { name: 'Empty' });
    expect((await uploadModel({ domain: 'detection', task: emptyTaskId }, model)).body.detail).toMatch(
      /^This task has no labels\./,
    );
    const { target: regressionTask } = await createCategories({ type: 'regression' });
    expect((await uploadModel(regressionTask, model)).body.detail).toMatch(/^Models can be uploaded for/);
  });

  it('changes of trained models, and thresholds of labels without a class', async () => {
    const { target, task, red, green } = await createDetection();
    await uploadImage(client, { base64: await createSquaresImage([]) });
    const { token } = (await uploadModel(target, createTinyDetector('yolo'))).body;
    const { model } = expectBody<{ model: string }>(await addModel(target, token, [{ index: 0, label: red }]), 201);
    const changeModel = async (id: string, fields: object) =>
      (await client.patch(PATH + id, { domain: 'detection', ...fields })).body;
    expect(await changeModel(model, { thresholds: { [green]: 0.5 } })).toEqual({
      detail: 'thresholds: contains a label for which the model has no threshold',
    });
    const trainedModel = { workspace_id: workspaceId, task_id: task, number: 2, training_params: '{}' };
    const { id } = await server.db.insertInto('detection_model').values(trainedModel).returning('id').executeTakeFirstOrThrow();
    expect(await changeModel(id, { name: 'Mine' })).toEqual({ detail: 'This model was not uploaded, so it cannot be changed.' });
  });

  it('names of classes that are too long to be added', async () => {
    const { target } = await createDetection();
    await uploadImage(client);
    const names = JSON.stringify(Array.from({ length: 6000 }, (_, index) => `${index}`.padEnd(100, 'x')));
    const { status, body } = await uploadModel(target, createTinyDetector('end-to-end', { names }));
    expect([status, body.detail]).toEqual([400, expect.stringMatching(/^The names of the classes in the model are too long\./)]);
  });

  it('tokens of other tasks, changed tokens, and classes that the model does not have', async () => {
    const { target, red } = await createDetection();
    await uploadImage(client);
    const { token } = (await uploadModel(target, createTinyDetector('end-to-end'))).body;
    const otherTask = await createDetection();
    const readRefusal = async (...args: Parameters<typeof addModel>) => (await addModel(...args)).body;
    expect(await readRefusal(otherTask.target, token, [{ index: 0, label: otherTask.red }])).toEqual({
      detail: 'token: is not the token of a checked model of this task',
    });
    expect(await readRefusal(target, `x${token}`, [{ index: 0, label: red }])).toEqual({
      detail: 'token: is not the token of a checked model of this task',
    });
    expect(await readRefusal(target, token, [{ index: 7, label: red }])).toEqual({
      detail: 'classes: contains class 7, but the model has only 2 classes',
    });
    expect(await readRefusal(target, token, [{ index: 0, label: otherTask.red }])).toEqual({
      detail: 'classes: contains a label that the task does not have',
    });
  });
});
