import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LookAlikesResponse, SimilarResponse, TrainingImage } from '@console/shared-contract/api';
import sharp from 'sharp';
import { getLearnerClient } from '../learning/learner-client';
import { bodyOf, TestClient } from '../testing/client';
import { eventually } from '../testing/eventually';
import { makeNamed, makeObject, uploadImage, type ListOf } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { addJob } from '../work/jobs';
import { askForWork } from './work';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await makeTestServer({ config: { findSimilar: true, builtInModels: true } });
});
afterAll(async () => {
  getLearnerClient(server.files).end();
  await server.close();
});
beforeEach(async () => {
  ({ client } = await server.makeTenant());
});

const SHAPES = {
  disc: (color: string) => `<circle cx="48" cy="48" r="34" fill="${color}"/>`,
  bars: (color: string) => [8, 32, 56, 80].map((x) => `<rect x="${x}" y="6" width="10" height="84" fill="${color}"/>`).join(''),
  star: (color: string) => `<path d="M48 6 L60 40 L92 40 L66 60 L76 92 L48 72 L20 92 L30 60 L4 40 L36 40 Z" fill="${color}"/>`,
};
type Shape = keyof typeof SHAPES;

/** A drawing of 96 pixels; another `shift` is another picture of the same thing. */
async function drawn(shape: Shape, color: string, { shift = 0, quality = 95 } = {}): Promise<string> {
  const inside = `<g transform="translate(${shift} 0)">${SHAPES[shape](color)}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#ddd"/>${inside}</svg>`;
  return (await sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer()).toString('base64');
}

const upload = async (...args: Parameters<typeof drawn>) => uploadImage(client, { base64: await drawn(...args) });

async function describeAll(): Promise<void> {
  await askForWork(server.db);
  await server.runWork();
}

type Query = NonNullable<Parameters<TestClient['get']>[1]>;
const similar = async (path: string, query: Query = {}) => bodyOf<SimilarResponse>(await client.get(`${path}/similar`, query));
const ofImage = (id: string, query?: Query) => similar(`/recognition/v2/training-image/${id}`, query);
const idsOf = ({ images }: SimilarResponse) => images.map(({ image }) => image.id);
const waiting = async () => (await server.db.selectFrom('embedding_due').selectAll().execute()).length;

async function makeGroup(name: string, images: readonly string[] = []): Promise<string> {
  const { id } = await makeNamed(client, '/similarity/training/v2/group/', { name });
  if (images.length > 0) await client.post(`/similarity/training/v2/group/${id}/add-images`, { images });
  return id;
}

it('finds the images that look most like one, the nearest first, with their pictures', async () => {
  const disc = await upload('disc', '#c22');
  const again = await upload('disc', '#c22', { shift: 3 });
  const bars = await upload('bars', '#2a2');
  await describeAll();
  const said = await ofImage(disc.id);
  expect(idsOf(said)).toEqual([again.id, bars.id]);
  expect(said.images[0]!.likeness).toBeGreaterThan(said.images[1]!.likeness);
  expect(said.images[0]!.image).toMatchObject({ thumb_img_path: again.thumb_img_path, img_path: again.img_path });
  expect(said).toMatchObject({ available: true, by: 'both', ready: { image: { ready: 3, total: 3 } } });
});

it('says how many are ready, and looks at what is asked about at once', async () => {
  const disc = await upload('disc', '#c22');
  await describeAll();
  const late = await upload('disc', '#c22', { shift: 3 });
  const early = await ofImage(disc.id);
  expect(early).toMatchObject({ images: [], ready: { image: { ready: 1, total: 2 } } });
  expect(idsOf(await ofImage(late.id))).toEqual([disc.id]);
  expect((await ofImage(disc.id)).ready.image).toEqual({ ready: 2, total: 2 });
});

it('finds objects by what is in their box, and follows a box that moves and an object that is deleted', async () => {
  const label = await makeNamed(client, '/detection/v2/label/');
  const pair = `<circle cx="40" cy="48" r="30" fill="#c22"/><rect x="110" y="18" width="60" height="60" fill="#22c"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="96"><rect width="192" height="96" fill="#ddd"/>${pair}</svg>`;
  const base64 = (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
  const image = await uploadImage(client, { base64 });
  const disc = await makeObject(client, image.id, label.id, [6, 14, 74, 82]);
  const square = await makeObject(client, image.id, label.id, [106, 14, 174, 82]);
  const other = await upload('disc', '#c22');
  const found = await makeObject(client, other.id, label.id, [10, 10, 86, 86]);
  await describeAll();

  const ofObject = async (id: string) => {
    const { objects } = await similar(`/detection/v2/object/${id}`, { kinds: 'object' });
    return objects.map(({ object }) => object.id);
  };
  expect(await ofObject(disc.id)).toEqual([found.id, square.id]);
  expect((await ofImage(image.id)).objects.map(({ object }) => object.id)).toEqual([found.id]);
  expect((await similar(`/detection/v2/object/${disc.id}`)).images.map(({ image: each }) => each.id)).toEqual([other.id]);

  const before = (await similar(`/detection/v2/object/${found.id}`, { kinds: 'object' })).objects;
  await client.put(`/detection/v2/object/${disc.id}/`, { data: [106, 14, 174, 82] });
  await describeAll();
  const after = (await similar(`/detection/v2/object/${found.id}`, { kinds: 'object' })).objects;
  const likenessOf = (rows: typeof before, id: string) => rows.find(({ object }) => object.id === id)!.likeness;
  expect(likenessOf(after, disc.id)).toBeLessThan(likenessOf(before, disc.id));
  expect(await ofObject(square.id)).toEqual([disc.id, found.id]);
  await client.delete(`/detection/v2/object/${disc.id}`);
  expect(await ofObject(square.id)).toEqual([found.id]);
});

it('finds what is like a polygon, by its box', async () => {
  const label = await makeNamed(client, '/segmentation/v2/label/');
  const disc = await upload('disc', '#c22');
  const [near] = [await upload('disc', '#c22', { shift: 4 }), await upload('bars', '#22c')];
  await describeAll();
  const polygon = bodyOf<{ id: string }>(
    await client.post('/segmentation/v2/polygon/', {
      image: disc.id,
      segmentation_label: label.id,
      data: [4, 4, 92, 4, 92, 92, 4, 92],
    }),
    201,
  );
  expect(idsOf(await similar(`/segmentation/v2/polygon/${polygon.id}`, { count: 1 }))).toEqual([near!.id]);
});

it('finds groups by their members, and what could belong to a group; its own members are not told', async () => {
  const discs = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 4 })];
  const bars = [await upload('bars', '#22c'), await upload('bars', '#22c', { shift: 4 })];
  const [disc, bar] = [await upload('disc', '#c22', { shift: 2 }), await upload('bars', '#22c', { shift: 2 })];
  const ofDiscs = await makeGroup(
    'Discs',
    discs.map(({ id }) => id),
  );
  const ofBars = await makeGroup(
    'Bars',
    bars.map(({ id }) => id),
  );
  await makeGroup('Nothing in it');
  await describeAll();
  const groupsOf = async (id: string) => (await ofImage(id, { kinds: 'group' })).groups.map(({ group }) => group.id);
  expect(await groupsOf(disc.id)).toEqual([ofDiscs, ofBars]);
  expect(await groupsOf(bar.id)).toEqual([ofBars, ofDiscs]);

  const said = await similar(`/similarity/training/v2/group/${ofDiscs}`);
  expect(idsOf(said)).toEqual([disc.id, ...idsOf(said).slice(1)]);
  expect(idsOf(said)).not.toEqual(expect.arrayContaining([discs[0]!.id]));
  expect(said.groups.map(({ group }) => group.name)).toEqual(['Bars']);

  // The group looks like its members of now.
  await client.post(`/similarity/training/v2/group/${ofBars}/remove-images`, { images: bars.map(({ id }) => id) });
  await client.post(`/similarity/training/v2/group/${ofBars}/add-images`, { images: [disc.id] });
  await describeAll();
  // Nor is the group that it is in already.
  expect(await groupsOf(discs[0]!.id)).toEqual([ofBars]);
  expect((await ofImage(discs[0]!.id, { kinds: 'group' })).groups[0]!.likeness).toBeGreaterThan(0.95);
  await client.post(`/similarity/training/v2/group/${ofBars}/add-groups`, { groups: [ofDiscs] });
  expect((await similar(`/similarity/training/v2/group/${ofDiscs}`, { kinds: 'group' })).groups).toEqual([]);
});

it('narrows the list of images to what looks like something, in that order, with the other filters', async () => {
  const disc = await upload('disc', '#c22');
  const bars = await upload('bars', '#22c');
  const again = await upload('disc', '#c22', { shift: 3 });
  await client.post('/recognition/v2/training-image/update', { images: [bars.id], 'mark-test': true });
  await describeAll();
  const list = async (query: Query) =>
    bodyOf<ListOf<TrainingImage>>(await client.get('/recognition/v2/training-image/', { similar_to: disc.id, ...query }));
  const all = await list({});
  expect(all.results.map(({ id }) => id)).toEqual([again.id, bars.id]);
  expect(all.count).toBe(2);
  expect(all.results[0]!.likeness).toBeGreaterThan(all.results[1]!.likeness!);
  expect((await list({ test: true })).results.map(({ id }) => id)).toEqual([bars.id]);
  expect((await list({ page: 2, page_size: 1 })).results.map(({ id }) => id)).toEqual([bars.id]);
  const missing = await client.get('/recognition/v2/training-image/', { similar_to: disc.id, similar_kind: 'object' });
  expect(missing.status).toBe(404);
});

it('tells which uploads are there already in another form, without waiting for anything', async () => {
  const star = await upload('star', '#a3a');
  const poorer = await upload('star', '#a3a', { quality: 90 });
  const bars = await upload('bars', '#22c');
  const said = bodyOf<LookAlikesResponse>(
    await client.post('/recognition/v2/training-image/look-alikes', { images: [poorer.id, bars.id] }),
  );
  // What was not asked about is not described yet: that is said, and the next call knows it.
  expect([said.results, said.ready]).toEqual([[], { ready: 2, total: 3 }]);
  await describeAll();
  const { results, ready } = bodyOf<LookAlikesResponse>(
    await client.post('/recognition/v2/training-image/look-alikes', { images: [poorer.id, bars.id] }),
  );
  expect(results.map(({ id, like }) => [id, like.map(({ image }) => image.id)])).toEqual([[poorer.id, [star.id]]]);
  expect(ready).toEqual({ ready: 3, total: 3 });
});

it('is what the descriptor call says of a picture', async () => {
  const disc = await upload('disc', '#c22');
  await describeAll();
  const { records } = bodyOf<{ records: { descriptor: number[] }[] }>(
    await client.post('/similarity/training/v2/descriptor', {
      records: [{ _base64: await drawn('disc', '#c22') }, { _base64: Buffer.from('no picture').toString('base64') }],
    }),
  );
  expect(records[1]).toEqual({ _status: { code: 400, text: 'This picture could not be read.' } });
  const { data } = await server.db.selectFrom('embedding').select('data').where('id', '=', disc.id).executeTakeFirstOrThrow();
  expect(records[0]!.descriptor).toEqual([...new Int8Array(data!)]);
});

it('never tells of another workspace', async () => {
  const mine = await upload('disc', '#c22');
  const { client: stranger } = await server.makeTenant();
  await uploadImage(stranger, { base64: await drawn('disc', '#c22', { shift: 2 }) });
  await describeAll();
  expect(idsOf(await ofImage(mine.id))).toEqual([]);
  expect((await stranger.get(`/recognition/v2/training-image/${mine.id}/similar`)).status).toBe(404);
  expect((await stranger.post('/recognition/v2/training-image/look-alikes', { images: [mine.id] })).status).toBe(404);
});

it('answers what the workspace has services for, and refuses what it has not', async () => {
  ({ client } = await server.makeTenant(['recognition']));
  const { id } = await upload('disc', '#c22');
  expect(Object.keys((await ofImage(id)).ready)).toEqual(['image']);
  expect((await client.get(`/recognition/v2/training-image/${id}/similar`, { kinds: 'group' })).status).toBe(403);
});

it('takes the part that tells the verified groups apart best', async () => {
  const { user, client: theirs, workspaceId } = await server.makeTenant();
  client = theirs;
  // One colour each, and in each another shape: features alone would pair the shapes.
  const colors = ['#c22', '#2a2', '#22c', '#cc2', '#2cc'];
  for (const [at, color] of colors.entries()) {
    const shapes: Shape[] = ['disc', 'bars', 'star'];
    const images = [await upload(shapes[at % 3]!, color), await upload(shapes[(at + 1) % 3]!, color)];
    const group = await makeGroup(
      `Group ${color}`,
      images.map(({ id }) => id),
    );
    await client.post('/annotate/v2/similarity-verification/', { user: user.id, group_id: group });
  }
  const other = await upload('star', '#c22');
  expect((await ofImage(other.id)).by).toBe('both');
  await describeAll();
  const row = await server.db
    .selectFrom('similar_likeness')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ groups: 5, likeness: expect.stringMatching(/colours|both/) });
  expect((await ofImage(other.id)).by).toBe(row.likeness);
});

describe('when something breaks', () => {
  /** The processes that learn of this test. */
  const learners = () => {
    const said = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString();
    return said.split('\n').flatMap((line) => (line.includes('learner') ? [Number.parseInt(line, 10)] : []));
  };

  it('a learner that is killed in the middle loses nothing, and no picture counts as unreadable', async () => {
    const images = [];
    for (const color of ['#c22', '#2a2', '#22c', '#cc2', '#2cc', '#c2c', '#888', '#111', '#eee', '#c82'])
      images.push(await upload('star', color));
    await askForWork(server.db);
    const running = server.runWork();
    await eventually(() => learners().length > 0);
    for (const pid of learners()) process.kill(pid, 'SIGKILL');
    await running.catch(() => undefined);
    await describeAll();
    expect(await waiting()).toBe(0);
    expect(idsOf(await ofImage(images[0]!.id))).toHaveLength(9);
  });

  it('an image that is deleted while it is described is not found any more, nor kept', async () => {
    const kept = await upload('disc', '#c22');
    const gone = await upload('disc', '#c22', { shift: 3 });
    await askForWork(server.db);
    const running = server.runWork();
    await client.delete(`/recognition/v2/training-image/${gone.id}`);
    await running;
    await describeAll();
    expect(idsOf(await ofImage(kept.id))).toEqual([]);
    expect(await server.db.selectFrom('embedding').selectAll().where('id', '=', gone.id).execute()).toEqual([]);
    expect(await waiting()).toBe(0);
  });

  it('one that was found before and is deleted is not found any more', async () => {
    const [kept, gone, far] = [
      await upload('disc', '#c22'),
      await upload('disc', '#c22', { shift: 3 }),
      await upload('bars', '#22c'),
    ];
    await describeAll();
    expect(idsOf(await ofImage(kept!.id, { count: 1 }))).toEqual([gone!.id]);
    await client.delete(`/recognition/v2/training-image/${gone!.id}`);
    expect(idsOf(await ofImage(kept!.id, { count: 1 }))).toEqual([far!.id]);
  });

  it('an index that is lost is made again of the database, without a look at a picture', async () => {
    const [one, other] = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 3 })];
    await describeAll();
    expect(idsOf(await ofImage(one!.id))).toEqual([other!.id]);
    getLearnerClient(server.files).end();
    await rm(join(server.filesDir, 'learning', 'similar'), { recursive: true });
    for (const { img_path } of [one!, other!]) await server.files.delete(new URL(img_path).pathname.split('/').at(-1)!);
    expect(idsOf(await ofImage(one!.id))).toEqual([other!.id]);
  });

  it('a picture that cannot be read looks like nothing, and holds up nobody', async () => {
    const broken = await upload('disc', '#c22');
    const key = new URL(broken.img_path).pathname.split('/').at(-1)!;
    await server.files.delete(key);
    await server.files.putStream(
      (async function* () {
        yield Buffer.from('no picture at all');
      })(),
      'image/jpeg',
      Infinity,
      key,
    );
    const [one, other] = [await upload('star', '#22c'), await upload('star', '#22c', { shift: 3 })];
    await describeAll();
    expect(await waiting()).toBe(0);
    expect(idsOf(await ofImage(one!.id))).toEqual([other!.id]);
    expect(await ofImage(broken.id)).toMatchObject({ images: [], ready: { image: { ready: 3, total: 3 } } });
  });
});

it('answers that it is not to be had where nothing describes pictures', async () => {
  const off = await makeTestServer({ besides: server });
  try {
    const theirs = new TestClient(off.origin, client.authorization);
    const { id } = await uploadImage(theirs);
    const said = bodyOf<SimilarResponse>(await theirs.get(`/recognition/v2/training-image/${id}/similar`));
    expect(said).toMatchObject({ available: false, images: [], ready: {} });
    expect(bodyOf(await theirs.get('/recognition/v2/training-image/', { similar_to: id }))).toMatchObject({ count: 0 });
  } finally {
    await off.close();
  }
});

it('keeps one place for each thing that waits, and none for what is gone, where nothing empties the line', async () => {
  await describeAll();
  const label = await makeNamed(client, '/detection/v2/label/');
  const [image, gone] = [await upload('disc', '#c22'), await upload('bars', '#c22')];
  const object = await makeObject(client, image.id, label.id);
  for (const right of [50, 60, 70]) await client.put(`/detection/v2/object/${object.id}/`, { data: [1, 1, right, 60] });
  await client.delete(`/recognition/v2/training-image/${gone.id}`);
  expect(await waiting()).toBe(6);
  await addJob(server.db, { task: 'tidy-undescribed', payload: {}, key: 'tidy' });
  await server.runWork();
  const line = await server.db.selectFrom('embedding_due').select('id').execute();
  expect(line.map(({ id }) => id).sort()).toEqual([image.id, object.id].sort());
});

it('lets a workspace go with all that it has', async () => {
  const { client: theirs, workspaceId } = await server.makeTenant();
  client = theirs;
  const label = await makeNamed(client, '/detection/v2/label/');
  const image = await upload('disc', '#c22');
  await makeObject(client, image.id, label.id);
  const group = await makeGroup('Of it', [image.id]);
  await makeGroup('Beside it');
  await client.post(`/similarity/training/v2/group/${group}/add-groups`, { groups: [await makeGroup('In it')] });
  await describeAll();
  await server.db.deleteFrom('workspace').where('id', '=', workspaceId).execute();
  const left = await server.db.selectFrom('embedding').selectAll().where('workspace_id', '=', workspaceId).execute();
  expect([left, await waiting()]).toEqual([[], 0]);
});
