import type { DetectionLabel, DetectionObject, Skeleton } from '@console/shared-contract/api';
import { COCO_PERSON } from '@console/shared-contract/skeleton';
import sharp from 'sharp';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage } from '../../testing/api/fixtures';
import { ImportDriver } from '../../testing/api/import-driver';
import { parseImport } from '../../testing/api/parse-import';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const SKELETONS_PATH = '/detection/v2/skeleton/';
const LABELS_PATH = '/detection/v2/label/';
const TEMPLATE = {
  points: [{ name: 'head' }, { name: 'left hand' }, { name: 'right hand' }],
  edges: [
    [0, 1],
    [0, 2],
  ],
  pairs: [[1, 2]],
};
/** Visible, occluded and absent points in an image of 200 x 150 pixels. */
const POSES = [
  [60, 40, 2, 20, 100, 1, 0, 0, 0],
  [150, 20, 2, 120, 90, 2, 199, 149, 1],
];

/** Attributes of the shapes. COCO stores `crowd` in a field of its own. */
const ATTRIBUTES = { occluded: true, crowd: true, team: 'red' };

const server = setUpTestServer();
let client: TestClient;
let driver: ImportDriver;
let png: Buffer;
beforeAll(async () => {
  const create = { width: 200, height: 150, channels: 3, background: '#a00' } as const;
  png = await sharp({ create }).png().toBuffer();
});
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

async function drawSkeletons(): Promise<void> {
  const { id: image } = await uploadImage(client, { base64: png.toString('base64'), name: 'a.png' });
  const { id: detection_label } = await createNamedRow(client, LABELS_PATH, { name: 'Person', skeleton: TEMPLATE });
  for (const data of POSES)
    expectBody(await client.post(SKELETONS_PATH, { image, detection_label, data, attributes: ATTRIBUTES }), 201);
}
const listAll = async <Row>(path: string, caller: TestClient) =>
  expectBody<{ results: Row[] }>(await caller.get(path, { page_size: 100 })).results;
const listSkeletons = async (caller = client) =>
  (await listAll<Skeleton>(SKELETONS_PATH, caller)).map(({ data }) => data).sort((a, b) => (a[0] ?? 0) - (b[0] ?? 0));
const toYaml = (fields: object) =>
  Object.entries(fields)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}\n`)
    .join('');

const FORMATS: [format: string, fields: object, template: object, attributes?: object][] = [
  // CVAT stores a position for each point of the template.
  ['cvat', {}, { ...TEMPLATE, layout: expect.any(Array) as unknown }],
  ['console', {}, TEMPLATE],
  ['coco', { shapes: 'skeletons' }, TEMPLATE],
  // YOLO has neither edges nor attributes.
  ['yolo', { shapes: 'skeletons' }, { ...TEMPLATE, edges: [] }, {}],
];

// `round-trip.test.ts` checks the skeletons of all formats without a database.
it.each(process.env.LONG ? FORMATS : FORMATS.slice(0, 1))(
  '%s keeps skeletons with template and attributes, and a repeated import adds none',
  async (format, fields, template, attributes = ATTRIBUTES) => {
    await drawSkeletons();
    const zip = await driver.exportImages({ format, ...fields });
    const otherTenant = await server.createTenant();
    const importer = new ImportDriver(server, otherTenant.client);
    const finishedImport = await importer.importFiles({ 'export.zip': zip });
    expect([finishedImport.plan?.format, finishedImport.plan?.notes, finishedImport.plan?.shapes.skeletons]).toEqual([
      format,
      [],
      2,
    ]);
    expect(finishedImport.result?.shapes).toMatchObject({ skeletons: 2, boxes: 0 });
    expect(await listSkeletons(otherTenant.client)).toEqual(POSES);
    const rows = await listAll<Skeleton>(SKELETONS_PATH, otherTenant.client);
    expect(rows.map((row) => row.attributes)).toEqual([attributes, attributes]);
    expect(await listAll<DetectionLabel>(LABELS_PATH, otherTenant.client)).toMatchObject([
      { name: 'Person', skeleton: template },
    ]);
    const repeatedImport = await importer.importFiles({ 'export.zip': zip });
    expect(repeatedImport.result?.shapes).toMatchObject({ same: 2 });
    expect(await listSkeletons(otherTenant.client)).toHaveLength(2);
  },
);

it('formats without skeletons count them in their README', async () => {
  await drawSkeletons();
  for (const fields of [{ format: 'voc' }, { format: 'coco' }, { format: 'csv' }])
    expect(String((await unzip(await driver.exportImages(fields))).get('README.txt'))).toContain('- 2 skeletons');
});

it('undo of an import deletes its skeletons and labels', async () => {
  await drawSkeletons();
  const zip = await driver.exportImages({ format: 'console' });
  const otherTenant = await server.createTenant();
  const importer = new ImportDriver(server, otherTenant.client);
  const { id } = await importer.importFiles({ 'export.zip': zip });
  expect(await listSkeletons(otherTenant.client)).toEqual(POSES);
  expect((await importer.undoImport(id)).state).toBe('undone');
  expect([await listSkeletons(otherTenant.client), await listAll(LABELS_PATH, otherTenant.client)]).toEqual([[], []]);
});

describe('COCO keypoints', () => {
  const keypoints = COCO_PERSON.points.flatMap((_, index) => (index < 2 ? [10 + 20 * index, 20, 2 - index] : [0, 0, 0]));
  const toFile = (category: object, annotation: object) => ({
    'a.png': png,
    'person_keypoints_train.json': JSON.stringify({
      images: [{ id: 1, file_name: 'a.png', width: 200, height: 150 }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, num_keypoints: 2, iscrowd: 0, bbox: [5, 5, 60, 80], ...annotation }],
      categories: [{ id: 1, name: 'person', ...category }],
    }),
  });
  const person = {
    keypoints: COCO_PERSON.points.map(({ name }) => name),
    skeleton: COCO_PERSON.edges.map((edge) => edge.map((index) => index + 1)),
  };

  it('become a skeleton and a box, with the template of a person', async () => {
    const finishedImport = await driver.importFiles(toFile(person, { keypoints }));
    expect([finishedImport.plan?.notes, finishedImport.result?.shapes]).toMatchObject([[], { boxes: 1, skeletons: 1 }]);
    expect(await listSkeletons()).toEqual([keypoints]);
    expect(await listAll<DetectionObject>('/detection/v2/object/', client)).toMatchObject([{ data: [5, 5, 65, 85] }]);
    expect(await listAll<DetectionLabel>(LABELS_PATH, client)).toMatchObject([{ name: 'person', skeleton: COCO_PERSON }]);
  });

  it('use the label of the same name, which gets the template unless it has a template', async () => {
    const { id } = await createNamedRow(client, LABELS_PATH, { name: 'person' });
    await driver.importFiles(toFile({ keypoints: ['a', 'b'], skeleton: [[0, 1]] }, { keypoints: [1, 2, 2, 3, 4, 1] }));
    expect(expectBody(await client.get(`${LABELS_PATH}${id}`))).toMatchObject({
      skeleton: { points: [{ name: 'a' }, { name: 'b' }], edges: [[0, 1]] },
      skeletons_count: 1,
    });
    const { result } = await driver.importFiles(toFile({ keypoints: ['a'] }, { keypoints: [1, 2, 2] }));
    expect(result?.notes).toEqual([{ reason: 'data: must have as many points as the label: 2', count: 1 }]);
  });

  it('without a labelled point become only a box, and a wrong number of points is reported', async () => {
    const withoutPoints = await parseImport(toFile(person, { keypoints: keypoints.map(() => 0) }));
    expect([withoutPoints.boxes.length, withoutPoints.skeletons]).toEqual([1, []]);
    const withWrongCount = await parseImport(toFile(person, { keypoints: [1, 2, 2] }));
    expect(withWrongCount.notes).toEqual({ 'Keypoints whose number differs from that of their class': 1 });
    expect(withWrongCount.skeletons).toEqual([]);
  });
});

it('YOLO poses get names, pairs and states from data.yaml', async () => {
  const yamlFields = {
    train: 'images',
    names: { 0: 'cat' },
    kpt_shape: [3, 2],
    flip_idx: [0, 2, 1],
    kpt_names: { 0: ['nose', 'a', 'b'] },
  };
  await driver.importFiles({
    'images/a.png': png,
    'labels/a.txt': '0 0.5 0.5 0.5 0.5 0.1 0.2 0.5 0.5 0 0\n',
    'data.yaml': toYaml(yamlFields),
  });
  expect(await listSkeletons()).toEqual([[20, 30, 2, 100, 75, 2, 0, 0, 0]]);
  expect(await listAll<DetectionLabel>(LABELS_PATH, client)).toMatchObject([
    { name: 'cat', skeleton: { points: [{ name: 'nose' }, { name: 'a' }, { name: 'b' }], pairs: [[1, 2]] } },
  ]);
});
