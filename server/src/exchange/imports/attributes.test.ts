import type { DetectionLabel, DetectionObject, Mask, Polygon, Skeleton } from '@console/shared-contract/api';
import { encodeCounts } from '@console/shared-contract/mask-rle';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage } from '../../testing/api/fixtures';
import { createPng } from '../../testing/api/png';
import { ImportDriver } from '../../testing/api/import-driver';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const OBJECTS_PATH = '/detection/v2/object/';
const POLYGONS_PATH = '/segmentation/v2/polygon/';
const MASKS_PATH = '/segmentation/v2/mask/';
const SKELETONS_PATH = '/detection/v2/skeleton/';
const DEFINITIONS = [
  { name: 'ripe', type: 'checkbox', default: false },
  { name: 'seeds', type: 'number', min: 0, max: 9 },
  { name: 'side', type: 'choice', choices: ['front', 'back'], default: 'front' },
  { name: 'note', type: 'text' },
];
const ATTRIBUTES = {
  occluded: true,
  truncated: true,
  difficult: true,
  crowd: true,
  ignore: true,
  ripe: true,
  seeds: 3,
  side: 'back',
  note: 'a & b',
  pose: 'Left',
  shelf: 'A',
};

const server = setUpTestServer();
let client: TestClient;
let driver: ImportDriver;
let png: Buffer;
beforeAll(async () => {
  png = await createPng('#a00', 200, 150);
});
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

/** Draws shapes with all attributes (a box, a polygon, a mask and a skeleton), and a box without attributes. */
async function createShapesWithAttributes(): Promise<void> {
  const { id: image } = await uploadImage(client, { base64: png.toString('base64'), name: 'a.png' });
  const createLabelId = async (domain: string, fields = {}) =>
    (await createNamedRow(client, `/${domain}/v2/label/`, { name: 'Fig', attributes: DEFINITIONS, ...fields })).id;
  const skeleton = { points: [{ name: 'stem' }], edges: [] };
  const [detection_label, segmentation_label] = [
    await createLabelId('detection', { skeleton }),
    await createLabelId('segmentation'),
  ];
  for (const [data, attributes] of [
    [[10, 20, 60, 70], ATTRIBUTES],
    [[70, 20, 90, 70], {}],
  ])
    expectBody(await client.post(OBJECTS_PATH, { image, detection_label, data, attributes }), 201);
  expectBody(
    await client.post(POLYGONS_PATH, { image, segmentation_label, data: [1, 1, 9, 1, 9, 9], attributes: ATTRIBUTES }),
    201,
  );
  const data = { size: [150, 200], counts: encodeCounts([150, 3, 150 * 199 - 3]) };
  expectBody(await client.post(MASKS_PATH, { image, segmentation_label, data, attributes: ATTRIBUTES }), 201);
  expectBody(await client.post(SKELETONS_PATH, { image, detection_label, data: [5, 6, 2], attributes: ATTRIBUTES }), 201);
}

async function readAttributes(caller: TestClient) {
  const objects = expectBody<{ results: DetectionObject[] }>(await caller.get(OBJECTS_PATH)).results;
  const polygons = expectBody<{ results: Polygon[] }>(await caller.get(POLYGONS_PATH)).results;
  const masks = expectBody<{ results: Mask[] }>(await caller.get(MASKS_PATH)).results;
  const skeletons = expectBody<{ results: Skeleton[] }>(await caller.get(SKELETONS_PATH)).results;
  const labels = expectBody<{ results: DetectionLabel[] }>(await caller.get('/detection/v2/label/')).results;
  return {
    boxes: objects.sort((a, b) => (a.data[0] ?? 0) - (b.data[0] ?? 0)).map(({ attributes }) => attributes),
    polygons: polygons.map(({ attributes }) => attributes),
    masks: masks.map(({ attributes }) => attributes),
    skeletons: skeletons.map(({ attributes }) => attributes),
    definitions: labels[0]?.attributes,
  };
}

const selectAttributes = (...names: (keyof typeof ATTRIBUTES)[]) =>
  Object.fromEntries(names.map((name) => [name, ATTRIBUTES[name]]));
const ALL_ATTRIBUTES = {
  boxes: [ATTRIBUTES, {}],
  polygons: [ATTRIBUTES],
  masks: [ATTRIBUTES],
  skeletons: [ATTRIBUTES],
  definitions: DEFINITIONS,
};
const trueAttributes = selectAttributes('occluded', 'truncated', 'difficult', 'crowd', 'ignore', 'ripe');
const ONLY_TRUE_ATTRIBUTES = {
  boxes: [trueAttributes, {}],
  polygons: [trueAttributes],
  masks: [trueAttributes],
  skeletons: [],
  definitions: [],
};
const ATTRIBUTES_OF_BOXES = { polygons: [], masks: [], skeletons: [], definitions: [] };

// `round-trip.test.ts` checks the attributes of all formats without a database.
describe('round trip of attributes', () => {
  const FORMATS: [format: string, fields: object, expected: object][] = [
    ['cvat', {}, ALL_ATTRIBUTES],
    ['console', {}, ALL_ATTRIBUTES],
    ['coco', { shapes: 'boxes' }, { ...ATTRIBUTES_OF_BOXES, boxes: [ATTRIBUTES, {}] }],
    ['coco', { shapes: 'skeletons' }, { ...ATTRIBUTES_OF_BOXES, boxes: [], skeletons: [ATTRIBUTES] }],
    ['csv', {}, { ...ATTRIBUTES_OF_BOXES, boxes: [ATTRIBUTES, {}] }],
    [
      'voc',
      {},
      { ...ATTRIBUTES_OF_BOXES, boxes: [selectAttributes('occluded', 'truncated', 'difficult', 'pose'), {}], masks: [{}] },
    ],
    ['labelme', {}, ONLY_TRUE_ATTRIBUTES],
    ['dota', {}, { ...ATTRIBUTES_OF_BOXES, boxes: [selectAttributes('difficult'), {}] }],
  ];
  it.each(process.env.LONG ? FORMATS : FORMATS.slice(0, 1))(
    '%s keeps what the format can represent',
    async (format, fields, expected) => {
      await createShapesWithAttributes();
      const zip = await driver.exportImages({ format, ...fields });
      const otherTenant = await server.createTenant();
      const { plan } = await new ImportDriver(server, otherTenant.client).importFiles({ 'export.zip': zip });
      const reasons = plan?.notes.map(({ reason }) => reason).filter((reason) => !reason.endsWith('uploaded'));
      expect([plan?.format, reasons]).toEqual([format, []]);
      expect(await readAttributes(otherTenant.client)).toEqual(expected);
    },
  );

  const OMITTED_COUNTS: [format: string, count: number][] = [
    ['voc', 18],
    ['dota', 10],
    ['yolo', 11],
    ['labelme', 15],
    ['labelstudio', 33],
  ];
  it.each(process.env.LONG ? OMITTED_COUNTS : OMITTED_COUNTS.slice(0, 1))(
    'the README of %s counts the attributes that the format cannot represent',
    async (format, count) => {
      await createShapesWithAttributes();
      const files = await unzip(await driver.exportImages({ format }));
      expect(String(files.get('README.txt'))).toContain(`${count} attributes of shapes`);
    },
  );

  testInLongRun('a dataset version keeps the attributes', async () => {
    await createShapesWithAttributes();
    const { id: version } = expectBody<{ id: string }>(await client.post('/recognition/v2/dataset/', { name: 'First' }), 201);
    await server.runWork();
    const otherTenant = await server.createTenant();
    const zip = await driver.exportImages({ format: 'console', version });
    await new ImportDriver(server, otherTenant.client).importFiles({ 'export.zip': zip });
    expect(await readAttributes(otherTenant.client)).toEqual(ALL_ATTRIBUTES);
  });
});

describe('an import into a workspace whose label declares attributes', () => {
  const createCoco = (attributes: object) =>
    JSON.stringify({
      images: [{ id: 1, file_name: 'a.png', width: 200, height: 150 }],
      categories: [{ id: 1, name: 'Fig' }],
      annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [1, 1, 20, 20], attributes }],
    });

  it('converts attributes to their declared types, and stores invalid values as metadata', async () => {
    await createNamedRow(client, '/detection/v2/label/', { name: 'Fig', attributes: DEFINITIONS });
    const attributes = { ripe: 'yes', seeds: '12', side: 'back', note: 7, shelf: 'A' };
    const { result } = await driver.importFiles({ 'a.png': png, 'a.json': createCoco(attributes) });
    expect(result?.notes).toContainEqual({
      reason: 'Attributes whose values the label does not allow: stored as metadata',
      count: 1,
    });
    const { results } = expectBody<{ results: DetectionObject[] }>(await client.get(OBJECTS_PATH));
    expect(results.map((object) => [object.attributes, object.meta_data])).toEqual([
      [{ ripe: true, side: 'back', note: '7', shelf: 'A' }, { seeds: '12' }],
    ]);
    expect((await readAttributes(client)).definitions).toEqual(DEFINITIONS);
  });

  it('stores attributes with long names or texts as metadata', async () => {
    const { plan } = await driver.importFiles({
      'a.png': png,
      'a.json': createCoco({ note: 'x'.repeat(1001), ['n'.repeat(101)]: 1 }),
    });
    expect(plan?.notes).toEqual([{ reason: 'Attributes of shapes with lists or long texts: stored as metadata', count: 1 }]);
    const { results } = expectBody<{ results: DetectionObject[] }>(await client.get(OBJECTS_PATH));
    expect(results[0]).toMatchObject({ attributes: {}, meta_data: { note: 'x'.repeat(1001) } });
  });
});
