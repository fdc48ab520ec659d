import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectBody, type TestClient } from '../../testing/api/client';
import { ImportDriver } from '../../testing/api/import-driver';
import { unzip } from '../../testing/api/unzip';
import { setUpTestServer } from '../../testing/api/test-server';

/** Public data sets in their original files, if they exist next to the project. */
const DATA_FOLDER = join(process.cwd(), '..', 'shared', 'data');
const itWithData = (datasetName: string) => (existsSync(join(DATA_FOLDER, datasetName)) ? it : it.skip);
const IMAGE_COUNT = process.env.LONG ? 4 : 2;

const server = setUpTestServer();

const readAll = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, readFileSync(join(DATA_FOLDER, path))]));
const listFirstFiles = (datasetName: string, extension: string) =>
  readdirSync(join(DATA_FOLDER, datasetName))
    .filter((name) => name.endsWith(extension))
    .sort()
    .slice(0, IMAGE_COUNT)
    .map((name) => `${datasetName}/${name}`);

async function createTenantDriver() {
  const { client } = await server.createTenant();
  return { client, driver: new ImportDriver(server, client) };
}

/** Lists label names and coordinates of shapes. */
async function listShapes(client: TestClient, kind: 'boxes' | 'polygons'): Promise<string[]> {
  interface ShapeRow {
    image: string;
    data: number[];
    detection_label?: { name: string };
    segmentation_label?: { name: string };
  }
  const path = kind === 'boxes' ? '/detection/v2/object/' : '/segmentation/v2/polygon/';
  const { results } = expectBody<{ results: ShapeRow[] }>(await client.get(path, { page_size: 1000 }));
  return results
    .map(({ data, detection_label, segmentation_label }) => `${(detection_label ?? segmentation_label)?.name} ${data.join(' ')}`)
    .sort();
}

itWithData('bccd')('preserves Pascal VOC boxes exactly through every box format', async () => {
  const xmlFiles = listFirstFiles('bccd/Annotations', '.xml');
  const files = readAll(
    ...xmlFiles,
    ...xmlFiles.map((path) => path.replace('Annotations', 'JPEGImages').replace('.xml', '.jpg')),
  );
  const { client, driver } = await createTenantDriver();
  const finishedImport = await driver.importFiles(files);
  expect(finishedImport.plan).toMatchObject({ format: 'voc', pictures: { new: IMAGE_COUNT, unreadable: 0, missing: 0 } });
  const objectCount = xmlFiles.flatMap((path) => [...files[path]!.toString().matchAll(/<object>/g)]).length;
  const boxes = await listShapes(client, 'boxes');
  expect([boxes.length, finishedImport.result?.shapes.boxes]).toEqual([objectCount, objectCount]);
  for (const format of process.env.LONG ? ['yolo', 'voc', 'csv'] : ['yolo']) {
    const otherDriver = await createTenantDriver();
    await otherDriver.driver.importFiles({ 'a.zip': await driver.exportImages({ format }) });
    expect([format, await listShapes(otherDriver.client, 'boxes')]).toEqual([format, boxes]);
  }
});

/** The first and last pixels of all boxes in Pascal VOC files, without boxes of parts. */
const listVocPixels = (texts: readonly string[]) =>
  texts
    .flatMap((text) => [...text.replaceAll(/<part>[\s\S]*?<\/part>/g, '').matchAll(/<bndbox>([\s\S]*?)<\/bndbox>/g)])
    .map(([, box = '']) =>
      ['xmin', 'ymin', 'xmax', 'ymax'].map((name) => Number(new RegExp(`<${name}>(.*?)</${name}>`).exec(box)?.[1])).join(' '),
    )
    .sort();

itWithData('formats/dm_voc_dataset1')('writes Pascal VOC boxes with the same pixels as the imported files', async () => {
  const folder = 'formats/dm_voc_dataset1';
  const xmlFiles = [`${folder}/Annotations/2007_000001.xml`, ...listFirstFiles('bccd/Annotations', '.xml')];
  const files = readAll(
    ...xmlFiles,
    ...xmlFiles.map((path) => path.replace('Annotations', 'JPEGImages').replace('.xml', '.jpg')),
  );
  const { driver } = await createTenantDriver();
  await driver.importFiles(files);
  const exportedFiles = await unzip(await driver.exportImages({ format: 'voc' }));
  const texts = [...exportedFiles].filter(([path]) => path.endsWith('.xml')).map(([, bytes]) => bytes.toString());
  expect(listVocPixels(texts)).toEqual(listVocPixels(xmlFiles.map((path) => files[path]!.toString())));
});

itWithData('fruits_nuts')('preserves COCO polygons exactly through every polygon format', async () => {
  const images = listFirstFiles('fruits_nuts/images', '.jpg');
  const { client, driver } = await createTenantDriver();
  const finishedImport = await driver.importFiles(readAll('fruits_nuts/annotations.json', ...images));
  expect(finishedImport.plan?.format).toBe('coco');
  const polygons = await listShapes(client, 'polygons');
  expect(polygons.length).toBeGreaterThan(20);
  for (const format of process.env.LONG ? ['yolo', 'coco'] : ['yolo']) {
    const otherDriver = await createTenantDriver();
    await otherDriver.driver.importFiles({ 'a.zip': await driver.exportImages({ format, shapes: 'polygons' }) });
    expect([format, await listShapes(otherDriver.client, 'polygons')]).toEqual([format, polygons]);
  }
});

itWithData('grocery')('imports folders as labels', async () => {
  const folder = 'grocery/dataset/iconic-images-and-descriptions/Vegetables/Pepper';
  const labels = readdirSync(join(DATA_FOLDER, folder));
  const paths = labels.flatMap((label) =>
    readdirSync(join(DATA_FOLDER, folder, label))
      .filter((name) => name.endsWith('.jpg'))
      .map((name) => `${folder}/${label}/${name}`),
  );
  const { driver } = await createTenantDriver();
  const finishedImport = await driver.importFiles(readAll(...paths), { format: 'folders' });
  expect(finishedImport.plan?.classes.map(({ name }) => name).sort()).toEqual(labels.sort());
  expect(finishedImport.result).toMatchObject({ pictures: { added: paths.length }, shapes: { labels: paths.length } });
});
