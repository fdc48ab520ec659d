import { ConsoleLine, type ExportOffer, type TrainingImage } from '@console/shared-contract/api';
import { XMLParser } from 'fast-xml-parser';
import { parse as parseYaml } from 'yaml';
import { expectBody, type TestClient } from '../../testing/api/client';
import {
  createTestJob,
  createTestLabel,
  createNamedRow,
  createTestObject,
  createTestTask,
  uploadImage,
} from '../../testing/api/fixtures';
import { createPng } from '../../testing/api/png';
import { setUpTestServer } from '../../testing/api/test-server';
import { unzip } from '../../testing/api/unzip';

const EXPORT_PATH = '/recognition/v2/training-image/export';
const IMAGES_PATH = '/recognition/v2/training-image/';

const server = setUpTestServer();
let client: TestClient;
let workspaceId: string;
beforeEach(async () => {
  ({ client, workspaceId } = await server.createTenant());
});

const requestExport = async (request: object) => expectBody<ExportOffer>(await client.post(EXPORT_PATH, request), 201);
const fetchZip = async (url: string) => {
  const response = await fetch(new URL(new URL(url).pathname, server.origin));
  if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
  return unzip(Buffer.from(await response.arrayBuffer()));
};
const exportFiles = async (request: object) => fetchZip((await requestExport(request)).address);
const getText = (files: Map<string, Buffer>, path: string) => files.get(path)?.toString() ?? '';
const parseJson = (files: Map<string, Buffer>, path: string): unknown => JSON.parse(getText(files, path));

const upload = async (color: string, filename: string, size?: [number, number]) =>
  uploadImage(client, { base64: (await createPng(color, ...(size ?? []))).toString('base64'), meta_data: { filename } });

/** Creates two images, the second with the TEST flag. The first has a box, an outline, a label and a value. */
async function createAnnotatedImages(): Promise<{ firstImage: TrainingImage; secondImage: TrainingImage; fig: string }> {
  const [firstImage, secondImage] = [await upload('#a33', 'plate.png'), await upload('#3a3', 'table.png', [60, 40])];
  await client.post(`${IMAGES_PATH}update`, { images: [secondImage.id], 'mark-test': true });
  const figLabel = await createNamedRow(client, '/detection/v2/label/', { name: 'Fig' });
  const leafLabel = await createNamedRow(client, '/segmentation/v2/label/', { name: 'Leaf & stem' });
  await createTestObject(client, firstImage.id, figLabel.id, [10, 20, 50, 60]);
  expectBody(
    await client.post('/segmentation/v2/polygon/', {
      image: firstImage.id,
      segmentation_label: leafLabel.id,
      data: [0, 0, 20, 0, 20, 10],
    }),
    201,
  );
  const task = await createTestTask(client, { name: 'Kind', type: 'multi_class' });
  const ripeLabel = await createTestLabel(client, { name: 'Ripe', task: task.id });
  await client.post(`${IMAGES_PATH}${firstImage.id}/add-label`, { label_id: ripeLabel.id });
  return { firstImage, secondImage, fig: figLabel.id };
}

it('writes COCO files with test images in a separate file', async () => {
  await createAnnotatedImages();
  const files = await exportFiles({ format: 'coco', split: { by: 'test' } });
  expect(parseJson(files, 'annotations/instances_train.json')).toEqual({
    images: [{ id: 1, file_name: 'plate.png', width: 100, height: 80 }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [10, 20, 40, 40], area: 1600, segmentation: [], iscrowd: 0 }],
    categories: [{ id: 1, name: 'Fig', supercategory: '' }],
  });
  expect(parseJson(files, 'annotations/instances_test.json')).toMatchObject({
    images: [{ id: 1, file_name: 'table.png', width: 60, height: 40 }],
    annotations: [],
  });
  expect(files.get('images/train/plate.png')).toEqual(await createPng('#a33'));
  expect(files.get('images/test/table.png')).toEqual(await createPng('#3a3', 60, 40));
  expect(getText(files, 'README.txt')).toMatch(/2 images\.[^]*- 1 polygons\n- 1 labels of images/);
});

it('writes outlines in COCO and YOLO format, without images on request', async () => {
  await createAnnotatedImages();
  const cocoFiles = await exportFiles({ format: 'coco', shapes: 'polygons', pictures: false });
  expect(parseJson(cocoFiles, 'annotations/instances_all.json')).toMatchObject({
    annotations: [{ bbox: [0, 0, 20, 10], area: 100, segmentation: [[0, 0, 20, 0, 20, 10]] }],
    categories: [{ id: 1, name: 'Leaf & stem' }],
  });
  expect([...cocoFiles.keys()].filter((path) => path.endsWith('.png'))).toEqual([]);
  const splitCocoFiles = await exportFiles({ format: 'coco', split: { by: 'test' }, pictures: false });
  // A file of one split may wait long for its next image, so the list is sent first.
  expect([...splitCocoFiles.keys()][0]).toBe('images.txt');
  expect(getText(splitCocoFiles, 'images.txt')).toBe('images/train/plate.png\nimages/test/table.png\n');
  const yoloFiles = await exportFiles({ format: 'yolo', shapes: 'polygons', pictures: false });
  expect(getText(yoloFiles, 'labels/train/plate.txt')).toBe('0 0 0 0.2 0 0.2 0.125\n');
});

it('writes YOLO folders with fractions, class numbers and empty files for images without shapes', async () => {
  await createAnnotatedImages();
  const files = await exportFiles({ format: 'yolo', split: { by: 'test' } });
  expect(getText(files, 'labels/train/plate.txt')).toBe('0 0.3 0.5 0.4 0.5\n');
  expect(files.get('labels/test/table.txt')).toEqual(Buffer.alloc(0));
  expect([...files.keys()].filter((path) => path.startsWith('images/')).sort()).toEqual([
    'images/test/table.png',
    'images/train/plate.png',
  ]);
  expect(parseYaml(getText(files, 'data.yaml'))).toEqual({
    train: 'images/train',
    val: 'images/train',
    test: 'images/test',
    nc: 1,
    names: { 0: 'Fig' },
  });
  // The keys must be numbers, not strings that look like numbers.
  expect(getText(files, 'data.yaml')).toMatch(/^names:\n {2}0: "Fig"$/m);
});

it('quotes label names in YOLO\'s YAML, so that "yes" stays a string', async () => {
  const { id } = await upload('#33a', 'bowl.png');
  for (const name of ['yes', '12:30']) {
    const label = await createNamedRow(client, '/detection/v2/label/', { name });
    await createTestObject(client, id, label.id, [10, 20, 50, 60]);
  }
  const files = await exportFiles({ format: 'yolo' });
  expect(parseYaml(getText(files, 'data.yaml'), { version: '1.1' })).toMatchObject({ names: { 0: '12:30', 1: 'yes' } });
});

it('writes Pascal VOC boxes with 1-based first and last pixels', async () => {
  await createAnnotatedImages();
  const files = await exportFiles({ format: 'voc' });
  const { annotation } = new XMLParser().parse(getText(files, 'Annotations/plate.xml')) as { annotation: object };
  expect(annotation).toMatchObject({
    filename: 'plate.png',
    size: { width: 100, height: 80, depth: 3 },
    object: { name: 'Fig', bndbox: { xmin: 11, ymin: 21, xmax: 50, ymax: 60 } },
  });
  expect(getText(files, 'ImageSets/Main/trainval.txt')).toBe('plate\ntable\n');
  expect(files.has('JPEGImages/table.png')).toBe(true);
});

it('writes a labelme file beside each image, with labels as flags', async () => {
  await createAnnotatedImages();
  const files = await exportFiles({ format: 'labelme', split: { by: 'test' } });
  const shape = { group_id: null, description: '', flags: {}, mask: null };
  const toPairs = (...data: number[]) => data.flatMap((x, index) => (index % 2 === 0 ? [[x, data[index + 1]]] : []));
  expect(parseJson(files, 'train/plate.json')).toEqual({
    version: expect.stringMatching(/^6\./),
    flags: { Ripe: true },
    shapes: [
      { label: 'Fig', shape_type: 'rectangle', points: toPairs(10, 20, 50, 60), ...shape },
      { label: 'Leaf & stem', shape_type: 'polygon', points: toPairs(0, 0, 20, 0, 20, 10), ...shape },
    ],
    imagePath: 'plate.png',
    imageData: null,
    imageHeight: 80,
    imageWidth: 100,
  });
  expect(parseJson(files, 'test/table.json')).toMatchObject({ flags: {}, shapes: [], imagePath: 'table.png' });
  expect([...files.keys()].filter((path) => path.endsWith('.png')).sort()).toEqual(['test/table.png', 'train/plate.png']);
});

it('writes labels, verifications and dates as CSV files, and images in folders by label', async () => {
  const { firstImage } = await createAnnotatedImages();
  await client.post('/annotate/v2/verification/', { image_id: firstImage.id });
  const csvFiles = await exportFiles({ format: 'csv', pictures: false });
  const isoTimePattern = String.raw`\d{4}-\d\d-\d\dT[\d:.]+Z`;
  expect(getText(csvFiles, 'images.csv').trim().split('\n')).toEqual([
    'filename,split,width,height,verified,real,label,value,uploaded,verified_by,verified_at',
    expect.stringMatching(`^plate\\.png,all,100,80,true,true,Ripe,,${isoTimePattern},[^,@]+@[^,@]+,${isoTimePattern}$`),
    expect.stringMatching(`^table\\.png,all,60,40,false,true,,,${isoTimePattern},,$`),
  ]);
  expect(getText(csvFiles, 'objects.csv').trim().split('\n')[1]).toMatch(/^plate\.png,all,[\w-]+,Fig,10,20,50,60,,,$/);
  const filesInFolders = await exportFiles({ format: 'folders' });
  expect([...filesInFolders.keys()].sort()).toEqual(['README.txt', 'Ripe/plate.png', '_unlabelled/table.png']);
});

it('writes all data of the workspace in the console format', async () => {
  const { firstImage } = await createAnnotatedImages();
  const job = await createTestJob(client, 'image', { name: 'A round' });
  await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [firstImage.id] });
  const group = await createNamedRow(client, '/similarity/training/v2/group/', { name: 'Figs' });
  await client.post(`/similarity/training/v2/group/${group.id}/add-images`, { images: [firstImage.id] });
  const groupJob = await createTestJob(client, 'similarity', { name: 'Twins' });
  await client.post(`/annotate/v2/similarityjob/${groupJob.id}/add-items`, { items: [group.id] });
  await client.post('/annotate/v2/verification/', { image_id: firstImage.id });
  const files = await exportFiles({ format: 'console' });
  const lines = getText(files, 'console.jsonl')
    .trim()
    .split('\n')
    .map((line) => ConsoleLine.parse(JSON.parse(line)));
  const labels = lines.flatMap((line) => ('label' in line ? [[line.label.of, line.label.name]] : []));
  expect(labels).toEqual([
    ['detection', 'Fig'],
    ['recognition', 'Ripe'],
    ['segmentation', 'Leaf & stem'],
  ]);
  const relatedEntities = lines.flatMap((line): { id: string }[] =>
    'job' in line ? [line.job] : 'group' in line ? [line.group] : [],
  );
  expect(relatedEntities.map(({ id }) => id)).toEqual([job.id, groupJob.id, group.id]);
  expect(relatedEntities.slice(1)).toMatchObject([
    { type: 'similarity' },
    { jobs: [{ id: groupJob.id, name: 'Twins', done: false, count: 0 }] },
  ]);
  const images = lines.flatMap((line) => ('image' in line ? [line.image] : []));
  expect(images).toHaveLength(2);
  expect(images[0]).toMatchObject({
    id: firstImage.id,
    file: 'images/plate.png',
    width: 100,
    height: 80,
    name: 'plate.png',
    meta_data: { filename: 'plate.png' },
    verified_by: [{ email: expect.stringContaining('@') }],
    labels: [{ value: null }],
    objects: [{ data: [10, 20, 50, 60] }],
    polygons: [{ data: [0, 0, 20, 0, 20, 10] }],
    groups: [{ id: group.id, name: 'Figs' }],
    jobs: [{ id: job.id, name: 'A round', done: false }],
  });
  expect(files.has('images/plate.png')).toBe(true);
});

it('exports the images of a filter, of ids, or only verified ones', async () => {
  const { firstImage, secondImage, fig: figLabel } = await createAnnotatedImages();
  await client.post('/annotate/v2/verification/', { image_id: secondImage.id });
  const exportImagePaths = async (request: object) => {
    const { address: url, images } = await requestExport({ format: 'csv', ...request });
    const paths = [...(await fetchZip(url)).keys()].filter((path) => path.endsWith('.png')).sort();
    expect(images).toBe(paths.length);
    return paths;
  };
  expect(await exportImagePaths({})).toEqual(['images/plate.png', 'images/table.png']);
  expect(await exportImagePaths({ filter: { object_detection_label: [figLabel] } })).toEqual(['images/plate.png']);
  expect(await exportImagePaths({ images: [secondImage.id] })).toEqual(['images/table.png']);
  expect(await exportImagePaths({ images: [firstImage.id, secondImage.id], only_verified: true })).toEqual(['images/table.png']);
  expect(await exportImagePaths({ only_verified: true })).toEqual(['images/table.png']);
});

it("includes the products of an image's crops in the console format", async () => {
  const { firstImage, fig: figLabel } = await createAnnotatedImages();
  const object = await createTestObject(client, firstImage.id, figLabel, [0, 0, 9, 9]);
  const product = await createNamedRow(client, '/product/v2/product/', { name: 'Fig jam' });
  expectBody(await client.post(`/product/v2/product/${product.id}/add-crop`, { object: object.id }), 201);
  const price = { product_id: product.id, price: '3.20', currency: 'EUR', source: 'Market' };
  expectBody(await client.post('/product/v2/price/', price), 201);
  const readProducts = (files: Map<string, Buffer>) =>
    getText(files, 'console.jsonl')
      .split('\n')
      .filter((text) => text.startsWith('{"image"'))
      .map((text) => (ConsoleLine.parse(JSON.parse(text)) as { image: { products: unknown } }).image.products);
  const productDefaults = { customer_product_id: '', verified: false, meta_data: {}, collection: null, set: null };
  const priceFields = {
    price: '3.2000',
    currency: 'EUR',
    source: 'Market',
    grade_company: null,
    item_link: null,
    img_link: null,
  };
  const prices = [{ ...priceFields, date: expect.any(String) as string }];
  const expectedProducts = [[{ id: product.id, name: 'Fig jam', object: object.id, ...productDefaults, prices }], []];
  expect(readProducts(await exportFiles({ format: 'console', pictures: false }))).toEqual(expectedProducts);
});

it('assigns unique portable file names and reproducible splits', async () => {
  const [firstImage, conflictingImage, thirdImage] = [
    await upload('#111', '../../etc/Passwd.png'),
    await upload('#222', '.._.._etc_passwd.JPG'),
    await upload('#333', 'con.png'),
  ];
  const request = { format: 'yolo', split: { by: 'shares', train: 50, val: 30, test: 20, seed: 7 } };
  const [files, filesAgain] = [await exportFiles(request), await exportFiles(request)];
  const fileStems = [...files.keys()]
    .filter((path) => path.startsWith('labels/'))
    .map((path) => path.replace(/.*\/|\.txt$/g, ''));
  expect(fileStems.sort()).toEqual(['_con', '_.._etc_Passwd', `_.._etc_passwd-${conflictingImage.id}`].sort());
  expect([...filesAgain.keys()]).toEqual([...files.keys()]);
  expect([firstImage, thirdImage]).toHaveLength(2);
  const refusedResponse = await client.post(EXPORT_PATH, { ...request, split: { ...request.split, test: 90 } });
  expect([refusedResponse.status, refusedResponse.text]).toEqual([400, expect.stringContaining('shares must make 100')]);
});

it('downloads by URL while its requester is a member, and lists missing files', async () => {
  const { firstImage } = await createAnnotatedImages();
  const { client: nonMember } = await server.createTenant();
  expect((await nonMember.post(EXPORT_PATH, { format: 'csv', images: [firstImage.id] })).status).toBe(404);
  const { address: url } = await requestExport({ format: 'folders' });
  const { img_key } = await server.db
    .selectFrom('training_image')
    .select('img_key')
    .where('id', '=', firstImage.id)
    .executeTakeFirstOrThrow();
  await server.files.delete(img_key);
  const files = await fetchZip(url);
  expect([...files.keys()].sort()).toEqual(['MISSING.txt', 'README.txt', '_unlabelled/table.png']);
  expect(getText(files, 'MISSING.txt')).toBe('Ripe/plate.png\n');
  await server.db.deleteFrom('membership').where('workspace_id', '=', workspaceId).execute();
  const invalidUrl = `${url.slice(0, -3)}abc`;
  for (const downloadUrl of [url, invalidUrl])
    expect((await fetch(new URL(new URL(downloadUrl).pathname, server.origin))).status).toBe(410);
});
