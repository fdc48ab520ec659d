import fc from 'fast-check';
import sharp from 'sharp';
import { bodyOf, type TestClient } from '../../testing/client';
import { givenWorkspace, linesOf, plain } from '../../testing/console-lines';
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

it("loses nothing of the console's own lines: what goes in comes out, and in again", async () => {
  const user = await server.makeUser();
  const own = new ImportDriver(server, user.client);
  const exported = async (of: string) => {
    const files = await unzip(await own.exported({ format: 'console', workspace: of }));
    return { files: Object.fromEntries(files), lines: plain(String(files.get('console.jsonl'))) };
  };
  await fc.assert(
    fc.asyncProperty(givenWorkspace, async (given) => {
      const [first, second] = [await server.makeWorkspace({ members: [user] }), await server.makeWorkspace({ members: [user] })];
      const files = await linesOf(given, user.email);
      const done = await own.imported({ 'a.zip': await zipped(files) }, {}, {}, { workspace: first });
      expect([done.state, done.error, done.result?.notes, done.plan?.notes]).toEqual(['done', null, [], []]);
      const people = { groups_created: done.plan?.groups?.new, jobs_created: done.plan?.jobs?.new };
      expect(done.result).toMatchObject(JSON.parse(JSON.stringify(people)) as object);
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
      expect([again.plan?.groups, again.plan?.jobs, again.result?.groups_created, again.result?.jobs_created]).toEqual(
        Array.from({ length: 4 }),
      );
      expect(again.result?.products ?? { created: 0, pictures: 0 }).toEqual({ created: 0, pictures: 0 });
    }),
    { numRuns: 3, endOnFailure: true },
  );
}, 60_000);

it('tells groups of one name apart, leaves those that are there as they are, and takes its own out while nobody has changed them', async () => {
  const group = (id: string, more: object = {}) => ({
    group: {
      ...{ id, name: 'Twins', description: 'From a file', type: null, test: true, meta_data: {}, verified_by: [], groups: [] },
      ...more,
    },
  });
  const job = { id: 'j', name: 'Twin check', description: '', instructions: '', todo_number: 2, randomize: false };
  const lines = [
    { annotation_console: 1, created: '2026-01-01T00:00:00Z' },
    ...[group('outer', { name: 'Family' }), group('a'), group('b', { groups: ['outer', 'later'] }), group('later')],
    { job: { ...job, auto_complete: false, done: false, flow: null, mark_done_label: null, tasks: [], assignees: [] } },
    ...['a', 'b'].map((id) => ({
      image: {
        ...{ id, file: `${id}.png`, content_hash: '', width: 100, height: 80, part: 'all', test: false, real: true, created: '' },
        ...{ meta_data: {}, verified_by: [], labels: [], objects: [], polygons: [], points: [], groups: [{ id, name: 'Twins' }] },
        jobs: [{ id: 'j', name: 'Twin check', done: true }],
      },
    })),
  ];
  const files = {
    ...{ 'a.png': await picture('#a00'), 'b.png': await picture('#0a0') },
    'console.jsonl': lines.map((line) => JSON.stringify(line)).join('\n'),
  };
  const GROUPS = '/similarity/training/v2/group/';
  const groups = async () =>
    (await listOf<{ id: string; name: string; description: string; test_group: boolean; images_count: number }>(GROUPS)).map(
      ({ name, description, test_group: test, images_count: count }) => [name, description, test, count],
    );
  await client.post(GROUPS, { name: 'Twins', description: 'Ours' });
  const done = await driver.imported(files);
  expect(done.plan).toMatchObject({ groups: { new: 2, here: 1 }, jobs: { new: 1, here: 0 } });
  expect(done.plan?.notes).toEqual([{ reason: 'Groups in groups whose lines do not come before theirs', count: 1 }]);
  expect(done.result).toMatchObject({ groups_created: 2, jobs_created: 1 });
  const after = [
    ['Family', 'From a file', true, 0],
    ['Twins', 'From a file', true, 1],
    ['Twins', 'Ours', false, 1],
  ];
  expect((await groups()).sort()).toEqual(after);
  const [made] = await listOf<{ id: string; todo_number: number; item_done_count: number }>('/annotate/v2/imagejob/');
  expect(made).toMatchObject({ todo_number: 2, item_done_count: 2 });

  expect((await driver.imported(files)).result).not.toHaveProperty('groups_created');
  expect((await groups()).sort()).toEqual(after);

  const undoable = async () => bodyOf<{ possible: boolean }>(await client.get(`/recognition/v2/import/${done.id}/undo`)).possible;
  expect(await undoable()).toBe(true);
  const rename = (name: string) => client.put(`/annotate/v2/imagejob/${made?.id}`, { name });
  bodyOf(await rename('Another name'));
  expect(await undoable()).toBe(false);
  await server.db.updateTable('annotation_job').set({ version: 1 }).execute();
  expect((await driver.undone(done.id)).state).toBe('undone');
  expect(await groups()).toEqual([['Twins', 'Ours', false, 0]]);
  expect(await listOf('/annotate/v2/imagejob/')).toEqual([]);
});
