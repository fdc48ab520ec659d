import { execFileSync } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { LookAlikesResponse, SimilarResponse, TrainingImage } from '@console/shared-contract/api';
import sharp from 'sharp';
import { getLearnerClient } from '../learning/learner-client';
import { expectBody, TestClient } from '../../testing/api/client';
import { waitUntil } from '../../testing/wait/wait-until';
import { createNamedRow, createTestObject, uploadImage, type ListEnvelope } from '../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { enqueueJob } from '../../platform/queue/jobs';
import { enqueueEmbeddingJob } from './embedding-tasks';

let server: TestServer;
let client: TestClient;
beforeAll(async () => {
  server = await createTestServer({ config: { findSimilar: true, builtInModels: true } });
});
afterAll(async () => {
  getLearnerClient(server.files).stop();
  await server.close();
});
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const SHAPES = {
  disc: (color: string) => `<circle cx="48" cy="48" r="34" fill="${color}"/>`,
  bars: (color: string) => [8, 32, 56, 80].map((x) => `<rect x="${x}" y="6" width="10" height="84" fill="${color}"/>`).join(''),
  star: (color: string) => `<path d="M48 6 L60 40 L92 40 L66 60 L76 92 L48 72 L20 92 L30 60 L4 40 L36 40 Z" fill="${color}"/>`,
};
type Shape = keyof typeof SHAPES;

/** Draws an image of 96 pixels. Another `shift` gives a similar image. */
async function createImage(shape: Shape, color: string, { shift = 0, quality = 95 } = {}): Promise<string> {
  const shapeGroup = `<g transform="translate(${shift} 0)">${SHAPES[shape](color)}</g>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96"><rect width="96" height="96" fill="#ddd"/>${shapeGroup}</svg>`;
  return (await sharp(Buffer.from(svg)).jpeg({ quality }).toBuffer()).toString('base64');
}

const upload = async (...args: Parameters<typeof createImage>) => uploadImage(client, { base64: await createImage(...args) });

async function embedAll(): Promise<void> {
  await enqueueEmbeddingJob(server.db);
  await server.runWork();
}

type Query = NonNullable<Parameters<TestClient['get']>[1]>;
const findSimilar = async (path: string, query: Query = {}) =>
  expectBody<SimilarResponse>(await client.get(`${path}/similar`, query));
const findSimilarToImage = (id: string, query?: Query) => findSimilar(`/recognition/v2/training-image/${id}`, query);
const listIds = ({ images }: SimilarResponse) => images.map(({ image }) => image.id);
const countQueued = async () => (await server.db.selectFrom('embedding_due').selectAll().execute()).length;

async function createGroup(name: string, images: readonly string[] = []): Promise<string> {
  const { id } = await createNamedRow(client, '/similarity/training/v2/group/', { name });
  if (images.length > 0) await client.post(`/similarity/training/v2/group/${id}/add-images`, { images });
  return id;
}

it('finds similar images, nearest first, with their URLs', async () => {
  const disc = await upload('disc', '#c22');
  const copy = await upload('disc', '#c22', { shift: 3 });
  const bars = await upload('bars', '#2a2');
  await embedAll();
  const response = await findSimilarToImage(disc.id);
  expect(listIds(response)).toEqual([copy.id, bars.id]);
  expect(response.images[0]!.likeness).toBeGreaterThan(response.images[1]!.likeness);
  expect(response.images[0]!.image).toMatchObject({ thumb_img_path: copy.thumb_img_path, img_path: copy.img_path });
  expect(response).toMatchObject({ available: true, by: 'both', ready: { image: { ready: 3, total: 3 } } });
});

it('counts ready images and embeds the requested image at once', async () => {
  const disc = await upload('disc', '#c22');
  await embedAll();
  const newImage = await upload('disc', '#c22', { shift: 3 });
  const partial = await findSimilarToImage(disc.id);
  expect(partial).toMatchObject({ images: [], ready: { image: { ready: 1, total: 2 } } });
  expect(listIds(await findSimilarToImage(newImage.id))).toEqual([disc.id]);
  expect((await findSimilarToImage(disc.id)).ready.image).toEqual({ ready: 2, total: 2 });
});

it('finds objects by their box and follows moved boxes and deletions', async () => {
  const label = await createNamedRow(client, '/detection/v2/label/');
  const pair = `<circle cx="40" cy="48" r="30" fill="#c22"/><rect x="110" y="18" width="60" height="60" fill="#22c"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="96"><rect width="192" height="96" fill="#ddd"/>${pair}</svg>`;
  const base64 = (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
  const image = await uploadImage(client, { base64 });
  const disc = await createTestObject(client, image.id, label.id, [6, 14, 74, 82]);
  const square = await createTestObject(client, image.id, label.id, [106, 14, 174, 82]);
  const other = await upload('disc', '#c22');
  const similarObject = await createTestObject(client, other.id, label.id, [10, 10, 86, 86]);
  await embedAll();

  const findSimilarObjects = async (id: string) => {
    const { objects } = await findSimilar(`/detection/v2/object/${id}`, { kinds: 'object' });
    return objects.map(({ object }) => object.id);
  };
  expect(await findSimilarObjects(disc.id)).toEqual([similarObject.id, square.id]);
  expect((await findSimilarToImage(image.id)).objects.map(({ object }) => object.id)).toEqual([similarObject.id]);
  expect((await findSimilar(`/detection/v2/object/${disc.id}`)).images.map(({ image: each }) => each.id)).toEqual([other.id]);

  const before = (await findSimilar(`/detection/v2/object/${similarObject.id}`, { kinds: 'object' })).objects;
  await client.put(`/detection/v2/object/${disc.id}/`, { data: [106, 14, 174, 82] });
  await embedAll();
  const after = (await findSimilar(`/detection/v2/object/${similarObject.id}`, { kinds: 'object' })).objects;
  const getLikeness = (rows: typeof before, id: string) => rows.find(({ object }) => object.id === id)!.likeness;
  expect(getLikeness(after, disc.id)).toBeLessThan(getLikeness(before, disc.id));
  expect(await findSimilarObjects(square.id)).toEqual([disc.id, similarObject.id]);
  await client.delete(`/detection/v2/object/${disc.id}`);
  expect(await findSimilarObjects(square.id)).toEqual([similarObject.id]);
});

it('finds images similar to the box of a polygon', async () => {
  const label = await createNamedRow(client, '/segmentation/v2/label/');
  const disc = await upload('disc', '#c22');
  const [near] = [await upload('disc', '#c22', { shift: 4 }), await upload('bars', '#22c')];
  await embedAll();
  const polygon = expectBody<{ id: string }>(
    await client.post('/segmentation/v2/polygon/', {
      image: disc.id,
      segmentation_label: label.id,
      data: [4, 4, 92, 4, 92, 92, 4, 92],
    }),
    201,
  );
  expect(listIds(await findSimilar(`/segmentation/v2/polygon/${polygon.id}`, { count: 1 }))).toEqual([near!.id]);
});

it('finds groups by their members, and items similar to a group that are not members', async () => {
  const discs = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 4 })];
  const bars = [await upload('bars', '#22c'), await upload('bars', '#22c', { shift: 4 })];
  const [disc, bar] = [await upload('disc', '#c22', { shift: 2 }), await upload('bars', '#22c', { shift: 2 })];
  const discGroup = await createGroup(
    'Discs',
    discs.map(({ id }) => id),
  );
  const barGroup = await createGroup(
    'Bars',
    bars.map(({ id }) => id),
  );
  await createGroup('Empty');
  await embedAll();
  const findSimilarGroups = async (id: string) =>
    (await findSimilarToImage(id, { kinds: 'group' })).groups.map(({ group }) => group.id);
  expect(await findSimilarGroups(disc.id)).toEqual([discGroup, barGroup]);
  expect(await findSimilarGroups(bar.id)).toEqual([barGroup, discGroup]);

  const response = await findSimilar(`/similarity/training/v2/group/${discGroup}`);
  expect(listIds(response)).toEqual([disc.id, ...listIds(response).slice(1)]);
  expect(listIds(response)).not.toEqual(expect.arrayContaining([discs[0]!.id]));
  expect(response.groups.map(({ group }) => group.name)).toEqual(['Bars']);

  // The embedding of the group follows its current members.
  await client.post(`/similarity/training/v2/group/${barGroup}/remove-images`, { images: bars.map(({ id }) => id) });
  await client.post(`/similarity/training/v2/group/${barGroup}/add-images`, { images: [disc.id] });
  await embedAll();
  // Groups that already contain the image are excluded as well.
  expect(await findSimilarGroups(discs[0]!.id)).toEqual([barGroup]);
  expect((await findSimilarToImage(discs[0]!.id, { kinds: 'group' })).groups[0]!.likeness).toBeGreaterThan(0.95);
  await client.post(`/similarity/training/v2/group/${barGroup}/add-groups`, { groups: [discGroup] });
  expect((await findSimilar(`/similarity/training/v2/group/${discGroup}`, { kinds: 'group' })).groups).toEqual([]);
});

it('filters and sorts the image list by similarity together with other filters', async () => {
  const disc = await upload('disc', '#c22');
  const bars = await upload('bars', '#22c');
  const copy = await upload('disc', '#c22', { shift: 3 });
  await client.post('/recognition/v2/training-image/update', { images: [bars.id], 'mark-test': true });
  await embedAll();
  const list = async (query: Query) =>
    expectBody<ListEnvelope<TrainingImage>>(
      await client.get('/recognition/v2/training-image/', { similar_to: disc.id, ...query }),
    );
  const all = await list({});
  expect(all.results.map(({ id }) => id)).toEqual([copy.id, bars.id]);
  expect(all.count).toBe(2);
  expect(all.results[0]!.likeness).toBeGreaterThan(all.results[1]!.likeness!);
  expect((await list({ test: true })).results.map(({ id }) => id)).toEqual([bars.id]);
  expect((await list({ page: 2, page_size: 1 })).results.map(({ id }) => id)).toEqual([bars.id]);
  const missing = await client.get('/recognition/v2/training-image/', { similar_to: disc.id, similar_kind: 'object' });
  expect(missing.status).toBe(404);
});

it('finds existing near-duplicates of uploads without waiting for embeddings', async () => {
  const star = await upload('star', '#a3a');
  const lowQuality = await upload('star', '#a3a', { quality: 90 });
  const bars = await upload('bars', '#22c');
  const first = expectBody<LookAlikesResponse>(
    await client.post('/recognition/v2/training-image/look-alikes', { images: [lowQuality.id, bars.id] }),
  );
  // Existing images without an embedding are not found yet, and `ready` shows that. The next call finds them.
  expect([first.results, first.ready]).toEqual([[], { ready: 2, total: 3 }]);
  await embedAll();
  const { results, ready } = expectBody<LookAlikesResponse>(
    await client.post('/recognition/v2/training-image/look-alikes', { images: [lowQuality.id, bars.id] }),
  );
  expect(results.map(({ id, like }) => [id, like.map(({ image }) => image.id)])).toEqual([[lowQuality.id, [star.id]]]);
  expect(ready).toEqual({ ready: 3, total: 3 });
});

it('the descriptor call returns the stored embedding of an image', async () => {
  const disc = await upload('disc', '#c22');
  await embedAll();
  const { records } = expectBody<{ records: { descriptor: number[] }[] }>(
    await client.post('/similarity/training/v2/descriptor', {
      records: [{ _base64: await createImage('disc', '#c22') }, { _base64: Buffer.from('not an image').toString('base64') }],
    }),
  );
  expect(records[1]).toEqual({ _status: { code: 400, text: 'This image could not be read.' } });
  const { data } = await server.db.selectFrom('embedding').select('data').where('id', '=', disc.id).executeTakeFirstOrThrow();
  expect(records[0]!.descriptor).toEqual([...new Int8Array(data!)]);
});

it('never returns items of another workspace', async () => {
  const own = await upload('disc', '#c22');
  const { client: nonMember } = await server.createTenant();
  await uploadImage(nonMember, { base64: await createImage('disc', '#c22', { shift: 2 }) });
  await embedAll();
  expect(listIds(await findSimilarToImage(own.id))).toEqual([]);
  expect((await nonMember.get(`/recognition/v2/training-image/${own.id}/similar`)).status).toBe(404);
  expect((await nonMember.post('/recognition/v2/training-image/look-alikes', { images: [own.id] })).status).toBe(404);
});

it('returns only kinds that the workspace has services for', async () => {
  ({ client } = await server.createTenant(['recognition']));
  const { id } = await upload('disc', '#c22');
  expect(Object.keys((await findSimilarToImage(id)).ready)).toEqual(['image']);
  expect((await client.get(`/recognition/v2/training-image/${id}/similar`, { kinds: 'group' })).status).toBe(403);
});

it('selects the part that separates the verified groups best', async () => {
  const { user, client: other, workspaceId } = await server.createTenant();
  client = other;
  // Each group has one colour and two shapes, so features alone would pair equal shapes of different groups.
  const colors = ['#c22', '#2a2', '#22c', '#cc2', '#2cc'];
  for (const [index, color] of colors.entries()) {
    const shapes: Shape[] = ['disc', 'bars', 'star'];
    const images = [await upload(shapes[index % 3]!, color), await upload(shapes[(index + 1) % 3]!, color)];
    const group = await createGroup(
      `Group ${color}`,
      images.map(({ id }) => id),
    );
    await client.post('/annotate/v2/similarity-verification/', { user: user.id, group_id: group });
  }
  const star = await upload('star', '#c22');
  expect((await findSimilarToImage(star.id)).by).toBe('both');
  await embedAll();
  const row = await server.db
    .selectFrom('similar_likeness')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ groups: 5, likeness: expect.stringMatching(/colours|both/) });
  expect((await findSimilarToImage(star.id)).by).toBe(row.likeness);
});

describe('robustness of embeddings', () => {
  /** Lists the learner processes of this test. */
  const listLearners = () => {
    const output = execFileSync('ps', ['-o', 'pid=,args=', '--ppid', String(process.pid)]).toString();
    return output.split('\n').flatMap((line) => (line.includes('learner') ? [Number.parseInt(line, 10)] : []));
  };

  it('killing the learner loses nothing and marks no image as unreadable', async () => {
    const images = [];
    for (const color of ['#c22', '#2a2', '#22c', '#cc2', '#2cc', '#c2c', '#888', '#111', '#eee', '#c82'])
      images.push(await upload('star', color));
    await enqueueEmbeddingJob(server.db);
    const running = server.runWork();
    await waitUntil(() => listLearners().length > 0);
    for (const pid of listLearners()) process.kill(pid, 'SIGKILL');
    await running.catch(() => undefined);
    await embedAll();
    expect(await countQueued()).toBe(0);
    expect(listIds(await findSimilarToImage(images[0]!.id))).toHaveLength(9);
  });

  it('an image deleted while it is embedded is neither found nor stored', async () => {
    const remaining = await upload('disc', '#c22');
    const deleted = await upload('disc', '#c22', { shift: 3 });
    await enqueueEmbeddingJob(server.db);
    const running = server.runWork();
    await client.delete(`/recognition/v2/training-image/${deleted.id}`);
    await running;
    await embedAll();
    expect(listIds(await findSimilarToImage(remaining.id))).toEqual([]);
    expect(await server.db.selectFrom('embedding').selectAll().where('id', '=', deleted.id).execute()).toEqual([]);
    expect(await countQueued()).toBe(0);
  });

  it('a deleted image is no longer found', async () => {
    const [query, deleted, other] = [
      await upload('disc', '#c22'),
      await upload('disc', '#c22', { shift: 3 }),
      await upload('bars', '#22c'),
    ];
    await embedAll();
    expect(listIds(await findSimilarToImage(query!.id, { count: 1 }))).toEqual([deleted!.id]);
    await client.delete(`/recognition/v2/training-image/${deleted!.id}`);
    expect(listIds(await findSimilarToImage(query!.id, { count: 1 }))).toEqual([other!.id]);
  });

  it('a lost index is rebuilt from the database without reading images', async () => {
    const [one, other] = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 3 })];
    await embedAll();
    expect(listIds(await findSimilarToImage(one!.id))).toEqual([other!.id]);
    getLearnerClient(server.files).stop();
    await rm(join(server.filesDir, 'learning', 'similar'), { recursive: true });
    for (const { img_path } of [one!, other!]) await server.files.delete(new URL(img_path).pathname.split('/').at(-1)!);
    expect(listIds(await findSimilarToImage(one!.id))).toEqual([other!.id]);
  });

  it('an unreadable image has no embedding and blocks no others', async () => {
    const broken = await upload('disc', '#c22');
    const key = new URL(broken.img_path).pathname.split('/').at(-1)!;
    await server.files.delete(key);
    await server.files.putStream(
      (async function* () {
        yield Buffer.from('not an image');
      })(),
      'image/jpeg',
      Infinity,
      key,
    );
    const [one, other] = [await upload('star', '#22c'), await upload('star', '#22c', { shift: 3 })];
    await embedAll();
    expect(await countQueued()).toBe(0);
    expect(listIds(await findSimilarToImage(one!.id))).toEqual([other!.id]);
    expect(await findSimilarToImage(broken.id)).toMatchObject({ images: [], ready: { image: { ready: 3, total: 3 } } });
  });
});

it('reports that similarity is unavailable on servers that compute no embeddings', async () => {
  const off = await createTestServer({ sharedWith: server });
  try {
    const otherClient = new TestClient(off.origin, client.authorization);
    const { id } = await uploadImage(otherClient);
    const response = expectBody<SimilarResponse>(await otherClient.get(`/recognition/v2/training-image/${id}/similar`));
    expect(response).toMatchObject({ available: false, images: [], ready: {} });
    expect(expectBody(await otherClient.get('/recognition/v2/training-image/', { similar_to: id }))).toMatchObject({ count: 0 });
  } finally {
    await off.close();
  }
});

it('the queue keeps one entry per item and none of deleted items', async () => {
  await embedAll();
  const label = await createNamedRow(client, '/detection/v2/label/');
  const [image, deleted] = [await upload('disc', '#c22'), await upload('bars', '#c22')];
  const object = await createTestObject(client, image.id, label.id);
  for (const right of [50, 60, 70]) await client.put(`/detection/v2/object/${object.id}/`, { data: [1, 1, right, 60] });
  await client.delete(`/recognition/v2/training-image/${deleted.id}`);
  expect(await countQueued()).toBe(6);
  await enqueueJob(server.db, { task: 'tidy-undescribed', payload: {}, key: 'tidy' });
  await server.runWork();
  const queue = await server.db.selectFrom('embedding_due').select('id').execute();
  expect(queue.map(({ id }) => id).sort()).toEqual([image.id, object.id].sort());
});

it('deleting a workspace deletes its embeddings', async () => {
  const { client: other, workspaceId } = await server.createTenant();
  client = other;
  const label = await createNamedRow(client, '/detection/v2/label/');
  const image = await upload('disc', '#c22');
  await createTestObject(client, image.id, label.id);
  const group = await createGroup('Main', [image.id]);
  await createGroup('Other');
  await client.post(`/similarity/training/v2/group/${group}/add-groups`, { groups: [await createGroup('Child')] });
  await embedAll();
  await server.db.deleteFrom('workspace').where('id', '=', workspaceId).execute();
  const remaining = await server.db.selectFrom('embedding').selectAll().where('workspace_id', '=', workspaceId).execute();
  expect([remaining, await countQueued()]).toEqual([[], 0]);
});
