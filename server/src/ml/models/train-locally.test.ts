import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecognitionModel, RecognitionTask } from '@console/shared-contract/api';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { z } from 'zod';
import { expectBody, type TestClient } from '../../testing/api/client';
import { unzip } from '../../testing/api/unzip';
import { waitUntil } from '../../testing/wait/wait-until';
import { createTestLabel, createNamedRow, createTestObject, createTestTask, uploadImage } from '../../testing/api/fixtures';
import { TRASH_DAYS } from '@console/shared-contract/limits';
import { deleteExpiredFiles } from '../../data-access/rows/discarded-files';
import { deleteUnusedLearningFiles } from './delete-models';
import { createPng } from '../../testing/api/png';
import { setUpTestServer } from '../../testing/api/test-server';

type Model = z.output<typeof RecognitionModel>;

const server = setUpTestServer({ config: { builtInModels: true } });
let client: TestClient;

const COLORS = { Red: { r: 200, g: 30, b: 30 }, Blue: { r: 30, g: 40, b: 200 } } as const;

/** Creates an image of one colour, brightened by `shade` so that each image differs. */
async function createImage(background: { r: number; g: number; b: number }, shade: number): Promise<string> {
  const { r, g, b } = background;
  const shadedColor = { r: r + shade, g: g + shade, b: b + shade };
  const png = await createPng(shadedColor, 64, 64);
  return png.toString('base64');
}

/** Creates an image that is red on the left and blue on the right. */
async function createTwoColorImage(shade = 0): Promise<string> {
  const { r, g, b } = COLORS.Blue;
  const background = { r: r + shade, g: g + shade, b };
  const blueHalf = await createPng(background, 32, 64);
  const redBackground = sharp({ create: { width: 64, height: 64, channels: 3, background: COLORS.Red } });
  const png = await redBackground
    .composite([{ input: blueHalf, left: 32, top: 0 }])
    .png()
    .toBuffer();
  return png.toString('base64');
}

/** Creates a task with two colours and four images of each. The first image of each colour is a TEST image. */
async function createColorTask() {
  const task = await createTestTask(client, { name: 'Color', type: 'multi_class' });
  const labels = {
    Red: await createTestLabel(client, { name: 'Red', task: task.id }),
    Blue: await createTestLabel(client, { name: 'Blue', task: task.id }),
  };
  for (const name of ['Red', 'Blue'] as const) {
    for (let index = 0; index < 4; index += 1) {
      const image = await uploadImage(client, { base64: await createImage(COLORS[name], 4 * index) });
      await client.post(`/recognition/v2/training-image/${image.id}/add-label`, { label_id: labels[name].id });
      if (index === 0) await client.post('/recognition/v2/training-image/update', { images: [image.id], 'mark-test': true });
    }
  }
  return { task, labels };
}

const queueTraining = async (taskId: string) => expectBody<Model>(await client.post(`/recognition/v2/task/${taskId}/train`), 201);
const listNames = (kind: string) => readdir(join(server.filesDir, 'learning', kind));
const readModel = async (id: string) => expectBody<Model>(await client.get(`/recognition/v2/model/${id}`));

describe('a model trained on this machine', () => {
  let id: string;
  let task: RecognitionTask;
  let labels: Awaited<ReturnType<typeof createColorTask>>['labels'];
  beforeAll(async () => {
    const tenant = await server.createTenant();
    await server.db.updateTable('app_user').set({ can_download_model: true }).where('id', '=', tenant.user.id).execute();
    client = tenant.client;
    ({ task, labels } = await createColorTask());
    ({ id } = await queueTraining(task.id));
    await server.runWork();
  });

  it('has scores on the test images, and classifies images and parts of images', async () => {
    expect(await readModel(id)).toMatchObject({
      train_status: 'TRAINED',
      error: null,
      progress: null,
      pictures: 8,
      scores: { pictures: 2, heldOut: false, accuracy: 1, map75: null },
    });
    const { records } = expectBody<{ records: { _status: unknown; best_label: { id: string } | null; labels: unknown[] }[] }>(
      await client.post('/recognition/v2/classify/', {
        task_id: task.id,
        records: [
          { _base64: await createImage(COLORS.Blue, 9) },
          { _base64: Buffer.from('not an image').toString('base64') },
          { _base64: await createImage(COLORS.Red, 9) },
          { _base64: await createTwoColorImage(), _objects: [{ bound_box: [0, 0, 32, 64] }], _extract_object: true },
          { _base64: await createTwoColorImage(), _objects: [{ bound_box: [32, 0, 64, 64] }], _extract_object: true },
        ],
      }),
    );
    const { Red, Blue } = labels;
    expect(records.map(({ best_label }) => best_label?.id)).toEqual([Blue.id, undefined, Red.id, Red.id, Blue.id]);
    expect(records.slice(0, 2).map(({ _status }) => _status)).toEqual([
      { code: 200, text: 'OK' },
      { code: 400, text: 'This image could not be read.' },
    ]);
    expect(records[1]).toMatchObject({ best_label: null, labels: [] });
  });

  it('runs a flow whose switch follows only the most likely label', async () => {
    const graph = {
      root: ['color'],
      actions: [
        { id: 'color', type: 'switch', task: task.id, cases: { [labels.Red.id]: ['again'] } },
        { id: 'again', type: 'recognition', task: task.id },
      ],
    };
    const flow = expectBody<{ id: string }>(await client.post('/flows/v2/flow/', { name: 'By color', json_data: graph }), 201);
    const { records } = expectBody<{ records: { _tags: { task: string; labels: { name: string }[] }[] }[] }>(
      await client.post('/flows/v2/process', {
        flow: flow.id,
        records: [{ _base64: await createImage(COLORS.Red, 6) }, { _base64: await createImage(COLORS.Blue, 6) }],
      }),
    );
    expect(records.map(({ _tags }) => _tags.map((tag) => [tag.task, tag.labels[0]?.name]))).toEqual([
      [
        [task.id, 'Red'],
        [task.id, 'Red'],
      ],
      [[task.id, 'Blue']],
    ]);
  });

  it('keeps its dataset version and predicts no deleted label after images and labels are deleted', async () => {
    const { dataset } = await readModel(id);
    const images = expectBody<{ results: { id: string }[] }>(await client.get('/recognition/v2/training-image/'));
    await client.delete(`/recognition/v2/training-image/${images.results[0]!.id}`);
    await client.delete(`/recognition/v2/label/${labels.Blue.id}`);
    const storedImages = await server.db.selectFrom('dataset_picture').selectAll().where('dataset_id', '=', dataset!).execute();
    expect(storedImages).toHaveLength(8);
    expect(storedImages.filter(({ annotations }) => JSON.stringify(annotations).includes(labels.Blue.id))).toHaveLength(4);
    const responseAfterDeletion = await client.post('/recognition/v2/classify/', {
      task_id: task.id,
      records: [{ _base64: await createImage(COLORS.Blue, 9) }],
      keep_prob: 0,
    });
    expect(responseAfterDeletion.body).toMatchObject({ records: [{ labels: [{ name: 'Red' }] }] });
  });

  it('creates a zip file that is retained until the deleted task expires', async () => {
    const { model_path_download } = expectBody<Model>(await client.post(`/recognition/v2/model/${id}/request-download`, {}));
    const response = await fetch(new URL(model_path_download!, server.origin));
    expect(response.headers.get('content-type')).toBe('application/zip');
    const entries = await unzip(Buffer.from(await response.arrayBuffer()));
    // The model uses colours only, so it has no notice of pretrained weights.
    expect([...entries.keys()].sort()).toEqual(
      ['model.onnx', 'model.json', 'metrics.json', 'README.md', 'predict.py', 'pictures.csv'].sort(),
    );
    // A prediction downloads the model to this server's disk.
    await client.post('/recognition/v2/classify/', {
      task_id: task.id,
      records: [{ _base64: await createImage(COLORS.Red, 9) }],
    });
    const modelRows = await server.db
      .selectFrom('recognition_model')
      .select(['file_key', 'model_key'])
      .where('id', '=', id)
      .execute();
    const fileKeys = modelRows.flatMap(({ file_key, model_key }) => [file_key!, model_key!]);
    const countFiles = async () => (await Promise.all(fileKeys.map((key) => server.files.stat(key)))).filter(Boolean).length;
    const listCopies = async () =>
      (await readdir(join(server.filesDir, 'learning', 'models'))).filter((name) => name.startsWith(id));
    expect([await countFiles(), (await listCopies()).length]).toEqual([2, 2]);
    await client.delete(`/recognition/v2/task/${task.id}`);
    expect([await countFiles(), await listCopies()]).toEqual([2, []]);
    await deleteExpiredFiles(server.db, server.files, new Date(Date.now() + (TRASH_DAYS + 1) * 86_400_000));
    expect(await countFiles()).toBe(0);
  });
});

describe('a training on this machine', () => {
  beforeEach(async () => {
    ({ client } = await server.createTenant());
  });

  it('trains on labelled objects and classifies objects', async () => {
    const task = await createTestTask(client, { name: 'Color', type: 'multi_class' });
    const [red, blue] = [
      await createTestLabel(client, { name: 'Red', task: task.id }),
      await createTestLabel(client, { name: 'Blue', task: task.id }),
    ];
    const box = await createNamedRow(client, '/detection/v2/label/', { name: 'Box' });
    const halves = [
      { data: [0, 0, 32, 64], label: red.id },
      { data: [32, 0, 64, 64], label: blue.id },
    ];
    for (const shade of [0, 6, 12, 18]) {
      const image = await uploadImage(client, { base64: await createTwoColorImage(shade) });
      for (const { data, label } of halves) {
        const object = await createTestObject(client, image.id, box.id, data);
        await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: label });
      }
      if (shade === 18) await client.post('/recognition/v2/training-image/update', { images: [image.id], 'mark-test': true });
    }
    const base64 = await createTwoColorImage(9);
    const { id } = await queueTraining(task.id);
    await server.runWork();
    expect(await readModel(id)).toMatchObject({
      train_status: 'TRAINED',
      error: null,
      pictures: 4,
      scores: { pictures: 1, accuracy: 1 },
    });
    const { records } = expectBody<{ records: { best_label: { id: string } | null }[] }>(
      await client.post('/recognition/v2/classify/', {
        task_id: task.id,
        records: halves.map(({ data }) => ({ _base64: base64, _objects: [{ bound_box: data }], _extract_object: true })),
      }),
    );
    expect(records.map(({ best_label }) => best_label?.id)).toEqual([red.id, blue.id]);
  });

  testInLongRun('stops and leaves no files when its task is deleted', async () => {
    const { task } = await createColorTask();
    const { id } = await queueTraining(task.id);
    const putSpy = jest.spyOn(server.files, 'put');
    const runningWork = server.runWork();
    await waitUntil(async () => (await readModel(id)).train_status === 'TRAINING');
    await client.delete(`/recognition/v2/task/${task.id}`);
    await runningWork;
    const storedKeys = await Promise.all(putSpy.mock.results.map(({ value }) => value as Promise<string>));
    putSpy.mockRestore();
    expect(await Promise.all(storedKeys.map((key) => server.files.stat(key)))).toEqual(storedKeys.map(() => null));
    expect(await listNames('trainings')).not.toContain(id);
  });

  it('deletes only unused files from the local disk', async () => {
    const { task } = await createColorTask();
    const { id: queuedId } = await queueTraining(task.id);
    const { workspace } = task;
    const deletedId = randomUUID();
    const folder = join(server.filesDir, 'learning');
    const twoHoursAgo = new Date(Date.now() - 7_200_000);
    for (const path of [
      `trainings/${deletedId}`,
      `trainings/${queuedId}`,
      'asked/old',
      'asked/new',
      'models',
      `similar/${deletedId}/image`,
      `similar/${workspace}`,
      'similar/version',
    ])
      await mkdir(join(folder, path), { recursive: true });
    for (const name of [`${deletedId}.onnx`, `${deletedId}.json`, `${deletedId}.onnx.1.x.part`, `${queuedId}.onnx`])
      await writeFile(join(folder, 'models', name), '');
    await utimes(join(folder, 'asked', 'old'), twoHoursAgo, twoHoursAgo);
    await deleteUnusedLearningFiles(server.db, { dataDir: server.filesDir });
    expect((await listNames('models')).filter((name) => name.startsWith(deletedId) || name.startsWith(queuedId))).toEqual([
      `${queuedId}.onnx`,
    ]);
    expect(await listNames('trainings')).toEqual([queuedId]);
    expect(await listNames('asked')).toEqual(['new']);
    expect((await listNames('similar')).sort()).toEqual([workspace, 'version']);
    await client.post(`/recognition/v2/model/${queuedId}/cancel`, {});
  });

  it('cannot be queued again before it has finished', async () => {
    const { task } = await createColorTask();
    const { id } = await queueTraining(task.id);
    const repeatedRequest = await client.post(`/recognition/v2/task/${task.id}/train`);
    expect([repeatedRequest.status, repeatedRequest.body]).toEqual([
      400,
      { detail: 'A model of this task is already in the queue.' },
    ]);
    await client.post(`/recognition/v2/model/${id}/cancel`, {});
    const nextTraining = await queueTraining(task.id);
    expect(nextTraining.train_status).toBe('QUEUED');
    await client.post(`/recognition/v2/model/${nextTraining.id}/cancel`, {});
  });

  it('shows its progress on the task until it finishes', async () => {
    const { task } = await createColorTask();
    const { id } = await queueTraining(task.id);
    const progress = { phase: 'training', done: 3, total: 12, secondsLeft: 4 };
    const readProgress = async () =>
      expectBody<RecognitionTask>(await client.get(`/recognition/v2/task/${task.id}`)).last_train_progress;
    expect(await readProgress()).toBeNull();
    await sql`
      update recognition_model set train_status = 'TRAINING', progress = ${JSON.stringify(progress)} where id = ${id}`.execute(
      server.db,
    );
    expect(await readProgress()).toEqual(progress);
    await client.post(`/recognition/v2/model/${id}/cancel`, {});
    expect(await readProgress()).toBeNull();
  });

  it('is cancelled at once while it is queued', async () => {
    const { task } = await createColorTask();
    const { id } = await queueTraining(task.id);
    expect(expectBody(await client.post(`/recognition/v2/model/${id}/cancel`, {}))).toMatchObject({ train_status: 'CANCELLED' });
    await server.runWork();
    expect(await readModel(id)).toMatchObject({ train_status: 'CANCELLED', dataset: null });
  });

  it('is cancelled while it runs and leaves no files', async () => {
    const { task } = await createColorTask();
    const { id } = await queueTraining(task.id);
    const runningWork = server.runWork();
    await waitUntil(async () => (await readModel(id)).train_status === 'TRAINING');
    await client.post(`/recognition/v2/model/${id}/cancel`, {});
    await runningWork;
    expect(await readModel(id)).toMatchObject({ train_status: 'CANCELLED', progress: null });
    expect(await listNames('trainings')).not.toContain(id);
  });

  it('resumes after its process was killed', async () => {
    const { task } = await createColorTask();
    const { id } = await queueTraining(task.id);
    const crashingLearner = join(server.filesDir, 'crashing-learner.cjs');
    await writeFile(crashingLearner, "process.on('message', () => process.kill(process.pid, 'SIGKILL'));");
    const originalLearner = process.env.CONSOLE_LEARNER;
    process.env.CONSOLE_LEARNER = crashingLearner;
    try {
      await server.runWork();
      expect(await readModel(id)).toMatchObject({ train_status: 'TRAINING', error: null });
    } finally {
      process.env.CONSOLE_LEARNER = originalLearner;
    }
    await server.runWork();
    expect(await readModel(id)).toMatchObject({ train_status: 'TRAINED', error: null, pictures: 8 });
  });
});
