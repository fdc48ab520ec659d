import { ConsoleLine } from '@console/shared-contract/api';
import fc from 'fast-check';
import sharp from 'sharp';
import { bodyOf, type TestClient } from '../../testing/client';
import { ImportDriver, zipped } from '../../testing/imports';
import { makeTestServer, type TestServer } from '../../testing/test-server';
import { unzip } from '../../testing/unzip';

let server: TestServer;
let client: TestClient;
let driver: ImportDriver;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client } = await server.makeTenant());
  driver = new ImportDriver(server, client);
});

const picture = (color: string, width = 100, height = 80) =>
  sharp({ create: { width, height, channels: 3, background: color } })
    .png()
    .toBuffer();
const listOf = async <T>(path: string) => bodyOf<{ results: T[] }>(await client.get(path, { page_size: 100 })).results;
const boxes = async () =>
  (await listOf<{ data: number[]; detection_label: { name: string } }>('/detection/v2/object/')).map(
    ({ data, detection_label }) => [detection_label.name, ...data],
  );
const outlines = async () =>
  (await listOf<{ data: number[]; segmentation_label: { name: string } }>('/segmentation/v2/polygon/')).map(
    ({ data, segmentation_label }) => [segmentation_label.name, ...data],
  );
interface Image {
  meta_data: { filename: string };
  test_image: boolean;
  labels: { name: string; value?: number | null }[];
}
const labels = async () =>
  (await listOf<Image>('/recognition/v2/training-image/'))
    .map(({ meta_data, labels: said }) => [
      meta_data.filename,
      ...said.map(({ name, value }) => (value == null ? name : `${name}=${value}`)),
    ])
    .sort();

it('reads folders by label, their parts, and nothing of pictures that lie loose', async () => {
  const done = await driver.imported({
    'set/train/Apple/a.png': await picture('#a00'),
    'set/test/Pear/b.png': await picture('#0a0'),
    'set/c.png': await picture('#00a'),
  });
  expect(done.plan?.format).toBe('folders');
  expect(done.plan?.classes.map(({ name, type }) => [name, type]).sort()).toEqual([
    ['Apple', 'category'],
    ['Pear', 'category'],
  ]);
  expect(await labels()).toEqual([['a.png', 'Apple'], ['b.png', 'Pear'], ['c.png']]);
  const images = await listOf<Image>('/recognition/v2/training-image/');
  expect(images.map(({ meta_data, test_image }) => [meta_data.filename, test_image]).sort()).toEqual([
    ['a.png', false],
    ['b.png', true],
    ['c.png', false],
  ]);
});

it('reads Pascal VOC by its first and last pixel, counted from 1, and a first pixel of 0 as it stands; YOLO by middles and shares', async () => {
  const object = (corners: readonly number[]) => {
    const [xmin, ymin, xmax, ymax] = corners;
    const box = `<xmin>${xmin}</xmin><ymin>${ymin}</ymin><xmax>${xmax}</xmax><ymax>${ymax}</ymax>`;
    return `<object><name>Fig</name><bndbox>${box}</bndbox></object>`;
  };
  const voc = `<annotation><filename>a.png</filename><size><width>100</width><height>80</height></size>${object([11, 21, 50, 60])}${object([0, 0, 9, 9])}</annotation>`;
  const done = await driver.imported({ 'a.png': await picture('#a00'), 'a.xml': voc });
  expect(done.plan?.shapes).toMatchObject({ boxes: 2, outside: 0 });
  expect((await boxes()).sort()).toEqual([
    ['Fig', 0, 0, 9, 9],
    ['Fig', 10, 20, 50, 60],
  ]);
  const yolo = {
    'images/test/b.png': await picture('#0a0'),
    'labels/test/b.txt': '1 0.3 0.5 0.4 0.5\n0 0 0 0.2 0 0.2 0.125\n',
    'data.yaml': 'names: [Leaf, Nut]\ntest: images/test\n',
  };
  expect((await driver.imported(yolo)).plan?.format).toBe('yolo');
  expect((await boxes()).filter(([name]) => name === 'Nut')).toEqual([['Nut', 10, 20, 50, 60]]);
  expect(await outlines()).toEqual([['Leaf', 0, 0, 20, 0, 20, 10]]);
  const images = await listOf<Image>('/recognition/v2/training-image/');
  expect(images.map(({ test_image }) => test_image)).toEqual([true, false]);
});

it('reads the tables of an export, labels with values and labels of boxes, and tables of other tools', async () => {
  const files = {
    'images/a.png': await picture('#a00'),
    'images.csv': "filename,split,label,value\na.png,test,Ripe,\na.png,test,Weight,12.5\nlost.png,train,'=Odd,\n",
    'objects.csv':
      'filename,split,object,box_label,x1,y1,x2,y2,label,value\na.png,all,o1,Fig,10,20,50,60,Ripe,\na.png,all,o1,Fig,10,20,50,60,Soft,\na.png,all,o2,Fig,0,0,9,9,,\n',
    'others.csv': 'filename,width,height,class,xmin,ymin,xmax,ymax\na.png,100,80,Leaf,10,10,20,20\n',
  };
  const done = await driver.imported(files, { format: 'csv' });
  expect(done.plan).toMatchObject({ pictures: { new: 1, missing: 1 }, shapes: { boxes: 3, labels: 3 } });
  expect(await labels()).toEqual([['a.png', 'Ripe', 'Weight=12.5']]);
  expect((await boxes()).sort()).toEqual([
    ['Fig', 0, 0, 9, 9],
    ['Fig', 10, 20, 50, 60],
    ['Leaf', 10, 10, 20, 20],
  ]);
  const [object] = (await listOf<{ data: number[]; recognition_labels: { name: string }[] }>('/detection/v2/object/')).filter(
    ({ data }) => data[0] === 10 && data[1] === 20,
  );
  expect(object?.recognition_labels.map(({ name }) => name).sort()).toEqual(['Ripe', 'Soft']);
});

it("reads CVAT's XML: boxes, turned ones, outlines, masks by row, tags and points; and says what is left out", async () => {
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
  const done = await driver.imported({ 'a.png': await picture('#a00'), 'annotations.xml': xml });
  expect(done.plan?.notes).toEqual(
    expect.arrayContaining([
      { reason: 'Lines', count: 1 },
      { reason: 'Turned boxes: the upright box around each is taken', count: 1 },
    ]),
  );
  expect((await boxes()).sort()).toEqual([
    ['Fig', 10, 20, 50, 60],
    ['Fig', 45, 25, 55, 45],
  ]);
  // The first row has two pixels of three, the second all.
  expect((await outlines()).sort()).toEqual([
    ['Leaf', 0, 0, 20, 0, 20, 10],
    ['Mask', ...[10, 42, 13, 42, 13, 41, 12, 41, 12, 40, 10, 40]],
  ]);
  expect(await labels()).toEqual([['a.png', 'Ripe']]);
  expect((await listOf<{ name: string; data: number[] }>('/annotate/v2/point/')).map(({ name, data }) => [name, data])).toEqual([
    ['Tip', [7, 9]],
  ]);
  const objects = await listOf<{ data: number[]; meta_data: unknown }>('/detection/v2/object/');
  expect(objects.find(({ data }) => data[0] === 10)?.meta_data).toEqual({ ripe: 'yes' });
});

it('tells pictures of one name in two tasks of a CVAT project by their subsets, and says of a video how it can be had', async () => {
  const image = (subset: string, label: string) =>
    `<image id="0" name="img0.png" subset="${subset}" width="100" height="80"><box label="${label}" xtl="0" ytl="0" xbr="9" ybr="9"/></image>`;
  const done = await driver.imported({
    'images/Train/img0.png': await picture('#a00'),
    'images/Validation/img0.png': await picture('#0a0'),
    'annotations.xml': `<annotations><version>1.1</version>${image('Train', 'Fig')}${image('Validation', 'Leaf')}</annotations>`,
    'video.xml':
      '<annotations><version>1.1</version><track id="0" label="Fig"><box frame="10" xtl="3" ytl="4" xbr="9" ybr="5"/></track></annotations>',
  });
  expect(done.plan).toMatchObject({ format: 'cvat', pictures: { new: 2, unreadable: 1, missing: 0 } });
  const [first, second] = await listOf<{ image: string; detection_label: { name: string } }>('/detection/v2/object/');
  expect(new Set([first?.detection_label.name, second?.detection_label.name])).toEqual(new Set(['Fig', 'Leaf']));
  expect(first?.image).not.toBe(second?.image);
});

it("reads Label Studio's JSON: per cent of the sides, names of uploads, the last person's annotations", async () => {
  const of = { original_width: 100, original_height: 80, image_rotation: 0 };
  const result = [
    {
      ...of,
      id: 'r1',
      type: 'rectanglelabels',
      value: { x: 10, y: 25, width: 40, height: 50, rotation: 0, rectanglelabels: ['Fig'] },
    },
    { ...of, id: 'r1', type: 'choices', value: { x: 10, y: 25, width: 40, height: 50, choices: ['Doubtful'] } },
    // Turned about its first corner: from there 8 pixels to the left and 20 down.
    {
      ...of,
      id: 'r2',
      type: 'rectanglelabels',
      value: { x: 60, y: 50, width: 20, height: 10, rotation: 90, rectanglelabels: ['Fig'] },
    },
    {
      ...of,
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
    { ...of, type: 'choices', value: { choices: ['Ripe'] } },
    { ...of, type: 'brushlabels', value: { format: 'rle', rle: [0, 1], brushlabels: ['Fig'] } },
  ];
  const tasks = [
    {
      id: 1,
      data: { image: '/data/upload/1/0123abcd-a%20b.png' },
      annotations: [{ result: [] }, { result }, { was_cancelled: true, result }],
    },
    { id: 2, data: { image: 's3://bucket/folder/lost.png' }, annotations: [] },
  ];
  const done = await driver.imported({ 'a b.png': await picture('#a00'), 'project.json': JSON.stringify(tasks) });
  expect(done.plan).toMatchObject({ format: 'labelstudio', pictures: { new: 1, missing: 1 } });
  expect(done.plan?.notes).toEqual(expect.arrayContaining([{ reason: 'Results of the kind brushlabels', count: 1 }]));
  expect((await boxes()).sort()).toEqual([
    ['Fig', 10, 20, 50, 60],
    ['Fig', 52, 40, 60, 60],
  ]);
  expect(await outlines()).toEqual([['Leaf', 0, 0, 20, 0, 20, 10]]);
  // What is chosen for a region is said of it, and not of the picture.
  expect(await labels()).toEqual([['a b.png', 'Ripe']]);
  const objects = await listOf<{ data: number[]; recognition_labels: { name: string }[] }>('/detection/v2/object/');
  expect(objects.map(({ data, recognition_labels: said }) => [data[0], ...said.map(({ name }) => name)]).sort()).toEqual([
    [10, 'Doubtful'],
    [52],
  ]);
});

it('reads annotations of a photograph as it is stored, before its EXIF data turn it', async () => {
  const stored = await sharp({ create: { width: 100, height: 80, channels: 3, background: '#a00' } })
    .jpeg()
    .withExif({})
    .withMetadata({ orientation: 6 })
    .toBuffer();
  const coco = JSON.stringify({
    images: [{ id: 1, file_name: 'a.jpg', width: 100, height: 80 }],
    annotations: [{ id: 1, image_id: 1, category_id: 1, bbox: [0, 0, 10, 5] }],
    categories: [{ id: 1, name: 'Fig' }],
  });
  await driver.imported({ 'a.jpg': stored, 'x.json': coco });
  expect(await boxes()).toEqual([['Fig', 75, 0, 80, 10]]);
});

const word = fc.string({ minLength: 2, maxLength: 12 }).map((text) => `n${text.replaceAll(/[\p{Cc}\p{Surrogate}]/gu, '')}x`);
const some = <T>(from: fc.Arbitrary<T>, maxLength = 4) => fc.array(from, { maxLength });
const box = fc.tuple(fc.nat(40), fc.nat(30), fc.integer({ min: 1, max: 50 }), fc.integer({ min: 1, max: 40 }));
const meta = fc.dictionary(word, fc.oneof(fc.integer(), fc.boolean(), word, fc.constant(null)), { maxKeys: 3 });
const workspace = fc.record({
  names: fc.uniqueArray(word, { minLength: 2, maxLength: 3 }),
  pictures: fc.array(
    fc.record({
      ...{ test: fc.boolean(), real: fc.boolean(), meta, verified: fc.boolean(), value: fc.nat(9), labels: some(fc.nat(1), 2) },
      objects: some(fc.record({ box, label: fc.nat(1), meta, said: fc.boolean(), products: fc.uniqueArray(fc.nat(2)) })),
      polygons: some(fc.record({ box, label: fc.nat(1), meta })),
      ...{ points: some(box), groups: fc.uniqueArray(word, { maxLength: 2 }), jobs: some(fc.boolean(), 1) },
    }),
    { minLength: 1, maxLength: 3 },
  ),
  // The second has the name of the first, and no number of the customer's either.
  products: fc.tuple(
    ...[0, 1, 2].map((at) => fc.record({ verified: fc.boolean(), meta, placed: fc.boolean(), at: fc.constant(at) })),
  ),
});

type Given = typeof workspace extends fc.Arbitrary<infer Value> ? Value : never;

const id = (kind: number, at: number) => `0000000${kind}-0000-4000-8000-${String(at).padStart(12, '0')}`;

const productOf = ({ verified, meta: meta_data, placed, at }: Given['products'][number], names: readonly string[]) => ({
  ...{ id: id(6, at), name: names[0]!, customer_product_id: at === 2 ? 'C-2' : '', verified, meta_data },
  collection: placed ? { name: names[1]!, type: 'fruit' } : null,
  set: placed ? { name: names[0]!, year: 1999 } : null,
});

/** Two labels of each kind have one name: only their ids tell them apart. */
async function linesOf({ names, pictures, products }: Given, email: string): Promise<Record<string, string | Buffer>> {
  const about = { type: null, min_value: null, max_value: null, step_value: null, color: '#123456' };
  const line = (of: string, kind: number, at: number) => ({ label: { of, id: id(kind, at), name: names[0]!, ...about } });
  const head = [
    { annotation_console: 1, created: '2026-01-01T00:00:00Z' },
    ...[0, 1].flatMap((at) => [line('detection', 1, at), line('segmentation', 2, at)]),
    ...['tag', 'plain'].map((type, at) => ({ label: { ...line('recognition', 3, at).label, type, color: null } })),
    { label: { ...line('recognition', 3, 2).label, name: names[1], type: 'value', min_value: 0, max_value: 9, step_value: 0.5 } },
  ];
  const files: Record<string, string | Buffer> = {};
  const images = [];
  for (const [at, each] of pictures.entries()) {
    files[`images/${at}.png`] = await picture(`#${String(100 + at)}`);
    const corners = ([x, y, w, h]: readonly number[]) => [x!, y!, x! + w!, y! + h!];
    images.push({
      image: {
        ...{ id: id(4, at), file: `images/${at}.png`, content_hash: '', width: 100, height: 80, part: 'all', created: '' },
        ...{ test: each.test, real: each.real, meta_data: each.meta },
        verified_by: each.verified ? [{ email, created: '2026-01-02T03:04:05.678Z' }] : [],
        labels: [...new Set(each.labels)]
          .map((label) => ({ id: id(3, label), value: null }))
          .concat([{ id: id(3, 2), value: each.value as never }]),
        objects: each.objects.map(({ box: data, label, meta: meta_data, said }, number) => ({
          ...{ id: id(5, number), data: corners(data), label: id(1, label), meta_data },
          labels: said
            ? [
                { id: id(3, 0), value: null },
                { id: id(3, 2), value: 2.5 },
              ]
            : [],
        })),
        polygons: each.polygons.map(({ box: data, label, meta: meta_data }) => {
          const [x1, y1, x2, y2] = corners(data);
          return { id: '', data: [x1, y1, x2, y1, x2, y2], label: id(2, label), meta_data };
        }),
        points: each.points.map((data) => ({ id: '', data: data.slice(0, 2), name: names[0] })),
        groups: each.groups.map((name) => ({ id: '', name })),
        jobs: each.jobs.map((done) => ({ id: '', name: names[1], done })),
        products: each.objects.flatMap(({ products: shown }, number) =>
          shown.map((product) => ({ ...productOf(products[product]!, names), object: id(5, number) })),
        ),
      },
    });
  }
  files['console.jsonl'] = [...head, ...images].map((each) => JSON.stringify(each)).join('\n');
  return files;
}

/** The database keeps the keys of an object in an order of its own. */
const inOrder = (_key: string, value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? Object.fromEntries(Object.entries(value).sort()) : value;

/** All that lines say, without ids and what is counted anew. */
function plain(text: string): unknown[] {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => ConsoleLine.parse(JSON.parse(line)));
  const known = new Map(lines.flatMap((line) => ('label' in line ? [[line.label.id, { ...line.label, id: '' }] as const] : [])));
  const sorted = (rows: readonly unknown[]) => rows.map((row) => JSON.stringify(row, inOrder)).sort();
  const said = (rows: readonly { id: string; value: number | null }[]) =>
    sorted(rows.map(({ id: label, value }) => [known.get(label), value]));
  return lines.flatMap((line) => {
    if (!('image' in line)) return [];
    const { test, real, meta_data, verified_by, width, height, ...image } = line.image;
    return {
      ...{ test, real, meta_data, width, height, labels: said(image.labels) },
      verified_by: verified_by.map(({ email, created }) => [email, Date.parse(created)]),
      objects: sorted(
        image.objects.map(({ id: object, data, label, meta_data: meta, labels: on }) => [
          ...[data, known.get(label), meta, said(on)],
          sorted(image.products.flatMap(({ id: _, object: of, ...product }) => (of === object ? [product] : []))),
        ]),
      ),
      polygons: sorted(image.polygons.map(({ data, label, meta_data: meta }) => [data, known.get(label), meta])),
      points: sorted(image.points.map(({ data, name }) => [data, name])),
      groups: image.groups.map(({ name }) => name).sort(),
      jobs: image.jobs.map(({ name, done }) => [name, done]),
    };
  });
}

it("loses nothing of the console's own lines: what goes in comes out, and in again", async () => {
  const user = await server.makeUser();
  const own = new ImportDriver(server, user.client);
  const exported = async (of: string) => {
    const files = await unzip(await own.exported({ format: 'console', workspace: of }));
    return { files: Object.fromEntries(files), lines: plain(String(files.get('console.jsonl'))) };
  };
  await fc.assert(
    fc.asyncProperty(workspace, async (given) => {
      const [first, second] = [await server.makeWorkspace({ members: [user] }), await server.makeWorkspace({ members: [user] })];
      const files = await linesOf(given, user.email);
      const done = await own.imported({ 'a.zip': await zipped(files) }, {}, {}, { workspace: first });
      expect([done.state, done.error, done.result?.notes, done.plan?.notes]).toEqual(['done', null, [], []]);
      const out = await exported(first);
      expect(out.lines).toEqual(plain(String(files['console.jsonl'])));
      await own.imported({ 'b.zip': await zipped(out.files) }, {}, {}, { workspace: second });
      expect((await exported(second)).lines).toEqual(out.lines);
      const again = await own.imported({ 'b.zip': await zipped(out.files) }, {}, {}, { workspace: second });
      expect(again.result).toMatchObject({
        pictures: { added: 0 },
        shapes: { boxes: 0, polygons: 0, points: 0, labels: 0 },
        labels_created: 0,
      });
      expect(again.result?.products ?? { created: 0, pictures: 0 }).toEqual({ created: 0, pictures: 0 });
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 60_000);
