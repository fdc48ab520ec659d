import type { Import, ImportUndoCheck } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, createTestObject } from '../../testing/api/fixtures';
import { createPng } from '../../testing/api/png';
import { ImportDriver, createZip } from '../../testing/api/import-driver';
import { unavailable } from '../../platform/errors';
import type { FileStore } from '../../platform/files/store';
import { createRunImportKind } from './apply/apply-import';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const IMAGES_PATH = '/recognition/v2/training-image/';

const server = setUpTestServer();
let client: TestClient;
let driver: ImportDriver;
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

interface ImageList {
  results: { id: string; meta_data: unknown; test_image: boolean; labels: { name: string; value: number | null }[] }[];
}
const listImages = async () => expectBody<ImageList>(await client.get(IMAGES_PATH, { page_size: 100 })).results;
const listBoxes = async (caller = client) =>
  expectBody<{ results: { data: number[]; detection_label: { name: string } }[] }>(
    await caller.get('/detection/v2/object/', { page_size: 100 }),
  ).results.map(({ data, detection_label }) => [detection_label.name, ...data]);
const listPolygons = async (caller = client) =>
  expectBody<{ results: { data: number[] }[] }>(await caller.get('/segmentation/v2/polygon/', { page_size: 100 })).results.map(
    ({ data }) => data,
  );

const createCoco = (fields: object = {}) =>
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
    ...fields,
  });
const createCocoZip = async () =>
  createZip({
    'data/images/a.png': await createPng('#a00'),
    'data/images/b.png': await createPng('#0a0'),
    'data/annotations/instances.json': createCoco(),
    '__MACOSX/data/._a.png': 'junk',
  });

it('a plan changes nothing, and importing the same files again adds nothing', async () => {
  await createNamedRow(client, '/detection/v2/label/', { name: 'FIG' });
  const zip = await createCocoZip();
  const id = await driver.createImport({ 'figs.zip': zip });
  const { state, plan } = await driver.planImport(id);
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
  expect(await listImages()).toEqual([]);

  const finishedImport = await driver.runImport(id, { tasks: { segmentation: { name: 'Outlines' } } });
  expect(finishedImport).toMatchObject({
    state: 'done',
    result: {
      pictures: { added: 2, here: 0, failed: 0 },
      shapes: { boxes: 1, polygons: 1, same: 0 },
      labels_created: 1,
      notes: [],
    },
    work: { status: 'done', done: 2, total: 2 },
  });
  expect((await listImages()).map(({ meta_data }) => meta_data)).toEqual([{ filename: 'b.png' }, { filename: 'a.png' }]);
  expect(await listBoxes()).toEqual([['FIG', 10, 20, 50, 60]]);
  expect(await listPolygons()).toEqual([[0, 0, 20, 0, 20, 10]]);
  const [task] = expectBody<{ results: { id: string }[] }>(await client.get('/segmentation/v2/task/')).results;
  const taskLabels = await client.get('/segmentation/v2/label/', { task: task?.id });
  expect(expectBody<{ results: { name: string }[] }>(taskLabels).results.map(({ name }) => name)).toEqual(['Fig']);

  const repeatedImport = await driver.importFiles({ 'figs.zip': zip });
  expect(repeatedImport.plan?.pictures).toEqual({ new: 0, here: 2, unreadable: 0, missing: 0 });
  expect(repeatedImport.result).toMatchObject({
    pictures: { added: 0, here: 2 },
    shapes: { boxes: 0, polygons: 0, same: 2 },
    labels_created: 0,
  });
  expect([(await listImages()).length, (await listBoxes()).length, (await listPolygons()).length]).toEqual([2, 1, 1]);
});

it('applies the chosen options for labels, outlines and shapes outside the image', async () => {
  const fruitLabel = await createNamedRow(client, '/detection/v2/label/', { name: 'Fruit' });
  const files = { 'a.png': await createPng('#a00'), 'b.png': await createPng('#0a0'), 'x.json': createCoco() };
  const id = await driver.createImport(files);
  const { plan } = await driver.planImport(id, { outlines: 'both' });
  expect(plan?.shapes).toMatchObject({ boxes: 2, polygons: 1, outside: 1 });
  const findKey = (domain: string) => plan?.classes.find((declaredClass) => declaredClass.of === domain)?.key;
  const finishedImport = await driver.runImport(id, {
    classes: [
      { key: findKey('detection'), label: fruitLabel.id },
      { key: findKey('segmentation'), label: 'leave_out' },
    ],
  });
  expect(finishedImport.result).toMatchObject({ labels_created: 0, shapes: { boxes: 2, polygons: 0 } });
  expect(finishedImport.result?.notes).toEqual([
    { reason: 'Shapes that extend beyond the image: clipped at its edge', count: 1 },
  ]);
  expect((await listBoxes()).sort()).toEqual([
    ['Fruit', 10, 20, 50, 60],
    ['Fruit', 90, 70, 100, 80],
  ]);
  const importWithoutOutsideShapes = await driver.importFiles(files, { outlines: 'boxes' }, { outside: 'skip' });
  expect(importWithoutOutsideShapes.result).toMatchObject({
    labels_created: 1,
    shapes: { boxes: 1 },
    notes: [{ reason: 'Shapes that extend beyond the image', count: 1 }],
  });
  expect(await driver.downloadReport(importWithoutOutsideShapes.id)).toMatch(
    /^number,path,outcome,reason,image\n1,b\.png,here,Shapes that extend beyond the image,/,
  );
  const refusedRun = await client.post(`/recognition/v2/import/${id}/run`, { classes: [{ key: 'no such', label: 'create' }] });
  expect(refusedRun.status).toBe(409);
});

it('matches annotations without images by file name or exported id', async () => {
  await driver.importFiles({ 'a.png': await createPng('#a00'), 'A.PNG.txt': 'x' });
  const [image] = await listImages();
  const cocoText = createCoco({
    images: [
      { id: 1, file_name: `folder/other-${image?.id}.jpg` },
      { id: 2, file_name: 'lost.png' },
    ],
  });
  const finishedImport = await driver.importFiles({ 'x.json': cocoText });
  expect(finishedImport.plan?.pictures).toEqual({ new: 0, here: 1, unreadable: 0, missing: 1 });
  expect(finishedImport.result).toMatchObject({ pictures: { added: 0, here: 1, failed: 1 }, shapes: { boxes: 1, polygons: 0 } });
  expect(await listBoxes()).toEqual([['Fig', 10, 20, 50, 60]]);
  expect((await driver.listItems(finishedImport.id)).map(({ path, outcome }) => [path, outcome])).toEqual([
    [`folder/other-${image?.id}.jpg`, 'here'],
    ['lost.png', 'missing'],
  ]);
});

it('matches a unique file name without folders with an image of the workspace', async () => {
  await driver.importFiles({ 'train/images/1.png': await createPng('#a00'), 'train/images/2.png': await createPng('#0a0') });
  const planItems = async (files: Record<string, string>) => {
    const id = await driver.createImport(files);
    await driver.planImport(id);
    return (await driver.listItems(id)).map(({ path, outcome, reason }) => [path, outcome, reason]);
  };
  const createCocoWithFiles = (...names: string[]) =>
    createCoco({ images: names.map((file_name, id) => ({ id, file_name })), annotations: [] });
  const missingReason = 'The image is neither in these files nor in the workspace.';
  expect(await planItems({ 'x.json': createCocoWithFiles('other/folder/1.png', '2.png') })).toEqual([
    ['other/folder/1.png', 'missing', missingReason],
    ['2.png', 'here', null],
  ]);
  expect(await planItems({ 'a/x.json': createCocoWithFiles('1.png'), 'b/x.json': createCocoWithFiles('1.png') })).toEqual([
    ['1.png', 'missing', missingReason],
    ['1.png', 'missing', missingReason],
  ]);
  const box = '0 0.5 0.5 0.2 0.2\n';
  const labels = { 'labels/train/1.txt': box, 'labels/cam2/2.txt': box, 'data.yaml': 'names: [Fig]' };
  expect(await planItems(labels)).toEqual([
    ['cam2/2.jpg', 'missing', missingReason],
    ['1.jpg', 'here', null],
  ]);
});

it('undoes an import completely, unless its images were edited afterwards', async () => {
  const earlierImport = await driver.importFiles({ 'a.png': await createPng('#a00') });
  const finishedImport = await driver.importFiles(
    { 'figs.zip': await createCocoZip() },
    {},
    { tasks: { detection: { name: 'Figs' } } },
  );
  expect(finishedImport.result?.pictures).toEqual({ added: 1, here: 1, failed: 0 });
  const checkUndo = async () => expectBody<ImportUndoCheck>(await client.get(`/recognition/v2/import/${finishedImport.id}/undo`));
  expect(await checkUndo()).toEqual({ possible: true, worked_on: 0, images: [] });

  const [laterImage] = await listImages();
  const { results } = expectBody<{ results: { id: string }[] }>(await client.get('/detection/v2/label/'));
  const object = await createTestObject(client, laterImage!.id, results[0]!.id, [1, 1, 9, 9]);
  expect(await checkUndo()).toEqual({ possible: false, worked_on: 1, images: [laterImage?.id] });
  const refusal = await client.post(`/recognition/v2/import/${finishedImport.id}/undo`);
  expect([refusal.status, refusal.text]).toEqual([409, expect.stringContaining('1 of its images were edited')]);

  await client.delete(`/detection/v2/object/${object.id}`);
  expect((await driver.undoImport(finishedImport.id)).state).toBe('undone');
  expect((await listImages()).map(({ meta_data }) => meta_data)).toEqual([{ filename: 'a.png' }]);
  expect([await listBoxes(), await listPolygons()]).toEqual([[], []]);
  expect(expectBody<{ count: number }>(await client.get('/detection/v2/label/')).count).toBe(0);
  expect(expectBody<{ count: number }>(await client.get('/detection/v2/task/')).count).toBe(0);
  expect((await driver.readImport(earlierImport.id)).state).toBe('done');
});

it('deletes a created tagging task with its negative label on undo', async () => {
  const choices = { tasks: { recognition: { name: 'Tags' } } };
  const countTasksAndLabels = async () =>
    Promise.all(
      ['task', 'label'].map(async (kind) => expectBody<{ count: number }>(await client.get(`/recognition/v2/${kind}/`)).count),
    );
  const csv = 'filename,label\na.png,Ripe\na.png,Red\n';
  const finishedImport = await driver.importFiles({ 'a.png': await createPng('#a00'), 'images.csv': csv }, {}, choices);
  // Two labels are from the files. The third label is the negative label "none of these" of the task.
  expect([finishedImport.state, await countTasksAndLabels()]).toEqual(['done', [1, 3]]);
  expect((await driver.undoImport(finishedImport.id)).state).toBe('undone');
  expect(await countTasksAndLabels()).toEqual([0, 0]);
});

it('accepts chunked uploads and rejects wrong offsets, non-members and incomplete files', async () => {
  const content = await createPng('#a00');
  const id = await driver.createImport({});
  const registerFile = async () =>
    expectBody<{ files: { id: string; received: number }[] }>(
      await client.post(`/recognition/v2/import/${id}/files`, { files: [{ path: 'a.png', size: content.length }] }),
    ).files[0]!;
  const { id: fileId, received: receivedParts } = await registerFile();
  expect(receivedParts).toBe(0);
  expect((await driver.uploadChunk(id, fileId, 0, content.subarray(0, 50))).status).toBe(200);
  expect((await registerFile()).received).toBe(50);
  const incomplete = await client.post(`/recognition/v2/import/${id}/plan`);
  expect([incomplete.status, incomplete.text]).toEqual([
    400,
    expect.stringContaining(`50 of ${content.length} bytes were received`),
  ]);
  const wrongOffset = await driver.uploadChunk(id, fileId, 10, content.subarray(10));
  expect([wrongOffset.status, await wrongOffset.json()]).toEqual([409, expect.objectContaining({ received: 50 })]);
  const tooLong = await driver.uploadChunk(id, fileId, 50, Buffer.concat([content.subarray(50), content]));
  expect(tooLong.status).toBe(413);
  const { client: nonMember } = await server.createTenant();
  expect((await new ImportDriver(server, nonMember).uploadChunk(id, fileId, 50, content.subarray(50))).status).toBe(404);
  expect((await driver.uploadChunk('no-id', fileId, 0, content)).status).toBe(404);
  expect((await driver.uploadChunk(id, fileId, -1, content)).status).toBe(400);
  const anonymous = await fetch(`${server.origin}/api/imports/${id}/report.csv`);
  expect(anonymous.status).toBe(401);
  await expect(new ImportDriver(server, nonMember).downloadReport(id)).rejects.toThrow('404');

  const { received: offset } = await registerFile();
  await driver.uploadChunk(id, fileId, offset, content.subarray(offset));
  expect((await driver.planImport(id)).plan?.pictures.new).toBe(1);
});

it('resumes after a store outage or a cancellation without adding duplicates', async () => {
  const files = Object.fromEntries(
    await Promise.all(
      Array.from({ length: 26 }, async (_, index) => [`${index}.png`, await createPng(`#0000${index + 10}`)] as const),
    ),
  );
  const id = await driver.createImport(files);
  await driver.planImport(id);
  let putCount = 0;
  const { deps } = server.app;
  const failingStore: FileStore = {
    ...deps.files,
    putStream: async (...args) => {
      putCount += 1;
      if (putCount === 26) throw unavailable();
      return deps.files.putStream(...args);
    },
  };
  expectBody(await client.post(`/recognition/v2/import/${id}/run`), 202);
  const runningImport = await driver.readImport(id);
  const kinds = [createRunImportKind({ ...deps, files: failingStore })];
  await server.runWork(kinds);
  expect(await driver.readImport(id)).toMatchObject({
    state: 'running',
    result: { pictures: { added: 24 } },
    work: { done: 24, total: 26 },
  });
  await server.runWork(kinds);
  const { attempt } = await server.db
    .selectFrom('long_work')
    .select('attempt')
    .where('id', '=', runningImport.work!.id)
    .executeTakeFirstOrThrow();
  expect([attempt, putCount > 26]).toEqual([2, true]);
  expect([runningImport.work?.cut_off, (await driver.readImport(id)).work?.cut_off]).toEqual([0, 1]);
  expect(await driver.readImport(id)).toMatchObject({ state: 'done', result: { pictures: { added: 26, here: 0, failed: 0 } } });
  expect((await listImages()).length).toBe(26);

  const nextImportId = await driver.createImport({ 'x.png': await createPng('#a00') });
  await driver.planImport(nextImportId);
  expectBody(await client.post(`/recognition/v2/import/${nextImportId}/run`), 202);
  expect(expectBody<Import>(await client.post(`/recognition/v2/import/${nextImportId}/cancel`)).state).toBe('cancelled');
  expect((await listImages()).length).toBe(26);
  expect((await driver.runImport(nextImportId)).result?.pictures.added).toBe(1);
});

it('lists imports newest first and deletes an import without its images', async () => {
  const firstImport = await driver.importFiles({ 'a.png': await createPng('#a00') });
  const secondImport = await driver.createImport({}, { name: 'Second import' });
  const importList = expectBody<{ results: Import[] }>(await client.get('/recognition/v2/import/'));
  expect(importList.results.map(({ id, state }) => [id, state])).toEqual([
    [secondImport, 'collecting'],
    [firstImport.id, 'done'],
  ]);
  expect((await client.delete(`/recognition/v2/import/${firstImport.id}`)).status).toBe(204);
  expect((await listImages()).length).toBe(1);
});

// `round-trip.test.ts` checks the boxes and polygons of all formats without a database.
it('imports its own exports in several splits', async () => {
  await driver.importFiles({ 'figs.zip': await createCocoZip() });
  const shapesBefore = [(await listBoxes()).sort(), await listPolygons()];
  const formats = [
    ['yolo', 'boxes'],
    ['yolo', 'polygons'],
    ['coco', 'boxes'],
    ['coco', 'polygons'],
    ['voc', 'boxes'],
  ] as const;
  for (const [format, shapes] of process.env.LONG ? formats : formats.slice(0, 1)) {
    // A random split of a few images can leave a split empty.
    const zip = await driver.exportImages({ format, shapes, split: { by: 'shares', train: 98, val: 1, test: 1, seed: 1 } });
    expect((await unzip(zip)).size).toBeGreaterThan(2);
    const otherTenant = await server.createTenant();
    const reimport = await new ImportDriver(server, otherTenant.client).importFiles({ 'export.zip': zip });
    expect([format, shapes, reimport.plan?.format, reimport.result?.notes, reimport.plan?.notes]).toEqual([
      format,
      shapes,
      format,
      [],
      [],
    ]);
    expect([format, shapes, reimport.result?.pictures.failed]).toEqual([format, shapes, 0]);
    const shapesAfter = [(await listBoxes(otherTenant.client)).sort(), await listPolygons(otherTenant.client)];
    expect([format, shapes, shapesAfter]).toEqual([
      format,
      shapes,
      shapes === 'boxes' ? [shapesBefore[0], []] : [[], shapesBefore[1]],
    ]);
  }
});
