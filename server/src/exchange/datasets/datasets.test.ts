import type { Dataset, DatasetChanges, DatasetImage, ExportOffer } from '@console/shared-contract/api';
import sharp from 'sharp';
import { createDatasetVersion } from '../../ml/learning/dataset';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestLabel, createNamedRow, createTestObject, createTestTask, uploadImage } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const VERSIONS_PATH = '/recognition/v2/dataset/';
const IMAGES_PATH = '/recognition/v2/training-image/';

const server = setUpTestServer();
let client: TestClient;
let workspaceId: string;
beforeEach(async () => {
  ({ client, workspaceId } = await server.createTenant());
});

const upload = async (color: string, filename: string) => {
  const image = sharp({ create: { width: 100, height: 80, channels: 3, background: color } });
  return uploadImage(client, { base64: (await image.png().toBuffer()).toString('base64'), meta_data: { filename } });
};
/** Exports images. Returns the text files by path, and the paths of the images. */
const exportImages = async (request: object) => {
  const { address, images } = expectBody<ExportOffer>(await client.post(`${IMAGES_PATH}export`, request), 201);
  const response = await fetch(new URL(new URL(address).pathname, server.origin));
  expect(response.status).toBe(200);
  const files = await unzip(Buffer.from(await response.arrayBuffer()));
  const paths = [...files.keys()];
  const texts = paths
    .filter((path) => !/\.png$|^(README|MISSING)\.txt$/.test(path))
    .map((path) => [path, String(files.get(path))]);
  return {
    images,
    texts: Object.fromEntries(texts) as Record<string, string>,
    pictures: paths.filter((path) => path.endsWith('.png')).sort(),
    missing: String(files.get('MISSING.txt') ?? ''),
    readme: String(files.get('README.txt')),
  };
};
const readVersion = async (id: string) => expectBody<Dataset>(await client.get(`${VERSIONS_PATH}${id}`));
const createVersion = async (request: object): Promise<Dataset> => {
  const { id, state } = expectBody<Dataset>(await client.post(VERSIONS_PATH, request), 201);
  expect(state).toBe('making');
  await server.runWork();
  return readVersion(id);
};
const listVersions = async () => expectBody<{ count: number; results: Dataset[] }>(await client.get(VERSIONS_PATH)).results;
const readChanges = async (id: string, since: string) =>
  expectBody<DatasetChanges>(await client.get(`${VERSIONS_PATH}${id}/changes?since=${since}`));
const listImages = async (id: string, query = '') =>
  expectBody<{ count: number; results: DatasetImage[] }>(await client.get(`${VERSIONS_PATH}${id}/pictures${query}`));

/** Creates two images, the second one for testing, with boxes, a polygon, a point and labels. */
async function createAnnotatedImages() {
  const [plateImage, tableImage] = [await upload('#a33', 'plate.png'), await upload('#3a3', 'table.png')];
  await client.post(`${IMAGES_PATH}update`, { images: [tableImage.id], 'mark-test': true });
  const figLabel = await createNamedRow(client, '/detection/v2/label/', { name: 'Fig' });
  const leafLabel = await createNamedRow(client, '/segmentation/v2/label/', { name: 'Leaf' });
  const plateBox = await createTestObject(client, plateImage.id, figLabel.id, [10, 20, 50, 60]);
  const tableBox = await createTestObject(client, tableImage.id, figLabel.id, [0, 0, 9, 9]);
  const polygon = { image: plateImage.id, segmentation_label: leafLabel.id, data: [0, 0, 20, 0, 20, 10] };
  expectBody(await client.post('/segmentation/v2/polygon/', polygon), 201);
  expectBody(await client.post('/annotate/v2/point/', { image: plateImage.id, name: 'Tip', data: [3, 4] }), 201);
  const task = await createTestTask(client, { name: 'Kind', type: 'multi_class' });
  const ripeLabel = await createTestLabel(client, { name: 'Ripe', task: task.id });
  await client.post(`${IMAGES_PATH}${plateImage.id}/add-label`, { label_id: ripeLabel.id });
  await client.post(`/detection/v2/object/${plateBox.id}/add-label`, { label_id: ripeLabel.id });
  await client.post('/annotate/v2/verification/', { image_id: plateImage.id });
  return {
    plate: plateImage,
    table: tableImage,
    fig: figLabel,
    leaf: leafLabel,
    box: plateBox,
    secondBox: tableBox,
    task,
    ripe: ripeLabel,
  };
}

const REQUESTS_OF_ALL_FORMATS = [
  { format: 'coco', split: { by: 'test' } },
  { format: 'console' },
  { format: 'coco', shapes: 'polygons' },
  { format: 'yolo', split: { by: 'shares', train: 50, val: 25, test: 25, seed: 3 } },
  { format: 'voc' },
  { format: 'csv' },
  { format: 'folders' },
];
const EXPORT_REQUESTS = process.env.LONG ? REQUESTS_OF_ALL_FORMATS : REQUESTS_OF_ALL_FORMATS.slice(0, 2);

it('a version exports the same files after images and labels have changed', async () => {
  const {
    plate: plateImage,
    table: tableImage,
    fig: figLabel,
    leaf: leafLabel,
    box: plateBox,
    ripe: ripeLabel,
  } = await createAnnotatedImages();
  const version = await createVersion({ name: 'First round' });
  expect(version).toMatchObject({ name: 'First round', state: 'ready', pictures: 2, deleted: 0, training: null });
  const firstExports = [];
  for (const request of EXPORT_REQUESTS) firstExports.push(await exportImages({ ...request, version: version.id }));
  // An export of the current images equals an export of the version.
  const currentExports = [];
  for (const request of EXPORT_REQUESTS) currentExports.push(await exportImages(request));
  const removeTimes = (texts: Record<string, string>) => JSON.stringify(texts).replace(/"created\\":\\"[^"]*"/, '');
  expect(firstExports.map(({ texts }) => removeTimes(texts))).toEqual(currentExports.map(({ texts }) => removeTimes(texts)));
  expect(firstExports.map(({ pictures }) => pictures)).toEqual(currentExports.map(({ pictures }) => pictures));
  expect(firstExports[0]!.readme).toMatch(/2 images\.\n\nDataset version First round of \d{4}-/);

  await client.put(`/detection/v2/object/${plateBox.id}`, { data: [1, 2, 3, 4] });
  await client.put(`/detection/v2/label/${figLabel.id}`, { name: 'Date' });
  await client.delete(`/segmentation/v2/label/${leafLabel.id}`);
  await client.post(`${IMAGES_PATH}${plateImage.id}/remove-label`, { label_id: ripeLabel.id });
  await client.post(`${IMAGES_PATH}update`, { images: [plateImage.id], 'mark-test': true });
  await createNamedRow(client, '/detection/v2/label/', { name: 'Apple' });
  await upload('#33a', 'later.png');
  expectBody(await client.delete(`${IMAGES_PATH}${tableImage.id}`), 204);

  const laterExports = [];
  for (const request of EXPORT_REQUESTS) laterExports.push(await exportImages({ ...request, version: version.id }));
  expect(laterExports.map(({ texts }) => texts)).toEqual(firstExports.map(({ texts }) => texts));
  for (const [index, { missing, pictures, readme }] of laterExports.entries()) {
    const deletedPaths = firstExports[index]!.pictures.filter((path) => path.includes('table'));
    expect(missing).toBe(`${deletedPaths.join('\n')}\n`);
    expect(pictures).toEqual(firstExports[index]!.pictures.filter((path) => !deletedPaths.includes(path)));
    expect(readme).toContain('1 of these images have been deleted since');
  }
  expect(await readVersion(version.id)).toMatchObject({ pictures: 2, deleted: 1 });
});

it('a version contains the selected images and fails if none match', async () => {
  const { plate: plateImage, table: tableImage, fig: figLabel } = await createAnnotatedImages();
  const versions = [
    await createVersion({ name: 'Of a filter', filter: { test: true } }),
    await createVersion({ name: 'Of ids', images: [plateImage.id], filter: undefined }),
    await createVersion({ name: 'Verified', only_verified: true }),
    await createVersion({ name: 'None', filter: { object_detection_label: [figLabel.id], test: true, verified: true } }),
  ];
  expect(versions.map(({ state, pictures, error }) => [state, pictures, error])).toEqual([
    ['ready', 1, null],
    ['ready', 1, null],
    ['ready', 1, null],
    ['failed', 0, 'No image matches. A version needs at least one image.'],
  ]);
  expect((await listImages(versions[0]!.id)).results).toEqual([
    { image: tableImage.id, name: 'table.png', width: 100, height: 80, test: true, deleted: false, change: null },
  ]);
  expect((await listVersions()).map(({ name }) => name)).toEqual(['None', 'Verified', 'Of ids', 'Of a filter']);
  expect((await client.post(`${IMAGES_PATH}export`, { format: 'csv', version: versions[3]!.id })).status).toBe(400);
  expect(
    (await client.post(`${IMAGES_PATH}export`, { format: 'csv', version: versions[0]!.id, images: [plateImage.id] })).status,
  ).toBe(400);
  expect((await exportImages({ format: 'csv', version: versions[0]!.id, only_verified: true })).images).toBe(0);
  expectBody(await client.delete(`${VERSIONS_PATH}${versions[3]!.id}`), 204);
  expect(await listVersions()).toHaveLength(3);
});

it('a comparison lists added, removed and changed images and labels', async () => {
  const { plate: plateImage, table: tableImage, fig: figLabel, box: plateBox, ripe: ripeLabel } = await createAnnotatedImages();
  const firstVersion = await createVersion({ name: 'First' });
  await client.put(`/detection/v2/object/${plateBox.id}`, { data: [11, 20, 50, 60] });
  await createTestObject(client, plateImage.id, figLabel.id, [60, 20, 90, 60]);
  await client.post(`${IMAGES_PATH}${plateImage.id}/remove-label`, { label_id: ripeLabel.id });
  expectBody(await client.delete(`${IMAGES_PATH}${tableImage.id}`), 204);
  const laterImage = await upload('#33a', 'later.png');
  const secondVersion = await createVersion({ name: 'Second' });
  const { before: earlierVersion, after: laterVersion, pictures, labels } = await readChanges(secondVersion.id, firstVersion.id);
  expect([earlierVersion.name, laterVersion.name, pictures]).toEqual([
    'First',
    'Second',
    { added: 1, removed: 1, changed: 1, same: 0 },
  ]);
  expect(labels.map(({ id: _, ...label }) => label)).toEqual([
    { of: 'detection', name: 'Fig', before: 2, after: 2, added: 1, removed: 1, changed: 1, changed_attributes: 0 },
    { of: 'points', name: 'Tip', before: 1, after: 1, added: 0, removed: 0, changed: 0, changed_attributes: 0 },
    { of: 'recognition', name: 'Ripe', before: 2, after: 1, added: 0, removed: 1, changed: 0, changed_attributes: 0 },
    { of: 'segmentation', name: 'Leaf', before: 1, after: 1, added: 0, removed: 0, changed: 0, changed_attributes: 0 },
  ]);
  const listChanged = async (change: string) => {
    const { count, results } = await listImages(secondVersion.id, `?since=${firstVersion.id}&change=${change}`);
    expect(count).toBe(results.length);
    return results.map(({ image, deleted }) => [image, deleted]);
  };
  expect(await listChanged('added')).toEqual([[laterImage.id, false]]);
  expect(await listChanged('removed')).toEqual([[tableImage.id, true]]);
  expect(await listChanged('changed')).toEqual([[plateImage.id, false]]);
  const sincePrevious = expectBody<DatasetChanges>(await client.get(`${VERSIONS_PATH}${secondVersion.id}/changes`));
  expect(sincePrevious.before.name).toBe('First');
  expect((await readChanges(secondVersion.id, secondVersion.id)).pictures).toEqual({ added: 0, removed: 0, changed: 0, same: 2 });
  const { client: nonMember } = await server.createTenant();
  expect((await nonMember.get(`${VERSIONS_PATH}${secondVersion.id}/changes?since=${firstVersion.id}`)).status).toBe(404);
});

it("a training's version, including rows of older releases, is listed, exported and compared", async () => {
  const { task, plate: plateImage, ripe: ripeLabel } = await createAnnotatedImages();
  const userVersion = await createVersion({ name: 'All images' });
  const imageFilter = { onlyVerified: false, onlyReal: false };
  const datasetId = await createDatasetVersion(server.db, { domain: 'recognition', task: task.id, imageFilter, userId: null });
  expect(await listVersions()).toMatchObject([
    {
      id: datasetId,
      name: null,
      pictures: 1,
      training: { domain: 'recognition', task: task.id, task_name: 'Kind', model: null },
    },
    { id: userVersion.id },
  ]);
  const { texts: fileTexts, pictures } = await exportImages({ format: 'csv', version: datasetId });
  expect(pictures).toEqual(['images/plate.png']);
  expect(fileTexts['images.csv']).toContain('plate.png,all,100,80,true,true,Ripe,');
  expect(fileTexts['objects.csv']).toMatch(/,Fig,10,20,50,60,Ripe,/);
  expect((await readChanges(datasetId, userVersion.id)).labels).toEqual([
    {
      of: 'recognition',
      id: ripeLabel.id,
      name: 'Ripe',
      before: 2,
      after: 2,
      added: 0,
      removed: 0,
      changed: 0,
      changed_attributes: 0,
    },
  ]);

  await server.db.updateTable('dataset_version').set({ labels: null, made_for: null }).where('id', '=', datasetId).execute();
  const annotations = {
    labels: [{ id: ripeLabel.id, value: null }],
    labelled: [{ id: plateImage.id, data: [1, 2, 3, 4], labels: [] }],
  };
  const legacyValues = { picture: null, annotations: JSON.stringify(annotations) };
  await server.db.updateTable('dataset_picture').set(legacyValues).where('dataset_id', '=', datasetId).execute();
  expect((await exportImages({ format: 'csv', version: datasetId })).texts['images.csv']).toBe(fileTexts['images.csv']);
  expect((await exportImages({ format: 'coco', version: datasetId })).texts['annotations/instances_all.json']).toContain(
    '"name":"unknown"',
  );
  expect((await readChanges(datasetId, userVersion.id)).labels).toMatchObject([
    { name: 'Ripe', before: 2, after: 1, removed: 1 },
  ]);
  await client.delete(`/recognition/v2/label/${ripeLabel.id}`);
  expect((await exportImages({ format: 'csv', version: datasetId })).texts['images.csv']).toContain(`,${ripeLabel.id},`);
});

it('a version cannot be deleted before the model trained on it', async () => {
  const { task } = await createAnnotatedImages();
  const imageFilter = { onlyVerified: false, onlyReal: false };
  const datasetId = await createDatasetVersion(server.db, { domain: 'recognition', task: task.id, imageFilter, userId: null });
  const model = { workspace_id: workspaceId, task_id: task.id, number: 4, training_params: '{}', dataset_id: datasetId };
  await server.db
    .insertInto('recognition_model')
    .values({ ...model, requested_by: null })
    .execute();
  expect((await readVersion(datasetId)).training).toMatchObject({ task_name: 'Kind', number: 4 });
  const response = await client.delete(`${VERSIONS_PATH}${datasetId}`);
  expect([response.status, response.text]).toEqual([400, expect.stringContaining('can be deleted after the model.')]);
  await server.db.deleteFrom('recognition_model').where('dataset_id', '=', datasetId).execute();
  expectBody(await client.delete(`${VERSIONS_PATH}${datasetId}`), 204);
});
