import { randomUUID } from 'node:crypto';
import { mkdir, readdir, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { RecognitionModel, RecognitionTask } from '@console/shared-contract/api';
import { sql } from 'kysely';
import sharp from 'sharp';
import type { z } from 'zod';
import { bodyOf, type TestClient } from '../testing/client';
import { eventually } from '../testing/eventually';
import { makeLabel, makeNamed, makeObject, makeTask, uploadImage } from '../testing/fixtures';
import { deleteUnusedLearningFiles } from './delete-models';
import { makeTestServer, type TestServer } from '../testing/test-server';

type Model = z.output<typeof RecognitionModel>;

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer({ config: { builtInModels: true } });
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.makeTenant());
});

const COLORS = { Red: { r: 200, g: 30, b: 30 }, Blue: { r: 30, g: 40, b: 200 } } as const;

/** A picture of one colour with some noise of its own. */
async function picture(background: { r: number; g: number; b: number }, shade: number): Promise<string> {
  const { r, g, b } = background;
  const shaded = { r: r + shade, g: g + shade, b: b + shade };
  const png = await sharp({ create: { width: 64, height: 64, channels: 3, background: shaded } })
    .png()
    .toBuffer();
  return png.toString('base64');
}

/** Red on the left, blue on the right. */
async function halves(shade = 0): Promise<string> {
  const { r, g, b } = COLORS.Blue;
  const background = { r: r + shade, g: g + shade, b };
  const blue = await sharp({ create: { width: 32, height: 64, channels: 3, background } })
    .png()
    .toBuffer();
  const red = sharp({ create: { width: 64, height: 64, channels: 3, background: COLORS.Red } });
  const png = await red
    .composite([{ input: blue, left: 32, top: 0 }])
    .png()
    .toBuffer();
  return png.toString('base64');
}

/** A task of two colours with so many pictures of each, whose shades begin somewhere. */
async function colorTask(ofEach: number, from = 0) {
  const task = await makeTask(client, { name: 'Color', type: 'multi_class' });
  const labels = {
    Red: await makeLabel(client, { name: 'Red', task: task.id }),
    Blue: await makeLabel(client, { name: 'Blue', task: task.id }),
  };
  for (const name of ['Red', 'Blue'] as const) {
    for (let index = 0; index < ofEach; index += 1) {
      const image = await uploadImage(client, { base64: await picture(COLORS[name], from + 4 * index) });
      await client.post(`/recognition/v2/training-image/${image.id}/add-label`, { label_id: labels[name].id });
      if (index === 0) await client.post('/recognition/v2/training-image/update', { images: [image.id], 'mark-test': true });
    }
  }
  return { task, labels };
}

const queue = async (task: string) => bodyOf<Model>(await client.post(`/recognition/v2/task/${task}/train`), 201);
const namesIn = (kind: string) => readdir(join(server.filesDir, 'learning', kind));
const read = async (id: string) => bodyOf<Model>(await client.get(`/recognition/v2/model/${id}`));

describe('a training on this machine', () => {
  it('learns what people have labelled, measures it on TEST pictures, and answers with it', async () => {
    const { task, labels } = await colorTask(6);
    const { id } = await queue(task.id);
    await server.runWork();
    expect(await read(id)).toMatchObject({
      train_status: 'TRAINED',
      error: null,
      progress: null,
      pictures: 12,
      scores: { pictures: 2, heldOut: false, accuracy: 1, map75: null },
    });
    const { records } = bodyOf<{ records: { _status: unknown; best_label: { id: string } | null; labels: unknown[] }[] }>(
      await client.post('/recognition/v2/classify/', {
        task_id: task.id,
        records: [
          { _base64: await picture(COLORS.Blue, 9) },
          { _base64: Buffer.from('no picture').toString('base64') },
          { _base64: await picture(COLORS.Red, 9) },
          { _base64: await halves(), _objects: [{ bound_box: [0, 0, 32, 64] }], _extract_object: true },
          { _base64: await halves(), _objects: [{ bound_box: [32, 0, 64, 64] }], _extract_object: true },
        ],
      }),
    );
    const { Red, Blue } = labels;
    expect(records.map(({ best_label }) => best_label?.id)).toEqual([Blue.id, undefined, Red.id, Red.id, Blue.id]);
    expect(records.slice(0, 2).map(({ _status }) => _status)).toEqual([
      { code: 200, text: 'OK' },
      { code: 400, text: 'This picture could not be read.' },
    ]);
    expect(records[1]).toMatchObject({ best_label: null, labels: [] });

    // What it has learned of a label is not said any more when the label is gone.
    await client.delete(`/recognition/v2/label/${Blue.id}`);
    const afterwards = await client.post('/recognition/v2/classify/', {
      task_id: task.id,
      records: [{ _base64: await picture(COLORS.Blue, 9) }],
      keep_prob: 0,
    });
    expect(afterwards.body).toMatchObject({ records: [{ labels: [{ name: 'Red' }] }] });
  });

  it('learns from objects that are labelled themselves, and says what an object is', async () => {
    const task = await makeTask(client, { name: 'Color', type: 'multi_class' });
    const [red, blue] = [
      await makeLabel(client, { name: 'Red', task: task.id }),
      await makeLabel(client, { name: 'Blue', task: task.id }),
    ];
    const thing = await makeNamed(client, '/detection/v2/label/', { name: 'Thing' });
    const sides = [
      { data: [0, 0, 32, 64], label: red.id },
      { data: [32, 0, 64, 64], label: blue.id },
    ];
    for (const shade of [0, 6, 12, 18]) {
      const image = await uploadImage(client, { base64: await halves(shade) });
      for (const { data, label } of sides) {
        const object = await makeObject(client, image.id, thing.id, data);
        await client.post(`/detection/v2/object/${object.id}/add-label`, { label_id: label });
      }
      if (shade === 18) await client.post('/recognition/v2/training-image/update', { images: [image.id], 'mark-test': true });
    }
    const base64 = await halves(9);
    const { id } = await queue(task.id);
    await server.runWork();
    expect(await read(id)).toMatchObject({
      train_status: 'TRAINED',
      error: null,
      pictures: 4,
      scores: { pictures: 1, accuracy: 1 },
    });
    const { records } = bodyOf<{ records: { best_label: { id: string } | null }[] }>(
      await client.post('/recognition/v2/classify/', {
        task_id: task.id,
        records: sides.map(({ data }) => ({ _base64: base64, _objects: [{ bound_box: data }], _extract_object: true })),
      }),
    );
    expect(records.map(({ best_label }) => best_label?.id)).toEqual([red.id, blue.id]);
  });

  it('is downloaded as a zip with the model, its labels, its measures and what it was trained on', async () => {
    const { user, client: theirs } = await server.makeTenant();
    await server.db.updateTable('app_user').set({ can_download_model: true }).where('id', '=', user.id).execute();
    client = theirs;
    const { task } = await colorTask(4);
    const { id } = await queue(task.id);
    await server.runWork();
    const { model_path_download } = bodyOf<Model>(await client.post(`/recognition/v2/model/${id}/request-download`, {}));
    const answer = await fetch(new URL(model_path_download!, server.origin));
    expect(answer.headers.get('content-type')).toBe('application/zip');
    const text = Buffer.from(await answer.arrayBuffer()).toString('latin1');
    for (const name of ['model.onnx', 'model.json', 'metrics.json', 'NOTICE.txt', 'README.md', 'predict.py', 'pictures.csv'])
      expect(text).toContain(name);
    // Asked, so that it lies on this server's disk too.
    await client.post('/recognition/v2/classify/', { task_id: task.id, records: [{ _base64: await picture(COLORS.Red, 9) }] });
    const rows = await server.db.selectFrom('recognition_model').select(['file_key', 'model_key']).where('id', '=', id).execute();
    const keys = rows.flatMap(({ file_key, model_key }) => [file_key!, model_key!]);
    const left = async () => [
      ...(await Promise.all(keys.map((key) => server.files.stat(key)))).filter((file) => file !== null),
      ...(await readdir(join(server.filesDir, 'learning', 'models'))).filter((name) => name.startsWith(id)),
    ];
    expect(await left()).toHaveLength(4);
    await client.delete(`/recognition/v2/task/${task.id}`);
    expect((await fetch(new URL(model_path_download!, server.origin))).status).toBe(404);
    expect(await left()).toEqual([]);
  });

  it('ends with its task, and leaves no file behind', async () => {
    const { task } = await colorTask(4);
    const { id } = await queue(task.id);
    const put = jest.spyOn(server.files, 'put');
    const running = server.runWork();
    await eventually(async () => (await read(id)).train_status === 'TRAINING');
    await client.delete(`/recognition/v2/task/${task.id}`);
    await running;
    const keys = await Promise.all(put.mock.results.map(({ value }) => value as Promise<string>));
    put.mockRestore();
    expect(await Promise.all(keys.map((key) => server.files.stat(key)))).toEqual(keys.map(() => null));
    expect(await namesIn('trainings')).not.toContain(id);
  });

  it('loses from the local disk what no model needs any more, and nothing else', async () => {
    const { task } = await colorTask(4);
    const { id: waiting } = await queue(task.id);
    const { workspace } = task;
    const gone = randomUUID();
    const folder = join(server.filesDir, 'learning');
    const old = new Date(Date.now() - 7_200_000);
    for (const place of [
      `trainings/${gone}`,
      `trainings/${waiting}`,
      'asked/old',
      'asked/new',
      'models',
      `similar/${gone}/image`,
      `similar/${workspace}`,
      'similar/version',
    ])
      await mkdir(join(folder, place), { recursive: true });
    for (const name of [`${gone}.onnx`, `${gone}.json`, `${gone}.onnx.1.x.part`, `${waiting}.onnx`])
      await writeFile(join(folder, 'models', name), '');
    await utimes(join(folder, 'asked', 'old'), old, old);
    await deleteUnusedLearningFiles(server.db, { dataDir: server.filesDir });
    expect((await namesIn('models')).filter((name) => name.startsWith(gone) || name.startsWith(waiting))).toEqual([
      `${waiting}.onnx`,
    ]);
    expect(await namesIn('trainings')).toEqual([waiting]);
    expect(await namesIn('asked')).toEqual(['new']);
    expect((await namesIn('similar')).sort()).toEqual([workspace, 'version']);
  });

  it('is queued once, and not again before it has ended', async () => {
    const { task } = await colorTask(4);
    const { id } = await queue(task.id);
    const again = await client.post(`/recognition/v2/task/${task.id}/train`);
    expect([again.status, again.body]).toEqual([400, { detail: 'A model of this task is in the queue already.' }]);
    await client.post(`/recognition/v2/model/${id}/cancel`, {});
    const next = await queue(task.id);
    expect(next.train_status).toBe('QUEUED');
    await client.post(`/recognition/v2/model/${next.id}/cancel`, {});
  });

  it('says how far it is with its task too, until it has ended', async () => {
    const { task } = await colorTask(4);
    const { id } = await queue(task.id);
    const progress = { phase: 'training', done: 3, total: 12, secondsLeft: 4 };
    const far = async () => bodyOf<RecognitionTask>(await client.get(`/recognition/v2/task/${task.id}`)).last_train_progress;
    expect(await far()).toBeNull();
    await sql`
      update recognition_model set train_status = 'TRAINING', progress = ${JSON.stringify(progress)} where id = ${id}`.execute(
      server.db,
    );
    expect(await far()).toEqual(progress);
    await client.post(`/recognition/v2/model/${id}/cancel`, {});
    expect(await far()).toBeNull();
  });

  it('that waits is cancelled at once', async () => {
    const { task } = await colorTask(4);
    const { id } = await queue(task.id);
    expect(bodyOf(await client.post(`/recognition/v2/model/${id}/cancel`, {}))).toMatchObject({ train_status: 'CANCELLED' });
    await server.runWork();
    expect(await read(id)).toMatchObject({ train_status: 'CANCELLED', dataset: null });
  });

  it('that runs is cancelled, and leaves nothing behind', async () => {
    const { task } = await colorTask(5);
    const { id } = await queue(task.id);
    const running = server.runWork();
    await eventually(async () => (await read(id)).train_status === 'TRAINING');
    await client.post(`/recognition/v2/model/${id}/cancel`, {});
    await running;
    expect(await read(id)).toMatchObject({ train_status: 'CANCELLED', progress: null });
    expect(await namesIn('trainings')).not.toContain(id);
  });

  it('whose process dies is trained all the same', async () => {
    const { task } = await colorTask(4);
    const { id } = await queue(task.id);
    const dying = join(server.filesDir, 'dying-learner.cjs');
    await writeFile(dying, "process.on('message', () => process.kill(process.pid, 'SIGKILL'));");
    const real = process.env.CONSOLE_LEARNER;
    process.env.CONSOLE_LEARNER = dying;
    try {
      await server.runWork();
      expect(await read(id)).toMatchObject({ train_status: 'TRAINING', error: null });
    } finally {
      process.env.CONSOLE_LEARNER = real;
    }
    await server.runWork();
    expect(await read(id)).toMatchObject({ train_status: 'TRAINED', error: null, pictures: 8 });
  });

  it('stays explained: its dataset is what the pictures were, whatever becomes of them', async () => {
    const { task, labels } = await colorTask(4);
    const { id } = await queue(task.id);
    await server.runWork();
    const { dataset } = await read(id);
    const images = bodyOf<{ results: { id: string }[] }>(await client.get('/recognition/v2/training-image/'));
    await client.delete(`/recognition/v2/training-image/${images.results[0]!.id}`);
    await client.delete(`/recognition/v2/label/${labels.Red.id}`);
    const kept = await server.db.selectFrom('dataset_picture').selectAll().where('dataset_id', '=', dataset!).execute();
    expect(kept).toHaveLength(8);
    expect(kept.filter(({ annotations }) => JSON.stringify(annotations).includes(labels.Red.id))).toHaveLength(4);
  });

  it('answers a flow: a switch opens the actions of the likeliest label alone', async () => {
    const { task, labels } = await colorTask(4);
    const shade = await colorTask(4, 1);
    for (const each of [task, shade.task]) await queue(each.id);
    await server.runWork();
    const graph = {
      root: ['color'],
      actions: [
        { id: 'color', type: 'switch', task: task.id, cases: { [labels.Red.id]: ['again'] } },
        { id: 'again', type: 'recognition', task: shade.task.id },
      ],
    };
    const flow = bodyOf<{ id: string }>(await client.post('/flows/v2/flow/', { name: 'By color', json_data: graph }), 201);
    const { records } = bodyOf<{ records: { _tags: { task: string; labels: { name: string }[] }[] }[] }>(
      await client.post('/flows/v2/process', {
        flow: flow.id,
        records: [{ _base64: await picture(COLORS.Red, 6) }, { _base64: await picture(COLORS.Blue, 6) }],
      }),
    );
    expect(records.map(({ _tags }) => _tags.map((said) => [said.task, said.labels[0]?.name]))).toEqual([
      [
        [task.id, 'Red'],
        [shade.task.id, 'Red'],
      ],
      [[task.id, 'Blue']],
    ]);
  });
});
