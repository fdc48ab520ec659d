import type { Import, ImportUndoCheck } from '@console/shared-contract/api';
import sharp from 'sharp';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, createTestObject } from '../../testing/api/fixtures';
import { ImportDriver, createZip } from '../../testing/api/import-driver';
import { unavailable } from '../../platform/errors';
import type { FileStore } from '../../platform/files/store';
import { createRunImportKind } from './apply/apply-import';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const IMAGES = '/recognition/v2/training-image/';

let server: TestServer;
let client: TestClient;
let driver: ImportDriver;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

const createPng = (color: string, width = 100, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();

interface Listed {
  results: { id: string; meta_data: unknown; test_image: boolean; labels: { name: string; value: number | null }[] }[];
}
const images = async () => expectBody<Listed>(await client.get(IMAGES, { page_size: 100 })).results;
const boxes = async (of = client) =>
  expectBody<{ results: { data: number[]; detection_label: { name: string } }[] }>(
    await of.get('/detection/v2/object/', { page_size: 100 }),
  ).results.map(({ data, detection_label }) => [detection_label.name, ...data]);
const polygons = async (of = client) =>
  expectBody<{ results: { data: number[] }[] }>(await of.get('/segmentation/v2/polygon/', { page_size: 100 })).results.map(
    ({ data }) => data,
  );

const coco = (more: object = {}) =>
  JSON.stringify({
    images: [
      { id: 1, file_name: 'a.png', width: 100, height: 80 },
      { id: 2, file_name: 'b.png', width: 100, height: 80 },
    ],
    annotations: [
      { id: 1, image_id: 1, category_id: 7, bbox: [10, 20, 40.4, 39.6], segmentation: [], iscrowd: 0 },
      { id: 2, image_id: 2, category_id: 7, bbox: [90, 70, 30, 30], segmentation: [[0, 0, 20, 0, 20, 10]], iscrowd: 0 },
    ],
    categories: [{ id: 7, name: 'Fig' }],
    ...more,
  });
const cocoZip = async () =>
  createZip({
    'data/images/a.png': await createPng('#a00'),
    'data/images/b.png': await createPng('#0a0'),
    'data/annotations/instances.json': coco(),
    '__MACOSX/data/._a.png': 'junk',
  });

it('plans without changes, then applies; a second import of the files adds nothing', async () => {
  await createNamedRow(client, '/detection/v2/label/', { name: 'FIG' });
  const zip = await cocoZip();
  const id = await driver.begin({ 'figs.zip': zip });
  const { state, plan } = await driver.planned(id);
  expect(state).toBe('planned');
  expect(plan).toMatchObject({
    format: 'coco',
    pictures: { new: 2, here: 0, unreadable: 0, missing: 0 },
    shapes: { boxes: 1, polygons: 1, points: 0, labels: 0, outside: 0 },
    classes: [
      { of: 'detection', name: 'Fig', count: 1, label: expect.any(String), without_task: true },
      { of: 'segmentation', name: 'Fig', count: 1, label: null, without_task: true },
    ],
    notes: [],
  });
  expect(await images()).toEqual([]);

  const done = await driver.ran(id, { tasks: { segmentation: { name: 'Outlines' } } });
  expect(done).toMatchObject({
    state: 'done',
    result: {
      pictures: { added: 2, here: 0, failed: 0 },
      shapes: { boxes: 1, polygons: 1, same: 0 },
      labels_created: 1,
      notes: [],
    },
    work: { status: 'done', done: 2, total: 2 },
  });
  expect((await images()).map(({ meta_data }) => meta_data)).toEqual([{ filename: 'b.png' }, { filename: 'a.png' }]);
  expect(await boxes()).toEqual([['FIG', 10, 20, 50, 60]]);
  expect(await polygons()).toEqual([[0, 0, 20, 0, 20, 10]]);
  const [task] = expectBody<{ results: { id: string }[] }>(await client.get('/segmentation/v2/task/')).results;
  const ofTask = await client.get('/segmentation/v2/label/', { task: task?.id });
  expect(expectBody<{ results: { name: string }[] }>(ofTask).results.map(({ name }) => name)).toEqual(['Fig']);

  const again = await driver.imported({ 'figs.zip': zip });
  expect(again.plan?.pictures).toEqual({ new: 0, here: 2, unreadable: 0, missing: 0 });
  expect(again.result).toMatchObject({
    pictures: { added: 0, here: 2 },
    shapes: { boxes: 0, polygons: 0, same: 2 },
    labels_created: 0,
  });
  expect([(await images()).length, (await boxes()).length, (await polygons()).length]).toEqual([2, 1, 1]);
});

it('applies the choices for labels, outlines and shapes outside the image', async () => {
  const fruit = await createNamedRow(client, '/detection/v2/label/', { name: 'Fruit' });
  const files = { 'a.png': await createPng('#a00'), 'b.png': await createPng('#0a0'), 'x.json': coco() };
  const id = await driver.begin(files);
  const { plan } = await driver.planned(id, { outlines: 'both' });
  expect(plan?.shapes).toMatchObject({ boxes: 2, polygons: 1, outside: 1 });
  const key = (of: string) => plan?.classes.find((each) => each.of === of)?.key;
  const done = await driver.ran(id, {
    classes: [
      { key: key('detection'), label: fruit.id },
      { key: key('segmentation'), label: 'leave_out' },
    ],
  });
  expect(done.result).toMatchObject({ labels_created: 0, shapes: { boxes: 2, polygons: 0 } });
  expect(done.result?.notes).toEqual([{ reason: 'Shapes that extend beyond the image: clipped at its edge', count: 1 }]);
  expect((await boxes()).sort()).toEqual([
    ['Fruit', 10, 20, 50, 60],
    ['Fruit', 90, 70, 100, 80],
  ]);
  const skipped = await driver.imported(files, { outlines: 'boxes' }, { outside: 'skip' });
  expect(skipped.result).toMatchObject({
    labels_created: 1,
    shapes: { boxes: 1 },
    notes: [{ reason: 'Shapes that extend beyond the image', count: 1 }],
  });
  expect(await driver.report(skipped.id)).toMatch(
    /^number,path,outcome,reason,image\n1,b\.png,here,Shapes that extend beyond the image,/,
  );
  const refused = await client.post(`/recognition/v2/import/${id}/run`, { classes: [{ key: 'no such', label: 'create' }] });
  expect(refused.status).toBe(409);
});

it('matches annotations without images by file name or exported id', async () => {
  await driver.imported({ 'a.png': await createPng('#a00'), 'A.PNG.txt': 'x' });
  const [image] = await images();
  const text = coco({
    images: [
      { id: 1, file_name: `folder/other-${image?.id}.jpg` },
      { id: 2, file_name: 'lost.png' },
    ],
  });
  const done = await driver.imported({ 'x.json': text });
  expect(done.plan?.pictures).toEqual({ new: 0, here: 1, unreadable: 0, missing: 1 });
  expect(done.result).toMatchObject({ pictures: { added: 0, here: 1, failed: 1 }, shapes: { boxes: 1, polygons: 0 } });
  expect(await boxes()).toEqual([['Fig', 10, 20, 50, 60]]);
  expect((await driver.items(done.id)).map(({ path, outcome }) => [path, outcome])).toEqual([
    [`folder/other-${image?.id}.jpg`, 'here'],
    ['lost.png', 'missing'],
  ]);
});

it('matches a unique file name without folders with an image of the workspace', async () => {
  await driver.imported({ 'train/images/1.png': await createPng('#a00'), 'train/images/2.png': await createPng('#0a0') });
  const found = async (files: Record<string, string>) => {
    const id = await driver.begin(files);
    await driver.planned(id);
    return (await driver.items(id)).map(({ path, outcome, reason }) => [path, outcome, reason]);
  };
  const named = (...names: string[]) => coco({ images: names.map((file_name, id) => ({ id, file_name })), annotations: [] });
  const missing = 'The image is neither in these files nor in the workspace.';
  expect(await found({ 'x.json': named('other/folder/1.png', '2.png') })).toEqual([
    ['other/folder/1.png', 'missing', missing],
    ['2.png', 'here', null],
  ]);
  expect(await found({ 'a/x.json': named('1.png'), 'b/x.json': named('1.png') })).toEqual([
    ['1.png', 'missing', missing],
    ['1.png', 'missing', missing],
  ]);
  const box = '0 0.5 0.5 0.2 0.2\n';
  const labels = { 'labels/train/1.txt': box, 'labels/cam2/2.txt': box, 'data.yaml': 'names: [Fig]' };
  expect(await found(labels)).toEqual([
    ['cam2/2.jpg', 'missing', missing],
    ['1.jpg', 'here', null],
  ]);
});

it('undoes an import completely, unless its images were edited afterwards', async () => {
  const before = await driver.imported({ 'a.png': await createPng('#a00') });
  const done = await driver.imported({ 'figs.zip': await cocoZip() }, {}, { tasks: { detection: { name: 'Figs' } } });
  expect(done.result?.pictures).toEqual({ added: 1, here: 1, failed: 0 });
  const undo = async () => expectBody<ImportUndoCheck>(await client.get(`/recognition/v2/import/${done.id}/undo`));
  expect(await undo()).toEqual({ possible: true, worked_on: 0, images: [] });

  const [second] = await images();
  const { results } = expectBody<{ results: { id: string }[] }>(await client.get('/detection/v2/label/'));
  const object = await createTestObject(client, second!.id, results[0]!.id, [1, 1, 9, 9]);
  expect(await undo()).toEqual({ possible: false, worked_on: 1, images: [second?.id] });
  const refused = await client.post(`/recognition/v2/import/${done.id}/undo`);
  expect([refused.status, refused.text]).toEqual([409, expect.stringContaining('1 of its images were edited')]);

  await client.delete(`/detection/v2/object/${object.id}`);
  expect((await driver.undone(done.id)).state).toBe('undone');
  expect((await images()).map(({ meta_data }) => meta_data)).toEqual([{ filename: 'a.png' }]);
  expect([await boxes(), await polygons()]).toEqual([[], []]);
  expect(expectBody<{ count: number }>(await client.get('/detection/v2/label/')).count).toBe(0);
  expect(expectBody<{ count: number }>(await client.get('/detection/v2/task/')).count).toBe(0);
  expect((await driver.read(before.id)).state).toBe('done');
});

it('deletes a created tagging task with its negative label on undo', async () => {
  const choices = { tasks: { recognition: { name: 'Tags' } } };
  const counted = async () =>
    Promise.all(
      ['task', 'label'].map(async (what) => expectBody<{ count: number }>(await client.get(`/recognition/v2/${what}/`)).count),
    );
  const csv = 'filename,label\na.png,Ripe\na.png,Red\n';
  const done = await driver.imported({ 'a.png': await createPng('#a00'), 'images.csv': csv }, {}, choices);
  // Two labels of the files, and the negative label of the task.
  expect([done.state, await counted()]).toEqual(['done', [1, 3]]);
  expect((await driver.undone(done.id)).state).toBe('undone');
  expect(await counted()).toEqual([0, 0]);
});

it('accepts files in parts and rejects wrong offsets, strangers and incomplete files', async () => {
  const content = await createPng('#a00');
  const id = await driver.begin({});
  const announce = async () =>
    expectBody<{ files: { id: string; received: number }[] }>(
      await client.post(`/recognition/v2/import/${id}/files`, { files: [{ path: 'a.png', size: content.length }] }),
    ).files[0]!;
  const { id: file, received } = await announce();
  expect(received).toBe(0);
  expect((await driver.sendPart(id, file, 0, content.subarray(0, 50))).status).toBe(200);
  expect((await announce()).received).toBe(50);
  const early = await client.post(`/recognition/v2/import/${id}/plan`);
  expect([early.status, early.text]).toEqual([400, expect.stringContaining(`50 of ${content.length} bytes were received`)]);
  const wrong = await driver.sendPart(id, file, 10, content.subarray(10));
  expect([wrong.status, await wrong.json()]).toEqual([409, expect.objectContaining({ received: 50 })]);
  const long = await driver.sendPart(id, file, 50, Buffer.concat([content.subarray(50), content]));
  expect(long.status).toBe(413);
  const { client: stranger } = await server.createTenant();
  expect((await new ImportDriver(server, stranger).sendPart(id, file, 50, content.subarray(50))).status).toBe(404);
  expect((await driver.sendPart('no-id', file, 0, content)).status).toBe(404);
  expect((await driver.sendPart(id, file, -1, content)).status).toBe(400);
  const anonymous = await fetch(`${server.origin}/api/imports/${id}/report.csv`);
  expect(anonymous.status).toBe(401);
  await expect(new ImportDriver(server, stranger).report(id)).rejects.toThrow('404');

  const { received: there } = await announce();
  await driver.sendPart(id, file, there, content.subarray(there));
  expect((await driver.planned(id)).plan?.pictures.new).toBe(1);
});

it('resumes after a store outage or a cancellation without adding duplicates', async () => {
  const files = Object.fromEntries(
    await Promise.all(Array.from({ length: 30 }, async (_, at) => [`${at}.png`, await createPng(`#0000${at + 10}`)] as const)),
  );
  const id = await driver.begin(files);
  await driver.planned(id);
  let puts = 0;
  const { deps } = server.app;
  const cutOff: FileStore = {
    ...deps.files,
    putStream: async (...given) => {
      puts += 1;
      if (puts === 28) throw unavailable();
      return deps.files.putStream(...given);
    },
  };
  expectBody(await client.post(`/recognition/v2/import/${id}/run`), 202);
  const running = await driver.read(id);
  const kinds = [createRunImportKind({ ...deps, files: cutOff })];
  await server.runWork(kinds);
  expect(await driver.read(id)).toMatchObject({
    state: 'running',
    result: { pictures: { added: 24 } },
    work: { done: 24, total: 30 },
  });
  await server.runWork(kinds);
  const { attempt } = await server.db
    .selectFrom('long_work')
    .select('attempt')
    .where('id', '=', running.work!.id)
    .executeTakeFirstOrThrow();
  expect([attempt, puts > 30]).toEqual([2, true]);
  expect([running.work?.cut_off, (await driver.read(id)).work?.cut_off]).toEqual([0, 1]);
  expect(await driver.read(id)).toMatchObject({ state: 'done', result: { pictures: { added: 30, here: 0, failed: 0 } } });
  expect((await images()).length).toBe(30);

  const next = await driver.begin({ 'x.png': await createPng('#a00') });
  await driver.planned(next);
  expectBody(await client.post(`/recognition/v2/import/${next}/run`), 202);
  expect(expectBody<Import>(await client.post(`/recognition/v2/import/${next}/cancel`)).state).toBe('cancelled');
  expect((await images()).length).toBe(30);
  expect((await driver.ran(next)).result?.pictures.added).toBe(1);
});

it('lists imports newest first and deletes an import without its images', async () => {
  const first = await driver.imported({ 'a.png': await createPng('#a00') });
  const second = await driver.begin({}, { name: 'The next' });
  const list = expectBody<{ results: Import[] }>(await client.get('/recognition/v2/import/'));
  expect(list.results.map(({ id, state }) => [id, state])).toEqual([
    [second, 'collecting'],
    [first.id, 'done'],
  ]);
  expect((await client.delete(`/recognition/v2/import/${first.id}`)).status).toBe(204);
  expect((await images()).length).toBe(1);
});

it('imports its own exports in the formats of other tools', async () => {
  await driver.imported({ 'figs.zip': await cocoZip() });
  const before = [(await boxes()).sort(), await polygons()];
  for (const [format, shapes] of [
    ['coco', 'boxes'],
    ['coco', 'polygons'],
    ['yolo', 'boxes'],
    ['yolo', 'polygons'],
    ['voc', 'boxes'],
  ] as const) {
    // Random parts of a few images can be empty.
    const zip = await driver.exported({ format, shapes, split: { by: 'shares', train: 98, val: 1, test: 1, seed: 1 } });
    expect((await unzip(zip)).size).toBeGreaterThan(2);
    const other = await server.createTenant();
    const back = await new ImportDriver(server, other.client).imported({ 'export.zip': zip });
    expect([format, shapes, back.plan?.format, back.result?.notes, back.plan?.notes]).toEqual([format, shapes, format, [], []]);
    expect([format, shapes, back.result?.pictures.failed]).toEqual([format, shapes, 0]);
    const after = [(await boxes(other.client)).sort(), await polygons(other.client)];
    expect([format, shapes, after]).toEqual([format, shapes, shapes === 'boxes' ? [before[0], []] : [[], before[1]]]);
  }
});
