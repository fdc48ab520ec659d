import type { Import, ImportUndoCheck } from '@console/shared-contract/api';
import sharp from 'sharp';
import { encodeBmp } from '../../testing/images/encode-bmp';
import { readHeic } from '../../testing/images/read-heic';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow } from '../../testing/api/fixtures';
import { createPng } from '../../testing/api/png';
import { ImportDriver } from '../../testing/api/import-driver';
import { setUpTestServer } from '../../testing/api/test-server';

const server = setUpTestServer();
let client: TestClient;
let driver: ImportDriver;
let photo: Buffer;
beforeAll(async () => {
  photo = await createPng('#a00');
});
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

/** A COCO file with one box of each class on each image. */
const createCoco = (classesByImage: Record<string, string[]>) => {
  const names = [...new Set(Object.values(classesByImage).flat())];
  const images = Object.keys(classesByImage).map((file_name, id) => ({ id, file_name, width: 100, height: 80 }));
  const annotations = images.flatMap(({ id, file_name }) =>
    classesByImage[file_name]!.map((name, index) => ({ image_id: id, category_id: names.indexOf(name), bbox: [index, 1, 9, 9] })),
  );
  return JSON.stringify({ images, annotations, categories: names.map((name, id) => ({ id, name })) });
};
const listNames = async (path: string) =>
  expectBody<{ results: { name: string }[] }>(await client.get(path, { page_size: 100 }))
    .results.map(({ name }) => name)
    .sort();
const listLabels = () => listNames('/detection/v2/label/');
const listTasks = () => listNames('/detection/v2/task/');
const countBoxes = async () => expectBody<{ count: number }>(await client.get('/detection/v2/object/')).count;
const toCounts = (notes: readonly { reason: string; count: number }[] = []) =>
  Object.fromEntries(notes.map(({ reason, count }) => [reason, count]));
async function planFiles(files: Record<string, string | Buffer>, options: object = {}): Promise<Import> {
  return driver.planImport(await driver.createImport(files), options);
}

it('plans only annotations and labels of imported images, and creates exactly these', async () => {
  const plannedImport = await planFiles({
    'a.png': photo,
    'x.json': createCoco({ 'a.png': ['Fig'], 'lost.png': ['Fig', 'Leaf'] }),
  });
  expect(plannedImport.plan).toMatchObject({
    pictures: { new: 1, missing: 1 },
    shapes: { boxes: 1 },
    classes: [{ name: 'Fig', count: 1 }],
    notes: [{ reason: 'Annotations of images that are missing or unreadable: not imported', count: 2 }],
  });
  const finishedImport = await driver.runImport(plannedImport.id);
  expect(finishedImport.result).toMatchObject({ shapes: { boxes: 1 }, labels_created: 1, notes: plannedImport.plan!.notes });
  expect([await listLabels(), await countBoxes()]).toEqual([['Fig'], 1]);
});

/** Imports files again, and expects that the counts of the plan equal the result of the import. */
async function importAgain(files: Record<string, string | Buffer>) {
  const { plan: plan, result } = await driver.importFiles(files);
  const { outside, ...shapes } = plan!.shapes;
  expect([shapes, outside, plan?.notes]).toEqual([result?.shapes, 0, result?.notes]);
  return shapes;
}

it('plans no labels that the images already have', async () => {
  const files = { 'a.png': photo, 'x.csv': 'filename,label\na.png,Ripe\na.png,Ripe\n' };
  expect(await importAgain(files)).toMatchObject({ labels: 1, same: 1 });
  expect(await importAgain(files)).toMatchObject({ labels: 0, same: 2 });
});

it('plans no boxes that exist already or do not fit their image in the workspace', async () => {
  const createFiles = (names: string[]) => ({ 'a.png': photo, 'x.json': createCoco({ 'a.png': names }) });
  await driver.importFiles(createFiles(['Fig', 'Leaf']));
  expect(await importAgain(createFiles(['Fig', 'Leaf', 'Leaf']))).toMatchObject({ boxes: 1, same: 2 });
  const { 'x.json': cocoText, ...images } = createFiles(['Fig', 'Pear']);
  expect(await importAgain({ ...images, 'x.json': cocoText.replace('80', '300') })).toMatchObject({ boxes: 0, same: 0 });
});

it('deletes created labels and tasks whose images could not be decoded', async () => {
  const otherPng = await createPng('#0a0');
  const files = { 'a.png': photo, 'damaged.png': otherPng.fill(0xff, 150, 160) };
  const choices = { tasks: { detection: { name: 'Fruit' } } };
  const cocoText = createCoco({ 'a.png': [], 'damaged.png': ['Leaf'] });
  const importOfDamagedImage = await driver.importFiles({ ...files, 'x.json': cocoText }, {}, choices);
  expect([importOfDamagedImage.result?.labels_created, await listLabels(), await listTasks()]).toEqual([0, [], []]);
  const finishedImport = await driver.importFiles(
    { ...files, 'x.json': createCoco({ 'a.png': ['Fig'], 'damaged.png': ['Leaf'] }) },
    {},
    choices,
  );
  expect([finishedImport.result?.labels_created, await listLabels(), await listTasks()]).toEqual([1, ['Fig'], ['Fruit']]);
});

it('undo keeps created labels and tasks that users added to other tasks or negative images', async () => {
  const files = { 'a.png': photo, 'x.json': createCoco({ 'a.png': ['Fig', 'Leaf'] }) };
  await driver.importFiles({ 'b.png': await createPng('#0a0') });
  const { results } = expectBody<{ results: { id: string }[] }>(await client.get('/recognition/v2/training-image/'));
  const otherTask = await createNamedRow(client, '/detection/v2/task/', { name: 'Other' });
  const finishedImport = await driver.importFiles(files, {}, { tasks: { detection: { name: 'Fruit' } } });
  const listIds = async (path: string) =>
    new Map(
      expectBody<{ results: { id: string; name: string }[] }>(await client.get(path)).results.map(({ id, name }) => [name, id]),
    );
  const figLabelId = (await listIds('/detection/v2/label/')).get('Fig');
  const fruitTaskId = (await listIds('/detection/v2/task/')).get('Fruit');
  await client.post(`/detection/v2/task/${otherTask.id}/add-label`, { label_id: figLabelId });
  await client.post(`/detection/v2/task/${fruitTaskId}/add-image`, { image_id: results[0]?.id });
  expect((await driver.undoImport(finishedImport.id)).state).toBe('undone');
  expect([await listLabels(), await listTasks()]).toEqual([['Fig'], ['Fruit', 'Other']]);
});

testInLongRun('undo deletes created labels from the existing task to which the import added them', async () => {
  const task = await createNamedRow(client, '/detection/v2/task/', { name: 'Other' });
  const files = { 'a.png': photo, 'x.json': createCoco({ 'a.png': ['Fig'] }) };
  const finishedImport = await driver.importFiles(files, {}, { tasks: { detection: { id: task.id } } });
  expect((await driver.undoImport(finishedImport.id)).state).toBe('undone');
  expect([await listLabels(), await listTasks()]).toEqual([[], ['Other']]);
});

it('changes class names only by trimming, truncating or replacing characters that cannot be stored', async () => {
  const names = ['0', 'x', '梨', 'aa', 'AA', ' Fig ', '\u0000', `${'n'.repeat(300)}`];
  const plannedImport = await planFiles({ 'a.png': photo, 'x.json': createCoco({ 'a.png': names }) });
  const expectedNames = ['0', 'x', '梨', 'aa', 'AA', 'Fig', 'Unnamed', 'n'.repeat(255)];
  expect(plannedImport.plan?.classes.map(({ name }) => name)).toEqual(expectedNames);
  expect(toCounts(plannedImport.plan?.notes)).toEqual({
    'Classes whose names differ only in letter case: separate labels': 1,
    'Empty names: replaced by "Unnamed"': 1,
    'Names of more than 255 characters: truncated': 1,
  });
  await driver.runImport(plannedImport.id);
  expect(await listLabels()).toEqual(expectedNames.sort());
});

it('prefers labels with the same letter case, and reports classes that become one label', async () => {
  await createNamedRow(client, '/detection/v2/label/', { name: 'FIG' });
  await createNamedRow(client, '/detection/v2/label/', { name: 'Leaf' });
  await createNamedRow(client, '/detection/v2/label/', { name: 'leaf' });
  const plannedImport = await planFiles({ 'a.png': photo, 'x.json': createCoco({ 'a.png': ['fig', 'Fig', 'leaf'] }) });
  expect(toCounts(plannedImport.plan?.notes)).toMatchObject({ 'Classes become the same label FIG: fig, Fig': 2 });
  await driver.runImport(plannedImport.id);
  expect(await listLabels()).toEqual(['FIG', 'Leaf', 'leaf']);
  const { results } = expectBody<{ results: { detection_label: { name: string } }[] }>(await client.get('/detection/v2/object/'));
  expect(results.map(({ detection_label }) => detection_label.name).sort()).toEqual(['FIG', 'FIG', 'leaf']);
});

it('reports different names that become the same class', async () => {
  const { plan: importPlan } = await planFiles({ 'a.png': photo, 'x.json': createCoco({ 'a.png': ['Fig', 'Fig '] }) });
  expect(importPlan?.classes).toMatchObject([{ name: 'Fig', count: 2 }]);
  expect(toCounts(importPlan?.notes)).toEqual({ 'Different names in the files become the same class: Fig': 1 });
});

it('imports BMP, HEIC and all JPEG extensions, and names undecodable images in the plan', async () => {
  const heic = readHeic('rotated');
  const bmp = encodeBmp({ bitsPerPixel: 24, width: 100, height: 80 });
  const files = {
    'a.jfif': await sharp(photo).jpeg().toBuffer(),
    'b.jpe': await sharp(await createPng('#0a0'))
      .jpeg()
      .toBuffer(),
    'c.avif': await sharp(await createPng('#00a'))
      .avif()
      .toBuffer(),
    'd.heic': heic,
    'e.jpg': readHeic('odd-size'),
    'f.bmp': bmp,
    'g.png': Buffer.from('no image, but longer than the signature of one'),
    'i.heic': heic.subarray(0, -9),
    'j.bmp': bmp.subarray(0, -9),
    'k.bmp': Buffer.concat([Buffer.from('BM'), Buffer.alloc(64)]),
  };
  const plannedImport = await planFiles({ ...files, 'h.npy': 'array' });
  const listOutcomes = async (id: string) =>
    (await driver.listItems(id)).map(({ path, outcome, reason }) => [path, outcome, reason]);
  const unreadableItems = [
    ['g.png', 'unreadable', 'Not a supported image format.'],
    ['i.heic', 'unreadable', 'The image is damaged: its end is missing.'],
    ['j.bmp', 'unreadable', 'The image is damaged: its end is missing.'],
    ['k.bmp', 'unreadable', 'Not a supported image format.'],
  ];
  const readableFiles = ['a.jfif', 'b.jpe', 'c.avif', 'd.heic', 'e.jpg', 'f.bmp'];
  expect(await listOutcomes(plannedImport.id)).toEqual([...readableFiles.map((path) => [path, 'new', null]), ...unreadableItems]);
  expect(toCounts(plannedImport.plan?.notes)).toEqual({ 'Files that are neither images nor annotations: .npy': 1 });
  expect((await driver.runImport(plannedImport.id)).result?.pictures).toEqual({ added: 6, here: 0, failed: 4 });
  expect((await planFiles({ 'other.heic': heic, 'other.bmp': bmp })).plan).toMatchObject({ pictures: { new: 0, here: 2 } });
});

testInLongRun('places boxes on converted images, which keep their original file names', async () => {
  const bmp = encodeBmp({ bitsPerPixel: 8, width: 100, height: 80 });
  const finishedImport = await driver.importFiles({ 'IMG 1.BMP': bmp, 'x.json': createCoco({ 'IMG 1.BMP': ['Fig'] }) });
  expect(finishedImport.result).toMatchObject({ pictures: { added: 1 }, shapes: { boxes: 1 } });
  const { results } = expectBody<{ results: { name: string; img_path: string; img_width: number }[] }>(
    await client.get('/recognition/v2/training-image/'),
  );
  expect(results).toMatchObject([{ name: 'IMG 1.BMP', img_path: expect.stringContaining('.png') as unknown, img_width: 100 }]);
});

it('matches composed and decomposed letters of file names', async () => {
  const [composed, decomposed] = ['Äpfel/é.png'.normalize('NFC'), 'Äpfel/é.png'.normalize('NFD')];
  const files = { [decomposed]: photo, 'x.json': createCoco({ [composed]: ['Fig'] }) };
  expect((await planFiles(files)).plan).toMatchObject({ pictures: { new: 1, missing: 0 }, shapes: { boxes: 1 } });
  await driver.importFiles({ [decomposed]: photo });
  const laterPlan = await planFiles({ 'x.json': createCoco({ ['É.png'.normalize('NFC')]: ['Fig'] }) });
  expect(laterPlan.plan).toMatchObject({ pictures: { here: 1, missing: 0 } });
});

it('lists annotation files that the format does not use in plan, result and report', async () => {
  const files = { 'a.png': photo, 'x.json': createCoco({ 'a.png': ['Fig'] }), 'old.xml': '<a/>', 'README.txt': 'About' };
  const finishedImport = await driver.importFiles(files, { format: 'coco' });
  const unusedFilesNote = 'Files that this format does not use: .xml';
  expect([toCounts(finishedImport.plan?.notes), toCounts(finishedImport.result?.notes)]).toEqual([
    { [unusedFilesNote]: 1 },
    { [unusedFilesNote]: 1 },
  ]);
  expect(await driver.downloadReport(finishedImport.id)).toBe(
    `number,path,outcome,reason,image\n,,note,${unusedFilesNote} (1),\n`,
  );
});

it('undoes an import in which two files are the same image and both have annotations', async () => {
  const cocoText = createCoco({ 'a.png': ['Fig'], 'copy.png': ['Fig', 'Leaf'] });
  const labelCsv = 'filename,label\na.png,Ripe\ncopy.png,Red\n';
  const files = { 'a.png': photo, 'copy.png': photo };
  const imports = [
    { ...files, 'x.json': cocoText },
    { ...files, 'labels.csv': labelCsv },
  ];
  for (const fields of process.env.LONG ? imports : imports.slice(0, 1)) {
    const finishedImport = await driver.importFiles(fields);
    expect(finishedImport.result).toMatchObject({ pictures: { added: 1, here: 1 } });
    const undoCheck = expectBody<ImportUndoCheck>(await client.get(`/recognition/v2/import/${finishedImport.id}/undo`));
    expect(undoCheck).toEqual({ possible: true, worked_on: 0, images: [] });
    const undoneImport = await driver.undoImport(finishedImport.id);
    expect([undoneImport.error, undoneImport.state]).toEqual([null, 'undone']);
    expect([await countBoxes(), await listLabels(), await listNames('/recognition/v2/label/')]).toEqual([0, [], []]);
    expect(expectBody<{ count: number }>(await client.get('/recognition/v2/training-image/')).count).toBe(0);
  }
});
