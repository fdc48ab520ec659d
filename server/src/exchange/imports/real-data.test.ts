import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expectBody, type TestClient } from '../../testing/api/client';
import { ImportDriver } from '../../testing/api/import-driver';
import { createTestServer, type TestServer } from '../../testing/api/test-server';

/** Public data sets in their original files, if they exist next to the project. */
const DATA = join(process.cwd(), '..', 'shared', 'data');
const itWith = (set: string) => (existsSync(join(DATA, set)) ? it : it.skip);
const IMAGE_COUNT = 4;

let server: TestServer;
beforeAll(async () => {
  server = await createTestServer();
});
afterAll(() => server.close());

const readAll = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, readFileSync(join(DATA, path))]));
const some = (set: string, ending: string) =>
  readdirSync(join(DATA, set))
    .filter((name) => name.endsWith(ending))
    .sort()
    .slice(0, IMAGE_COUNT)
    .map((name) => `${set}/${name}`);

async function tenant() {
  const { client } = await server.createTenant();
  return { client, driver: new ImportDriver(server, client) };
}

/** Label names and coordinates of shapes, by file names of images. */
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

itWith('bccd')('takes blood cells from Pascal VOC through the formats of boxes and back, to the pixel', async () => {
  const xml = some('bccd/Annotations', '.xml');
  const files = readAll(...xml, ...xml.map((path) => path.replace('Annotations', 'JPEGImages').replace('.xml', '.jpg')));
  const { client, driver } = await tenant();
  const done = await driver.imported(files);
  expect(done.plan).toMatchObject({ format: 'voc', pictures: { new: IMAGE_COUNT, unreadable: 0, missing: 0 } });
  const given = xml.flatMap((path) => [...files[path]!.toString().matchAll(/<object>/g)]).length;
  const boxes = await listShapes(client, 'boxes');
  expect([boxes.length, done.result?.shapes.boxes]).toEqual([given, given]);
  for (const format of ['voc', 'yolo', 'csv']) {
    const other = await tenant();
    await other.driver.imported({ 'a.zip': await driver.exported({ format }) });
    expect([format, await listShapes(other.client, 'boxes')]).toEqual([format, boxes]);
  }
});

itWith('fruits_nuts')('takes fruits from COCO outlines through the formats of polygons and back, to the pixel', async () => {
  const images = some('fruits_nuts/images', '.jpg');
  const { client, driver } = await tenant();
  const done = await driver.imported(readAll('fruits_nuts/annotations.json', ...images));
  expect(done.plan?.format).toBe('coco');
  const polygons = await listShapes(client, 'polygons');
  expect(polygons.length).toBeGreaterThan(20);
  for (const format of ['coco', 'yolo']) {
    const other = await tenant();
    await other.driver.imported({ 'a.zip': await driver.exported({ format, shapes: 'polygons' }) });
    expect([format, await listShapes(other.client, 'polygons')]).toEqual([format, polygons]);
  }
});

itWith('grocery')('takes groceries from folders by label', async () => {
  const folder = 'grocery/dataset/iconic-images-and-descriptions/Vegetables/Pepper';
  const labels = readdirSync(join(DATA, folder));
  const paths = labels.flatMap((label) =>
    readdirSync(join(DATA, folder, label))
      .filter((name) => name.endsWith('.jpg'))
      .map((name) => `${folder}/${label}/${name}`),
  );
  const { driver } = await tenant();
  const done = await driver.imported(readAll(...paths), { format: 'folders' });
  expect(done.plan?.classes.map(({ name }) => name).sort()).toEqual(labels.sort());
  expect(done.result).toMatchObject({ pictures: { added: paths.length }, shapes: { labels: paths.length } });
});
