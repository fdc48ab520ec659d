import type { DetectionObject } from '@console/shared-contract/api';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage } from '../../testing/api/fixtures';
import { createPng } from '../../testing/api/png';
import { createZip, ImportDriver } from '../../testing/api/import-driver';
import { parseImport, readFolderFiles, withImages } from '../../testing/api/parse-import';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const OBJECTS_PATH = '/detection/v2/object/';
const SAMPLES_FOLDER = join(process.cwd(), '..', 'shared', 'data', 'formats');
const IMPORTED_WITH_ANGLE_NOTE = 'Rotated boxes: imported with their angle';
/** Rotated boxes in an image of 200 x 150 pixels. The last box extends beyond the image. */
const ROTATED_BOXES = [
  [60.5, 40.25, 50, 20, 30],
  [100, 75, 30.5, 40, 190.5],
  [150, 100, 40, 10, 270],
  [5, 140, 40, 20, 45],
];
const UPRIGHT_BOX = [10, 20, 60, 70];

const server = setUpTestServer();
let client: TestClient;
let driver: ImportDriver;
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

async function drawBoxes(): Promise<void> {
  const base64 = (await createPng('#a00', 200, 150)).toString('base64');
  const { id: image } = await uploadImage(client, { base64, name: 'a.png' });
  const { id: detection_label } = await createNamedRow(client, '/detection/v2/label/', { name: 'Pen' });
  const fields = { image, detection_label, data: UPRIGHT_BOX };
  for (const rotated_box of [...ROTATED_BOXES, null])
    expectBody(await client.post(OBJECTS_PATH, { ...fields, rotated_box }), 201);
}

/** Lists rotated boxes rounded to two decimals, and the data of upright boxes, in the order of creation. */
async function listBoxes(caller = client): Promise<number[][]> {
  const { results } = expectBody<{ results: DetectionObject[] }>(await caller.get(OBJECTS_PATH, { page_size: 100 }));
  return results
    .map(({ rotated_box, data }) => (rotated_box ?? data).map((value) => Math.round(value * 100) / 100))
    .sort((a, b) => b.length - a.length || (a[0] ?? 0) - (b[0] ?? 0));
}
const EXPECTED_BOXES = [...ROTATED_BOXES.toSorted((a, b) => a[0]! - b[0]!), UPRIGHT_BOX];

// `round-trip.test.ts` checks the rotated boxes of all formats without a database.
describe('round trip', () => {
  const FORMATS: [format: string, fields: object, notes: object[]][] = [
    ['coco', {}, [{ reason: IMPORTED_WITH_ANGLE_NOTE, count: 4 }]],
    ['console', {}, []],
    ['cvat', {}, [{ reason: IMPORTED_WITH_ANGLE_NOTE, count: 4 }]],
    ['labelstudio', {}, [{ reason: IMPORTED_WITH_ANGLE_NOTE, count: 4 }]],
    ['labelme', {}, [{ reason: IMPORTED_WITH_ANGLE_NOTE, count: 4 }]],
    ['dota', {}, [{ reason: IMPORTED_WITH_ANGLE_NOTE, count: 4 }]],
    ['yolo', { shapes: 'rotated_boxes' }, [{ reason: 'Oriented boxes: imported with their angle', count: 5 }]],
  ];
  it.each(process.env.LONG ? FORMATS : FORMATS.slice(0, 1))(
    '%s keeps rotated and upright boxes, and a repeated import adds none',
    async (format, fields, notes) => {
      await drawBoxes();
      const zip = await driver.exportImages({ format, ...fields });
      expect(String((await unzip(zip)).get('README.txt'))).not.toContain('cannot represent');
      const otherTenant = await server.createTenant();
      const importer = new ImportDriver(server, otherTenant.client);
      const finishedImport = await importer.importFiles({ 'export.zip': zip });
      expect([finishedImport.plan?.format, finishedImport.plan?.notes]).toEqual([format, notes]);
      expect(await listBoxes(otherTenant.client)).toEqual(EXPECTED_BOXES);
      const repeatedImport = await importer.importFiles({ 'export.zip': zip });
      expect(repeatedImport.result?.shapes).toMatchObject({ boxes: 0, same: 5 });
    },
  );

  it.each(process.env.LONG ? ['voc', 'yolo', 'csv'] : ['voc'])(
    '%s contains enclosing boxes instead of rotated boxes, and its README counts them',
    async (format) => {
      await drawBoxes();
      const files = await unzip(await driver.exportImages({ format }));
      expect(String(files.get('README.txt'))).toContain(
        '4 angles of rotated boxes, which are replaced by the upright boxes around them',
      );
      const otherTenant = await server.createTenant();
      await new ImportDriver(server, otherTenant.client).importFiles({
        'export.zip': await createZip(Object.fromEntries(files)),
      });
      if (format === 'csv') return;
      expect((await listBoxes(otherTenant.client)).every((box) => box.length === 4)).toBe(true);
    },
  );

  testInLongRun('a dataset version keeps the rotation', async () => {
    await drawBoxes();
    const { id: version } = expectBody<{ id: string }>(await client.post('/recognition/v2/dataset/', { name: 'First' }), 201);
    await server.runWork();
    expectBody(await client.put(`${OBJECTS_PATH}${(await listObjects())[0]}/`, { data: [1, 1, 30, 30] }));
    const otherTenant = await server.createTenant();
    const zip = await driver.exportImages({ format: 'console', version });
    await new ImportDriver(server, otherTenant.client).importFiles({ 'export.zip': zip });
    expect(await listBoxes(otherTenant.client)).toEqual(EXPECTED_BOXES);
  });
});

const listObjects = async () =>
  expectBody<{ results: DetectionObject[] }>(await client.get(OBJECTS_PATH)).results.map(({ id }) => id);

it('an import distinguishes a rotated box from the upright box around it', async () => {
  await drawBoxes();
  const zip = await driver.exportImages({ format: 'dota' });
  const enclosingBoxesZip = await driver.exportImages({ format: 'yolo' });
  const otherTenant = await server.createTenant();
  const importer = new ImportDriver(server, otherTenant.client);
  await importer.importFiles({ 'export.zip': zip });
  expect((await importer.importFiles({ 'boxes.zip': enclosingBoxesZip })).result?.shapes).toMatchObject({ boxes: 4, same: 1 });
});

testInLongRun('boxes that extend beyond the image are skipped if the user chose so', async () => {
  await drawBoxes();
  const zip = await driver.exportImages({ format: 'cvat' });
  const otherTenant = await server.createTenant();
  await new ImportDriver(server, otherTenant.client).importFiles({ 'export.zip': zip }, {}, { outside: 'skip' });
  expect((await listBoxes(otherTenant.client)).filter((box) => box.length === 5)).toHaveLength(3);
});

describe('DOTA', () => {
  it('reads headers, names with spaces and the flag of difficult objects', async () => {
    const text =
      'imagesource:GoogleEarth\ngsd:0.146\n10.0 10.0 30.0 10.0 30.0 20.0 10.0 20.0 small vehicle 1\n5 5 15 10 10 20 0 15 ship 0\n';
    const { format, boxes, notes } = await parseImport({ ...withImages('images/P1.png'), 'labelTxt/P1.txt': text });
    expect([format, boxes]).toEqual(['dota', ['images/P1.png: small vehicle 10 10 30 20', 'images/P1.png: ship 0 5 15 20']]);
    expect(notes).toEqual({ [IMPORTED_WITH_ANGLE_NOTE]: 1 });
  });

  it('replaces other quadrilaterals and reports lines that cannot be read', async () => {
    const text = '0 0 40 0 30 30 0 20 ship 0\nno corners here\n';
    const { boxes, notes } = await parseImport({ ...withImages('P1.png'), 'P1.txt': text, 'other.txt': 'Made by hand' });
    expect(boxes).toEqual(['P1.png: ship 0 0 40 30']);
    expect(notes).toEqual({
      'Quadrilaterals: replaced by rotated boxes with the same center and area': 1,
      'Lines that are not four corners and a class': 1,
      'Text files without annotations': 1,
    });
  });
});

const originalIt = existsSync(SAMPLES_FOLDER) ? it : it.skip;

originalIt('imports the oriented boxes of Ultralytics as rotated boxes', async () => {
  const files = await readFolderFiles(join(SAMPLES_FOLDER, 'dm_yolov8_oriented_boxes'));
  const { corners, polygons } = await parseImport({ 'a.zip': await createZip(files) });
  expect([corners.length, polygons]).toEqual([2, []]);
});

originalIt('imports the rotations of a Label Studio project', async () => {
  const file = join(SAMPLES_FOLDER, 'labelstudio', 'test_export_yolo', 'data_obb.json');
  const { corners, notes } = await parseImport({ 'data.json': await readFile(file) });
  expect([corners.length, notes[IMPORTED_WITH_ANGLE_NOTE]]).toEqual([25, 25]);
});
