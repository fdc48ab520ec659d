import type { LabelledShape, LookAlikesResponse, SimilarResponse, TrainingImage } from '@console/shared-contract/api';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import { getLearnerClient } from '../learning/learner-client';
import { expectBody, TestClient } from '../../testing/api/client';
import { createNamedRow, createTestObject, uploadImage, type ListEnvelope } from '../../testing/api/fixtures';
import { createMaskData } from '../../testing/api/mask-data';
import { createTestServer } from '../../testing/api/test-server';
import { Finder } from './finder';
import {
  server,
  client,
  type Shape,
  createImage,
  upload,
  embedAll,
  type Query,
  findSimilar,
  findSimilarToImage,
  listIds,
  createGroup,
  setUpSimilarSuite,
  switchTenant,
} from '../../testing/suites/similar-suite';

setUpSimilarSuite();

it('the similarity search finds similar images, nearest first, with their URLs', async () => {
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

it('the similarity search counts ready images and embeds the requested image at once', async () => {
  const disc = await upload('disc', '#c22');
  await embedAll();
  const newImage = await upload('disc', '#c22', { shift: 3 });
  const partial = await findSimilarToImage(disc.id);
  expect(partial).toMatchObject({ images: [], ready: { image: { ready: 1, total: 2 } } });
  expect(listIds(await findSimilarToImage(newImage.id))).toEqual([disc.id]);
  expect((await findSimilarToImage(disc.id)).ready.image).toEqual({ ready: 2, total: 2 });
});

it('the similarity search finds objects by their box and follows moved boxes and deletions', async () => {
  const label = await createNamedRow(client, '/detection/v2/label/');
  const pair = `<circle cx="40" cy="48" r="30" fill="#c22"/><rect x="110" y="18" width="60" height="60" fill="#22c"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="96"><rect width="192" height="96" fill="#ddd"/>${pair}</svg>`;
  const base64 = (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
  const image = await uploadImage(client, { base64 });
  const disc = await createTestObject(client, image.id, label.id, [6, 14, 74, 82]);
  const square = await createTestObject(client, image.id, label.id, [106, 14, 174, 82]);
  const otherImage = await upload('disc', '#c22');
  const similarObject = await createTestObject(client, otherImage.id, label.id, [10, 10, 86, 86]);
  await embedAll();

  const findSimilarObjects = async (id: string) => {
    const { objects } = await findSimilar(`/detection/v2/object/${id}`, { kinds: 'object' });
    return objects.map(({ object }) => object.id);
  };
  expect(await findSimilarObjects(disc.id)).toEqual([similarObject.id, square.id]);
  expect((await findSimilarToImage(image.id)).objects.map(({ object }) => object.id)).toEqual([similarObject.id]);
  expect((await findSimilar(`/detection/v2/object/${disc.id}`)).images.map(({ image: each }) => each.id)).toEqual([
    otherImage.id,
  ]);

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

it("finds similar shapes of all kinds in their list and on a label's page", async () => {
  const label = await createNamedRow(client, '/segmentation/v2/label/');
  const point = { points: [{ name: 'tip' }, { name: 'end' }], edges: [] };
  const pose = await createNamedRow(client, '/detection/v2/label/', { skeleton: point });
  const create = async (path: string, body: object) => expectBody<{ id: string }>(await client.post(path, body), 201).id;
  const [disc, copy] = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 4 })];
  const [third, bars] = [await upload('disc', '#c22', { shift: -4 }), await upload('bars', '#22c')];
  const square = { segmentation_label: label.id, data: [4, 4, 92, 4, 92, 92, 4, 92] };
  const polygons = [];
  for (const image of [disc.id, bars.id]) polygons.push(await create('/segmentation/v2/polygon/', { image, ...square }));
  const data = createMaskData([4, 4, 92, 92], [96, 96]);
  const mask = await create('/segmentation/v2/mask/', { image: copy.id, segmentation_label: label.id, data });
  const skeleton = await create('/detection/v2/skeleton/', {
    image: third.id,
    detection_label: pose.id,
    data: [4, 4, 2, 92, 92, 2],
  });
  await embedAll();
  const response = await findSimilar(`/segmentation/v2/polygon/${polygons[0]}`);
  expect(response.shapes?.map(({ shape }) => shape.id)).toEqual([expect.any(String), expect.any(String), polygons[1]]);
  expect(response.shapes?.slice(0, 2).map(({ shape }) => [shape.kind, shape.id])).toEqual(
    expect.arrayContaining([
      ['mask', mask],
      ['skeleton', skeleton],
    ]),
  );
  expect(response.shapes?.[0]?.shape.crop).toContain('/files/regions/');
  expect(response.ready).toMatchObject({ polygon: { ready: 2, total: 2 }, skeleton: { ready: 1, total: 1 } });
  expect((await findSimilar(`/detection/v2/skeleton/${skeleton}`, { kinds: 'mask' })).shapes).toHaveLength(1);

  const listSimilar = async (labels: string, to: string) =>
    expectBody<{ shapes: LabelledShape[] }>(
      await client.get('/annotate/v2/labelled-shape/', { shape_labels: labels, similar_to: to }),
    ).shapes.map(({ id }) => id);
  expect(await listSimilar(label.id, mask)).toEqual([mask, ...polygons]);
  expect(await listSimilar(`${label.id},${pose.id}`, skeleton)).toEqual([
    skeleton,
    expect.anything(),
    expect.anything(),
    polygons[1],
  ]);
  const foundShape = expectBody<LabelledShape>(await client.get(`/annotate/v2/labelled-shape/${mask}`));
  expect(foundShape).toMatchObject({ id: mask, kind: 'mask', image: { id: copy.id }, likeness: null });

  await client.put(`/segmentation/v2/polygon/${polygons[1]}/`, { image: disc.id });
  await client.delete(`/segmentation/v2/mask/${mask}`);
  await embedAll();
  expect(await listSimilar(label.id, polygons[0]!)).toEqual(expect.arrayContaining(polygons));
  expect((await findSimilar(`/detection/v2/skeleton/${skeleton}`)).shapes?.map(({ shape }) => shape.id)).toEqual(
    expect.arrayContaining(polygons),
  );
});

it('the similarity search finds images similar to the box of a polygon', async () => {
  const label = await createNamedRow(client, '/segmentation/v2/label/');
  const disc = await upload('disc', '#c22');
  const [similarImage] = [await upload('disc', '#c22', { shift: 4 }), await upload('bars', '#22c')];
  await embedAll();
  const polygon = expectBody<{ id: string }>(
    await client.post('/segmentation/v2/polygon/', {
      image: disc.id,
      segmentation_label: label.id,
      data: [4, 4, 92, 4, 92, 92, 4, 92],
    }),
    201,
  );
  expect(listIds(await findSimilar(`/segmentation/v2/polygon/${polygon.id}`, { count: 1 }))).toEqual([similarImage!.id]);
});

it('finds groups by their members, and items similar to a group', async () => {
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

it('`similar_to` filters and sorts the image list by similarity together with other filters', async () => {
  const disc = await upload('disc', '#c22');
  const bars = await upload('bars', '#22c');
  const copy = await upload('disc', '#c22', { shift: 3 });
  await client.post('/recognition/v2/training-image/update', { images: [bars.id], 'mark-test': true });
  await embedAll();
  const list = async (query: Query) =>
    expectBody<ListEnvelope<TrainingImage>>(
      await client.get('/recognition/v2/training-image/', { similar_to: disc.id, ...query }),
    );
  const allRows = await list({});
  expect(allRows.results.map(({ id }) => id)).toEqual([copy.id, bars.id]);
  expect(allRows.count).toBe(2);
  expect(allRows.results[0]!.likeness).toBeGreaterThan(allRows.results[1]!.likeness!);
  expect((await list({ test: true })).results.map(({ id }) => id)).toEqual([bars.id]);
  expect((await list({ page: 2, page_size: 1 })).results.map(({ id }) => id)).toEqual([bars.id]);
  const missing = await client.get('/recognition/v2/training-image/', { similar_to: disc.id, similar_kind: 'object' });
  expect(missing.status).toBe(404);
});

it('the similarity search finds existing near-duplicates of uploads without waiting for embeddings', async () => {
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

it.each(['star', 'bars'] as const)(
  'finds mirrored and brighter copies, but no other image of the same kind: %s',
  async (shape) => {
    const original = await createImage(shape, '#a3a', { shift: 5 });
    const change = async (edit: (image: Sharp) => Sharp) =>
      (
        await edit(sharp(Buffer.from(original, 'base64')))
          .jpeg()
          .toBuffer()
      ).toString('base64');
    const { id } = await uploadImage(client, { base64: original });
    const mirrored = await uploadImage(client, { base64: await change((image) => image.flop()) });
    const brighter = await uploadImage(client, { base64: await change((image) => image.linear(1.3, 0)) });
    const grey = await uploadImage(client, { base64: await change((image) => image.greyscale()) });
    // An image of another shape in the same colour. Its embedding is nearly the same, because features and colours are similar.
    await upload(shape === 'star' ? 'disc' : 'star', '#a3a', { shift: 5 });
    await embedAll();
    const { results } = expectBody<LookAlikesResponse>(
      await client.post('/recognition/v2/training-image/look-alikes', { images: [id] }),
    );
    expect(results[0]?.like.map(({ image }) => image.id).sort()).toEqual([mirrored.id, brighter.id, grey.id].sort());
  },
);

it('a query that ran before the index was read reports that items are missing', async () => {
  const disc = await upload('disc', '#c22');
  await upload('disc', '#c22', { shift: 3 });
  await embedAll();
  const learner = getLearnerClient(server.files);
  let release = () => {};
  const isReleased = new Promise<void>((resolve) => (release = resolve));
  const finder = new Finder({
    db: server.db,
    files: server.files,
    folder: join(server.filesDir, 'other-learning'),
    getStartCount: () => learner.startCount,
    send: async (request) => {
      if ('addEmbeddings' in request) await isReleased;
      return learner.send(request);
    },
  });
  const { workspace: workspaceId } = disc;
  const [embedding] = (await finder.getEmbeddings([{ kind: 'image', id: disc.id, workspaceId }])).values();
  const query = { workspaceId, kind: 'image' as const, part: 'both' as const, count: 5, excludedIds: new Set<string>() };
  expect(await finder.findNearest(embedding!, query)).toEqual([]);
  expect(finder.hasUsedPartialIndex()).toBe(true);
  release();
  expect(await finder.findNearest(embedding!, query)).toHaveLength(2);
  expect(await finder.getReadiness(workspaceId, ['image'])).toEqual({ image: { ready: 0, total: 2 } });
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

it('the similarity search never returns items of another workspace', async () => {
  const ownImage = await upload('disc', '#c22');
  const { client: nonMember } = await server.createTenant();
  await uploadImage(nonMember, { base64: await createImage('disc', '#c22', { shift: 2 }) });
  await embedAll();
  expect(listIds(await findSimilarToImage(ownImage.id))).toEqual([]);
  expect((await nonMember.get(`/recognition/v2/training-image/${ownImage.id}/similar`)).status).toBe(404);
  expect((await nonMember.post('/recognition/v2/training-image/look-alikes', { images: [ownImage.id] })).status).toBe(404);
});

it('the similarity search returns only kinds that the workspace has services for', async () => {
  await switchTenant(['recognition']);
  const { id } = await upload('disc', '#c22');
  expect(Object.keys((await findSimilarToImage(id)).ready)).toEqual(['image']);
  expect((await client.get(`/recognition/v2/training-image/${id}/similar`, { kinds: 'group' })).status).toBe(403);
});

it('the similarity search selects the part that separates the verified groups best', async () => {
  const { user, workspaceId } = await switchTenant();
  // Each group has one colour and two shapes. The features alone would match equal shapes of different groups.
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

it('the similarity search reports that similarity is unavailable on servers that compute no embeddings', async () => {
  const serverWithoutModels = await createTestServer({ sharedWith: server });
  try {
    const otherClient = new TestClient(serverWithoutModels.origin, client.authorization);
    const { id } = await uploadImage(otherClient);
    const response = expectBody<SimilarResponse>(await otherClient.get(`/recognition/v2/training-image/${id}/similar`));
    expect(response).toMatchObject({ available: false, images: [], ready: {} });
    expect(expectBody(await otherClient.get('/recognition/v2/training-image/', { similar_to: id }))).toMatchObject({ count: 0 });
  } finally {
    await serverWithoutModels.close();
  }
});
