import type { Mask } from '@console/shared-contract/api';
import { encodeCounts } from '@console/shared-contract/mask-rle';
import sharp from 'sharp';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createPng } from '../../testing/api/png';
import { ImportDriver } from '../../testing/api/import-driver';
import { parseImport } from '../../testing/api/parse-import';
import { setUpTestServer } from '../../testing/api/test-server';

const server = setUpTestServer();
let client: TestClient;
let driver: ImportDriver;
beforeEach(async () => {
  ({ client } = await server.createTenant());
  driver = new ImportDriver(server, client);
});

const listRows = async <T>(path: string) => expectBody<{ results: T[] }>(await client.get(path, { page_size: 100 })).results;
const listBoxes = async () =>
  (await listRows<{ data: number[]; detection_label: { name: string } }>('/detection/v2/object/')).map(
    ({ data, detection_label }) => [detection_label.name, ...data],
  );
const listPolygons = async () =>
  (await listRows<{ data: number[]; segmentation_label: { name: string } }>('/segmentation/v2/polygon/')).map(
    ({ data, segmentation_label }) => [segmentation_label.name, ...data],
  );
interface ListedImage {
  meta_data: { filename: string };
  test_image: boolean;
  labels: { name: string; value?: number | null }[];
}
const listLabels = async () =>
  (await listRows<ListedImage>('/recognition/v2/training-image/'))
    .map(({ meta_data, labels: imageLabels }) => [
      meta_data.filename,
      ...imageLabels.map(({ name, value }) => (value == null ? name : `${name}=${value}`)),
    ])
    .sort();

it('reads labels and dataset splits from folder names', async () => {
  const finishedImport = await driver.importFiles({
    'set/train/Apple/a.png': await createPng('#a00'),
    'set/test/Pear/b.png': await createPng('#0a0'),
    'set/c.png': await createPng('#00a'),
  });
  expect(finishedImport.plan?.format).toBe('folders');
  expect(finishedImport.plan?.classes.map(({ name, type }) => [name, type]).sort()).toEqual([
    ['Apple', 'category'],
    ['Pear', 'category'],
  ]);
  expect(await listLabels()).toEqual([['a.png', 'Apple'], ['b.png', 'Pear'], ['c.png']]);
  const images = await listRows<ListedImage>('/recognition/v2/training-image/');
  expect(images.map(({ meta_data, test_image }) => [meta_data.filename, test_image]).sort()).toEqual([
    ['a.png', false],
    ['b.png', true],
    ['c.png', false],
  ]);
});

it('reads 1-based Pascal VOC pixels and normalized YOLO centers', async () => {
  const createObjectElement = (corners: readonly number[]) => {
    const [xmin, ymin, xmax, ymax] = corners;
    const box = `<xmin>${xmin}</xmin><ymin>${ymin}</ymin><xmax>${xmax}</xmax><ymax>${ymax}</ymax>`;
    return `<object><name>Fig</name><bndbox>${box}</bndbox></object>`;
  };
  const createVoc = (name: string, ...boxes: number[][]) =>
    `<annotation><filename>${name}</filename><size><width>100</width><height>80</height></size>${boxes.map(createObjectElement).join('')}</annotation>`;
  const finishedImport = await driver.importFiles({
    'a.png': await createPng('#a00'),
    'a.xml': createVoc('a.png', [11, 21, 50, 60], [1, 1, 9, 9]),
    'ImageSets/Main/val.txt': 'a\n',
    // Pascal VOC counts pixels from 1. A box that starts at 0 shows that the boxes of this file are edges, counted from 0.
    'z.png': await createPng('#aa0'),
    'z.xml': createVoc('z.png', [11, 22, 51, 61], [0, 3, 8, 8]),
  });
  expect(finishedImport.plan?.shapes).toMatchObject({ boxes: 4, outside: 0 });
  expect(finishedImport.plan?.notes).toEqual([]);
  expect((await listBoxes()).sort()).toEqual([
    ['Fig', 0, 0, 9, 9],
    ['Fig', 0, 3, 8, 8],
    ['Fig', 10, 20, 50, 60],
    ['Fig', 11, 22, 51, 61],
  ]);
  const yoloFiles = {
    'images/test/b.png': await createPng('#0a0'),
    'labels/test/b.txt': '1 0.3 0.5 0.4 0.5\n0 0 0 0.2 0 0.2 0.125\n',
    'data.yaml': 'names: [Leaf, Nut]\ntest: images/test\n',
  };
  expect((await driver.importFiles(yoloFiles)).plan?.format).toBe('yolo');
  expect((await listBoxes()).filter(([name]) => name === 'Nut')).toEqual([['Nut', 10, 20, 50, 60]]);
  expect(await listPolygons()).toEqual([['Leaf', 0, 0, 20, 0, 20, 10]]);
  const images = await listRows<ListedImage>('/recognition/v2/training-image/');
  expect(images.map(({ test_image }) => test_image)).toEqual([true, false, false]);
});

it('reads CSV files of an export and of other tools', async () => {
  const files = {
    'images/a.png': await createPng('#a00'),
    'images.csv': "filename,split,label,value\na.png,test,Ripe,\na.png,test,Weight,12.5\nlost.png,train,'=Odd,\n",
    'objects.csv':
      'filename,split,object,box_label,x1,y1,x2,y2,label,value\na.png,all,o1,Fig,10,20,50,60,Ripe,\na.png,all,o1,Fig,10,20,50,60,Soft,\na.png,all,o2,Fig,0,0,9,9,,\n',
    'others.csv': 'filename,width,height,class,xmin,ymin,xmax,ymax\na.png,100,80,Leaf,10,10,20,20\n',
  };
  const { missing, boxes, labels } = await parseImport(files, { format: 'csv' });
  expect(missing).toEqual(['lost.png']);
  expect(labels).toEqual(['images/a.png: Ripe', 'images/a.png: Weight 12.5', 'lost.png: =Odd']);
  expect(boxes).toEqual([
    'images/a.png: Fig 10 20 50 60 (Ripe) (Soft)',
    'images/a.png: Fig 0 0 9 9',
    'images/a.png: Leaf 10 10 20 20',
  ]);
});

it('reads all supported CVAT shapes and reports the skipped ones', async () => {
  const xml = `<?xml version="1.0" encoding="utf-8"?><annotations><version>1.1</version>
    <image id="0" name="set/a.png" width="100" height="80" subset="test">
      <box label="Fig" source="manual" occluded="0" xtl="10.00" ytl="20.00" xbr="50.00" ybr="60.00"><attribute name="ripe">yes</attribute></box>
      <box label="Fig" xtl="40" ytl="30" xbr="60" ybr="40" rotation="90.0"/>
      <polygon label="Leaf" points="0.00,0.00;20.00,0.00;20.00,10.00"/>
      <mask label="Mask" rle="0, 2, 1, 3" left="10" top="40" width="3" height="2"/>
      <polyline label="Stem" points="0,0;5,5"/>
      <points label="Tip" points="7,9"/>
      <tag label="Ripe"/>
    </image></annotations>`;
  const finishedImport = await driver.importFiles({ 'images/set/a.png': await createPng('#a00'), 'annotations.xml': xml });
  expect(finishedImport.plan?.notes).toEqual(
    expect.arrayContaining([
      { reason: 'Lines (not supported)', count: 1 },
      { reason: 'Rotated boxes: imported with their angle', count: 1 },
    ]),
  );
  expect((await listBoxes()).sort()).toEqual([
    ['Fig', 10, 20, 50, 60],
    ['Fig', 45, 25, 55, 45],
  ]);
  expect(await listPolygons()).toEqual([['Leaf', 0, 0, 20, 0, 20, 10]]);
  // In the first row of the mask, two of three pixels are set; in the second row, all.
  const [mask] = await listRows<Mask>('/segmentation/v2/mask/');
  expect([mask?.segmentation_label.name, mask?.bbox, mask?.data.counts]).toEqual([
    'Mask',
    [10, 40, 13, 42],
    encodeCounts([10 * 80 + 40, 2, 78, 2, 79, 1, 100 * 80 - 12 * 80 - 42]),
  ]);
  expect(await listLabels()).toEqual([['a.png', 'Ripe']]);
  expect((await listRows<{ name: string; data: number[] }>('/annotate/v2/point/')).map(({ name, data }) => [name, data])).toEqual(
    [['Tip', [7, 9]]],
  );
  const objects = await listRows<{ data: number[]; attributes: unknown }>('/detection/v2/object/');
  expect(objects.find(({ data }) => data[0] === 10)?.attributes).toEqual({ ripe: 'yes' });
});

testInLongRun('distinguishes CVAT images by subset', async () => {
  const createImageElement = (subset: string, label: string) =>
    `<image id="0" name="img0.png" subset="${subset}" width="100" height="80"><box label="${label}" xtl="0" ytl="0" xbr="9" ybr="9"/></image>`;
  const finishedImport = await driver.importFiles({
    'images/Train/img0.png': await createPng('#a00'),
    'images/Validation/img0.png': await createPng('#0a0'),
    'annotations.xml': `<annotations><version>1.1</version>${createImageElement('Train', 'Fig')}${createImageElement('Validation', 'Leaf')}</annotations>`,
  });
  expect(finishedImport.plan).toMatchObject({ format: 'cvat', pictures: { new: 2, unreadable: 0, missing: 0 } });
  const [firstObject, secondObject] = await listRows<{ image: string; detection_label: { name: string } }>(
    '/detection/v2/object/',
  );
  expect(new Set([firstObject?.detection_label.name, secondObject?.detection_label.name])).toEqual(new Set(['Fig', 'Leaf']));
  expect(firstObject?.image).not.toBe(secondObject?.image);
});

it('reads Label Studio percentages, upload names and the last annotation of a task', async () => {
  const imageSize = { original_width: 100, original_height: 80, image_rotation: 0 };
  const regions = [
    {
      ...imageSize,
      id: 'r1',
      type: 'rectanglelabels',
      value: { x: 10, y: 25, width: 40, height: 50, rotation: 0, rectanglelabels: ['Fig'] },
    },
    { ...imageSize, id: 'r1', type: 'choices', value: { x: 10, y: 25, width: 40, height: 50, choices: ['Doubtful'] } },
    // Rotated about its first corner, this box extends 8 pixels to the left and 20 down.
    {
      ...imageSize,
      id: 'r2',
      type: 'rectanglelabels',
      value: { x: 60, y: 50, width: 20, height: 10, rotation: 90, rectanglelabels: ['Fig'] },
    },
    {
      ...imageSize,
      type: 'polygonlabels',
      value: {
        points: [
          [0, 0],
          [20, 0],
          [20, 12.5],
        ],
        polygonlabels: ['Leaf'],
      },
    },
    { ...imageSize, type: 'choices', value: { choices: ['Ripe'] } },
    { ...imageSize, type: 'brushlabels', value: { format: 'rle', rle: [0, 1], brushlabels: ['Fig'] } },
  ];
  const tasks = [
    {
      id: 1,
      data: { image: '/data/upload/1/0123abcd-a%20b.png' },
      annotations: [{ result: [] }, { result: regions }, { was_cancelled: true, result: regions }],
    },
    { id: 2, data: { image: 's3://bucket/folder/lost.png' }, annotations: [] },
  ];
  const files = { 'a b.png': await createPng('#a00'), 'project.json': JSON.stringify(tasks) };
  const { format, missing, boxes, polygons, labels, notes } = await parseImport(files);
  expect([format, missing.length]).toEqual(['labelstudio', 1]);
  expect(notes).toMatchObject({ 'Masks that cannot be read': 1 });
  // A choice for a region becomes a label of its box, not of the image.
  expect(boxes).toEqual(['a b.png: Fig 0.1 0.25 0.5 0.75 (Doubtful)', 'a b.png: Fig 0.52 0.5 0.6 0.75']);
  expect(polygons).toEqual(['a b.png: Leaf 0 0 0.2 0 0.2 0.125']);
  expect(labels).toEqual(['a b.png: Ripe']);
});

it('rotates annotations that were drawn on a photo as stored, without its EXIF rotation', async () => {
  const storedJpeg = await sharp({ create: { width: 100, height: 80, channels: 3, background: '#a00' } })
    .jpeg()
    .withExif({})
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const coco = JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg', width: 100, height: 80 }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [0, 0, 10, 5] }],
    categories: [{ id: 1, name: 'Fig' }],
  });
  await driver.importFiles({ 'a.jpg': storedJpeg, 'x.json': coco });
  expect(await listBoxes()).toEqual([['Fig', 75, 0, 80, 10]]);
});

testInLongRun('imports labelme and VIA files', async () => {
  const labelmeShape = { label: 'Fig', shape_type: 'rectangle', group_id: 2 };
  const corners = [
    [50, 60],
    [10, 20],
  ];
  const labelmeFile = {
    flags: { Ripe: true },
    shapes: [{ ...labelmeShape, points: corners }],
    imagePath: 'a.png',
    imageWidth: 100,
    imageHeight: 80,
  };
  const finishedImport = await driver.importFiles({ 'a.png': await createPng('#a00'), 'a.json': JSON.stringify(labelmeFile) });
  expect(finishedImport.plan).toMatchObject({
    format: 'labelme',
    notes: [{ reason: 'Fields that are not imported: group_id', count: 1 }],
  });
  const viaRegion = {
    shape_attributes: { name: 'rect', x: 0, y: 0, width: 9, height: 9 },
    region_attributes: { type: 'Nut', ripe: 'no' },
  };
  const viaFile = { 'b.png9': { filename: 'b.png', size: 9, regions: [viaRegion], file_attributes: {} } };
  const viaImport = await driver.importFiles({ 'b.png': await createPng('#0a0'), 'via.json': JSON.stringify(viaFile) });
  expect(viaImport.plan?.format).toBe('via');
  expect((await listBoxes()).sort()).toEqual([
    ['Fig', 10, 20, 50, 60],
    ['Nut', 0, 0, 9, 9],
  ]);
  expect(await listLabels()).toEqual([['a.png', 'Ripe'], ['b.png']]);
  const objects = await listRows<{ attributes: unknown }>('/detection/v2/object/');
  expect(objects.map(({ attributes }) => attributes)).toContainEqual({ ripe: 'no' });
});
