import type { Mask } from '@console/shared-contract/api';
import { encodeBitmap, encodeCounts, type MaskSize } from '@console/shared-contract/mask-rle';
import sharp from 'sharp';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage } from '../../testing/api/fixtures';
import { createPng } from '../../testing/api/png';
import { ImportDriver } from '../../testing/api/import-driver';
import { parseImport } from '../../testing/api/parse-import';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const MASKS_PATH = '/segmentation/v2/mask/';
const IMAGE_SIZE: MaskSize = [6, 10];

/** Creates a mask from rows of an image of 10 x 6 pixels, in which # is foreground. */
function createMask(...rows: string[]): { size: number[]; counts: string } {
  const pixels = rows.flatMap((row) => [...row].map((pixel) => (pixel === '#' ? 1 : 0)));
  return { size: [...IMAGE_SIZE], counts: encodeCounts(encodeBitmap(pixels, IMAGE_SIZE)) };
}

/** A mask with a hole and a second part. */
const RING = createMask('..........', '.####.....', '.#..#.....', '.####...#.', '........#.', '..........');
/** A mask that touches the edges of the image. */
const CORNER = createMask('........##', '.......###', '.......##.', '..........', '..........', '..........');

const server = setUpTestServer();
let client: TestClient;
let driver: ImportDriver;
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

const createImage = (width = IMAGE_SIZE[1], height = IMAGE_SIZE[0]) => createPng('#a00', width, height);

async function drawMasks(): Promise<void> {
  const base64 = (await createImage()).toString('base64');
  const { id: image } = await uploadImage(client, { base64, name: 'a.png' });
  const labels = [
    await createNamedRow(client, '/segmentation/v2/label/', { name: 'Ring' }),
    await createNamedRow(client, '/segmentation/v2/label/', { name: 'Corner' }),
  ];
  for (const [index, data] of [RING, CORNER].entries()) {
    const fields = { image, segmentation_label: labels[index]?.id, data };
    expectBody(await client.post(MASKS_PATH, fields), 201);
  }
}

/** Lists the masks with the names of their labels. */
async function listMasks(caller = client): Promise<[string, string][]> {
  const { results } = expectBody<{ results: Mask[] }>(await caller.get(MASKS_PATH, { page_size: 100 }));
  return results.map(({ segmentation_label: { name }, data }): [string, string] => [name, data.counts]).sort();
}
const EXPECTED_MASKS = [
  ['Corner', CORNER.counts],
  ['Ring', RING.counts],
];

// `round-trip.test.ts` checks the masks of all formats without a database.
const FORMATS = [
  ['coco', { shapes: 'polygons' }],
  ['console', {}],
  ['cvat', {}],
  ['labelstudio', {}],
  ['labelme', {}],
  ['voc', {}],
] as const;

it.each(process.env.LONG ? FORMATS : FORMATS.slice(0, 1))(
  '%s keeps masks with holes and several parts, and a repeated import adds none',
  async (format, fields) => {
    await drawMasks();
    const zip = await driver.exportImages({ format, ...fields });
    expect(String((await unzip(zip)).get('README.txt'))).not.toContain('cannot represent');
    const otherTenant = await server.createTenant();
    const importer = new ImportDriver(server, otherTenant.client);
    const finishedImport = await importer.importFiles({ 'export.zip': zip });
    expect([finishedImport.plan?.format, finishedImport.plan?.notes, finishedImport.plan?.shapes.masks]).toEqual([format, [], 2]);
    expect(finishedImport.result?.shapes).toMatchObject({ masks: 2, polygons: 0 });
    expect(await listMasks(otherTenant.client)).toEqual(EXPECTED_MASKS);
    const repeatedImport = await importer.importFiles({ 'export.zip': zip });
    expect(repeatedImport.result?.shapes).toMatchObject({ same: 2 });
    expect((await listMasks(otherTenant.client)).length).toBe(2);
  },
);

it('YOLO contains the outline of the largest part, and the README counts holes and other parts', async () => {
  await drawMasks();
  const files = await unzip(await driver.exportImages({ format: 'yolo', shapes: 'polygons' }));
  const readme = String(files.get('README.txt'));
  expect(readme).toContain('1 parts of masks: only the outline of the largest part is exported');
  expect(readme).toContain('1 holes in masks, which are filled');
  const lines = String(files.get('labels/train/a.txt')).trim().split('\n');
  const fractions = [5, 1, 5, 4, 1, 4, 1, 1].map((value, index) => value / IMAGE_SIZE[index % 2 === 0 ? 1 : 0]);
  expect(
    lines
      .find((line) => line.split(' ').length === 9)
      ?.split(' ')
      .slice(1)
      .map(Number),
  ).toEqual(fractions.map((value) => Number(value.toFixed(8))));
});

testInLongRun('a format without masks counts them in its README', async () => {
  await drawMasks();
  const files = await unzip(await driver.exportImages({ format: 'dota' }));
  expect(String(files.get('README.txt'))).toContain('2 masks');
});

it('a dataset version keeps the masks of an import that is undone later', async () => {
  await drawMasks();
  const { id: version } = expectBody<{ id: string }>(await client.post('/recognition/v2/dataset/', { name: 'First' }), 201);
  await server.runWork();
  const { results } = expectBody<{ results: Mask[] }>(await client.get(MASKS_PATH));
  for (const { id } of results) await client.delete(`${MASKS_PATH}${id}`);
  const zip = await driver.exportImages({ format: 'console', version });
  const finishedImport = await driver.importFiles({ 'export.zip': zip });
  expect(finishedImport.result?.shapes).toMatchObject({ masks: 2 });
  expect(await listMasks()).toEqual(EXPECTED_MASKS);
  await driver.undoImport(finishedImport.id);
  expect(await listMasks()).toEqual([]);
});

const toCoco = (annotations: object[], size: MaskSize = IMAGE_SIZE) =>
  JSON.stringify({
    images: [{ id: 1, file_name: 'a.png', width: size[1], height: size[0] }],
    categories: [{ id: 1, name: 'Ring' }],
    annotations: annotations.map((annotation, id) => ({ id, image_id: 1, category_id: 1, ...annotation })),
  });

it('imports COCO crowds with compressed and uncompressed run lengths, and exports them as crowds', async () => {
  const uncompressedMask = { size: [...IMAGE_SIZE], counts: [0, 2, 0, 3, 55] };
  const coco = toCoco([
    { segmentation: RING, iscrowd: 0 },
    { segmentation: uncompressedMask, iscrowd: 1 },
    { segmentation: { size: [...IMAGE_SIZE], counts: 'P' } },
    { segmentation: { size: [...IMAGE_SIZE], counts: [60] } },
  ]);
  const finishedImport = await driver.importFiles({ 'a.png': await createImage(), 'x.json': coco });
  expect(finishedImport.plan?.notes.map(({ reason }) => reason).sort()).toEqual([
    'Masks that cannot be read',
    'Masks without pixels',
  ]);
  expect(await listMasks()).toEqual([
    ['Ring', encodeCounts([0, 5, 55])],
    ['Ring', RING.counts],
  ]);
  const files = await unzip(await driver.exportImages({ format: 'coco', shapes: 'polygons' }));
  const { annotations } = JSON.parse(String(files.get('annotations/instances_all.json'))) as { annotations: object[] };
  expect(annotations).toEqual([
    expect.objectContaining({ segmentation: RING, iscrowd: 0, bbox: [1, 1, 8, 4], area: 12 }),
    expect.objectContaining({
      segmentation: { size: [...IMAGE_SIZE], counts: [0, 5, 55] },
      iscrowd: 1,
      bbox: [0, 0, 1, 5],
      area: 5,
    }),
  ]);
});

it('places labelme masks at the first corner of their box', async () => {
  // RGB colors: gray with the value 0, gray with the value 1, and pure red.
  const [background, gray, red] = [
    [0, 0, 0],
    [1, 1, 1],
    [255, 0, 0],
  ] as const;
  const pixels = Buffer.from([background, gray, red, gray, gray, background].flat());
  const png = await sharp(pixels, { raw: { width: 3, height: 2, channels: 3 } })
    .png({ palette: false })
    .toBuffer();
  const points = [
    [4, 2],
    [6, 3],
  ];
  const shape = { label: 'Ring', shape_type: 'mask', group_id: null, flags: {}, points };
  const shapes = [
    { ...shape, mask: png.toString('base64') },
    { ...shape, mask: 'no PNG' },
  ];
  const json = JSON.stringify({ shapes, imagePath: 'a.png', imageWidth: 10, imageHeight: 6 });
  const { masks, notes } = await parseImport({ 'a.png': await createImage(), 'a.json': json });
  expect(notes).toEqual({ 'Masks that cannot be read': 1 });
  // The mask has the rows .## and ##. in the box. Its runs are ordered by columns.
  expect(masks).toEqual(['a.png: Ring 4 2 7 4 : 1 4 1']);
});

it('reads one mask for each class from Pascal VOC masks without masks of objects', async () => {
  const toGray = (value: number) => [value, value, value];
  const pixelRows = [
    [...toGray(0), ...toGray(5), ...toGray(255)],
    [...toGray(5), ...toGray(0), ...toGray(128)],
  ];
  // 128, 128, 128 is the color of cars, and 5 is the class index of bottles.
  const png = await sharp(Buffer.from(pixelRows.flat()), { raw: { width: 3, height: 2, channels: 3 } })
    .png({ palette: false })
    .toBuffer();
  const { format, masks, notes } = await parseImport({
    'JPEGImages/a.png': await createImage(3, 2),
    'SegmentationClass/a.png': png,
  });
  expect([format, notes]).toEqual([
    'voc',
    { 'Masks of classes without SegmentationObject: one mask for all objects of a class': 1 },
  ]);
  expect(masks).toEqual(['JPEGImages/a.png: bottle 0 0 2 2 : 1 2 1', 'JPEGImages/a.png: car 2 1 3 2 : 0 1']);
});

testInLongRun('scales masks of resized images, and imports boxes instead of masks on request', async () => {
  const coco = toCoco([{ segmentation: RING }]);
  const image = await createImage(20, 12);
  await driver.importFiles({ 'a.png': image, 'x.json': coco });
  const { results } = expectBody<{ results: Mask[] }>(await client.get(MASKS_PATH));
  expect(results).toMatchObject([{ data: { size: [12, 20] }, bbox: [2, 2, 18, 10], area: 48 }]);
  const otherTenant = await server.createTenant();
  const boxImport = await new ImportDriver(server, otherTenant.client).importFiles(
    { 'a.png': image, 'x.json': coco },
    { outlines: 'boxes' },
  );
  expect(boxImport.result?.shapes).toMatchObject({ boxes: 1, polygons: 0 });
  expect(await listMasks(otherTenant.client)).toEqual([]);
});
