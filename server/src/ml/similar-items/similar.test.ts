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
  const discImage = await upload('disc', '#c22');
  const copy = await upload('disc', '#c22', { shift: 3 });
  const barsImage = await upload('bars', '#2a2');
  await embedAll();
  const response = await findSimilarToImage(discImage.id);
  expect(listIds(response)).toEqual([copy.id, barsImage.id]);
  expect(response.images[0]!.likeness).toBeGreaterThan(response.images[1]!.likeness);
  expect(response.images[0]!.image).toMatchObject({ thumb_img_path: copy.thumb_img_path, img_path: copy.img_path });
  expect(response).toMatchObject({ available: true, by: 'both', ready: { image: { ready: 3, total: 3 } } });
});

it('the similarity search counts ready images and embeds the requested image at once', async () => {
  const discImage = await upload('disc', '#c22');
  await embedAll();
  const newImage = await upload('disc', '#c22', { shift: 3 });
  const partial = await findSimilarToImage(discImage.id);
  expect(partial).toMatchObject({ images: [], ready: { image: { ready: 1, total: 2 } } });
  expect(listIds(await findSimilarToImage(newImage.id))).toEqual([discImage.id]);
  expect((await findSimilarToImage(discImage.id)).ready.image).toEqual({ ready: 2, total: 2 });
});

it('the similarity search finds objects by their box and follows moved boxes and deletions', async () => {
  const label = await createNamedRow(client, '/detection/v2/label/');
  const shapesSvg = `<circle cx="40" cy="48" r="30" fill="#c22"/><rect x="110" y="18" width="60" height="60" fill="#22c"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="192" height="96"><rect width="192" height="96" fill="#ddd"/>${shapesSvg}</svg>`;
  const base64 = (await sharp(Buffer.from(svg)).png().toBuffer()).toString('base64');
  const image = await uploadImage(client, { base64 });
  const discObject = await createTestObject(client, image.id, label.id, [6, 14, 74, 82]);
  const squareObject = await createTestObject(client, image.id, label.id, [106, 14, 174, 82]);
  const otherImage = await upload('disc', '#c22');
  const similarObject = await createTestObject(client, otherImage.id, label.id, [10, 10, 86, 86]);
  await embedAll();

  const findSimilarObjects = async (id: string) => {
    const { objects } = await findSimilar(`/detection/v2/object/${id}`, { kinds: 'object' });
    return objects.map(({ object }) => object.id);
  };
  expect(await findSimilarObjects(discObject.id)).toEqual([similarObject.id, squareObject.id]);
  expect((await findSimilarToImage(image.id)).objects.map(({ object }) => object.id)).toEqual([similarObject.id]);
  expect((await findSimilar(`/detection/v2/object/${discObject.id}`)).images.map(({ image: each }) => each.id)).toEqual([
    otherImage.id,
  ]);

  const listBefore = (await findSimilar(`/detection/v2/object/${similarObject.id}`, { kinds: 'object' })).objects;
  await client.put(`/detection/v2/object/${discObject.id}/`, { data: [106, 14, 174, 82] });
  await embedAll();
  const listAfter = (await findSimilar(`/detection/v2/object/${similarObject.id}`, { kinds: 'object' })).objects;
  const getLikeness = (rows: typeof listBefore, id: string) => rows.find(({ object }) => object.id === id)!.likeness;
  expect(getLikeness(listAfter, discObject.id)).toBeLessThan(getLikeness(listBefore, discObject.id));
  expect(await findSimilarObjects(squareObject.id)).toEqual([discObject.id, similarObject.id]);
  await client.delete(`/detection/v2/object/${discObject.id}`);
  expect(await findSimilarObjects(squareObject.id)).toEqual([similarObject.id]);
});

it("finds similar shapes of all kinds in their list and on a label's page", async () => {
  const label = await createNamedRow(client, '/segmentation/v2/label/');
  const point = { points: [{ name: 'tip' }, { name: 'end' }], edges: [] };
  const poseLabel = await createNamedRow(client, '/detection/v2/label/', { skeleton: point });
  const createShape = async (path: string, body: object) => expectBody<{ id: string }>(await client.post(path, body), 201).id;
  const [discImage, copy] = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 4 })];
  const [thirdImage, barsImage] = [await upload('disc', '#c22', { shift: -4 }), await upload('bars', '#22c')];
  const square = { segmentation_label: label.id, data: [4, 4, 92, 4, 92, 92, 4, 92] };
  const polygons = [];
  for (const image of [discImage.id, barsImage.id])
    polygons.push(await createShape('/segmentation/v2/polygon/', { image, ...square }));
  const data = createMaskData([4, 4, 92, 92], [96, 96]);
  const mask = await createShape('/segmentation/v2/mask/', { image: copy.id, segmentation_label: label.id, data });
  const skeleton = await createShape('/detection/v2/skeleton/', {
    image: thirdImage.id,
    detection_label: poseLabel.id,
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
  expect(await listSimilar(`${label.id},${poseLabel.id}`, skeleton)).toEqual([
    skeleton,
    expect.anything(),
    expect.anything(),
    polygons[1],
  ]);
  const foundShape = expectBody<LabelledShape>(await client.get(`/annotate/v2/labelled-shape/${mask}`));
  expect(foundShape).toMatchObject({ id: mask, kind: 'mask', image: { id: copy.id }, likeness: null });

  await client.put(`/segmentation/v2/polygon/${polygons[1]}/`, { image: discImage.id });
  await client.delete(`/segmentation/v2/mask/${mask}`);
  await embedAll();
  expect(await listSimilar(label.id, polygons[0]!)).toEqual(expect.arrayContaining(polygons));
  expect((await findSimilar(`/detection/v2/skeleton/${skeleton}`)).shapes?.map(({ shape }) => shape.id)).toEqual(
    expect.arrayContaining(polygons),
  );
});

testInLongRun('the similarity search finds images similar to the box of a polygon', async () => {
  const label = await createNamedRow(client, '/segmentation/v2/label/');
  const discImage = await upload('disc', '#c22');
  const [similarImage] = [await upload('disc', '#c22', { shift: 4 }), await upload('bars', '#22c')];
  await embedAll();
  const polygon = expectBody<{ id: string }>(
    await client.post('/segmentation/v2/polygon/', {
      image: discImage.id,
      segmentation_label: label.id,
      data: [4, 4, 92, 4, 92, 92, 4, 92],
    }),
    201,
  );
  expect(listIds(await findSimilar(`/segmentation/v2/polygon/${polygon.id}`, { count: 1 }))).toEqual([similarImage!.id]);
});

it('finds groups by their members, and items similar to a group', async () => {
  const discs = [await upload('disc', '#c22'), await upload('disc', '#c22', { shift: 4 })];
  const barsImages = [await upload('bars', '#22c'), await upload('bars', '#22c', { shift: 4 })];
  const [discImage, bar] = [await upload('disc', '#c22', { shift: 2 }), await upload('bars', '#22c', { shift: 2 })];
  const discGroup = await createGroup(
    'Discs',
    discs.map(({ id }) => id),
  );
  const barGroup = await createGroup(
    'Bars',
    barsImages.map(({ id }) => id),
  );
  await createGroup('Empty');
  await embedAll();
  const findSimilarGroups = async (id: string) =>
    (await findSimilarToImage(id, { kinds: 'group' })).groups.map(({ group }) => group.id);
  expect(await findSimilarGroups(discImage.id)).toEqual([discGroup, barGroup]);
  expect(await findSimilarGroups(bar.id)).toEqual([barGroup, discGroup]);

  const response = await findSimilar(`/similarity/training/v2/group/${discGroup}`);
  expect(listIds(response)).toEqual([discImage.id, ...listIds(response).slice(1)]);
  expect(listIds(response)).not.toEqual(expect.arrayContaining([discs[0]!.id]));
  expect(response.groups.map(({ group }) => group.name)).toEqual(['Bars']);

  // The embedding of the group follows its current members.
  await client.post(`/similarity/training/v2/group/${barGroup}/remove-images`, { images: barsImages.map(({ id }) => id) });
  await client.post(`/similarity/training/v2/group/${barGroup}/add-images`, { images: [discImage.id] });
  await embedAll();
  // Groups that already contain the image are excluded as well.
  expect(await findSimilarGroups(discs[0]!.id)).toEqual([barGroup]);
  expect((await findSimilarToImage(discs[0]!.id, { kinds: 'group' })).groups[0]!.likeness).toBeGreaterThan(0.95);
  await client.post(`/similarity/training/v2/group/${barGroup}/add-groups`, { groups: [discGroup] });
  expect((await findSimilar(`/similarity/training/v2/group/${discGroup}`, { kinds: 'group' })).groups).toEqual([]);
});

it('`similar_to` filters and sorts the image list by similarity together with other filters', async () => {
  const discImage = await upload('disc', '#c22');
  const barsImage = await upload('bars', '#22c');
  const copy = await upload('disc', '#c22', { shift: 3 });
  await client.post('/recognition/v2/training-image/update', { images: [barsImage.id], 'mark-test': true });
  await embedAll();
  const listSimilarImages = async (query: Query) =>
    expectBody<ListEnvelope<TrainingImage>>(
      await client.get('/recognition/v2/training-image/', { similar_to: discImage.id, ...query }),
    );
  const allRows = await listSimilarImages({});
  expect(allRows.results.map(({ id }) => id)).toEqual([copy.id, barsImage.id]);
  expect(allRows.count).toBe(2);
  expect(allRows.results[0]!.likeness).toBeGreaterThan(allRows.results[1]!.likeness!);
  expect((await listSimilarImages({ test: true })).results.map(({ id }) => id)).toEqual([barsImage.id]);
  expect((await listSimilarImages({ page: 2, page_size: 1 })).results.map(({ id }) => id)).toEqual([barsImage.id]);
  const missingResponse = await client.get('/recognition/v2/training-image/', {
    similar_to: discImage.id,
    similar_kind: 'object',
  });
  expect(missingResponse.status).toBe(404);
});

it('the similarity search finds existing near-duplicates of uploads without waiting for embeddings', async () => {
  const starImage = await upload('star', '#a3a');
  const compressedStar = await upload('star', '#a3a', { quality: 90 });
  const barsImage = await upload('bars', '#22c');
  const firstSearch = expectBody<LookAlikesResponse>(
    await client.post('/recognition/v2/training-image/look-alikes', { images: [compressedStar.id, barsImage.id] }),
  );
  // Existing images without an embedding are not found yet, and `ready` shows that. The next call finds them.
  expect([firstSearch.results, firstSearch.ready]).toEqual([[], { ready: 2, total: 3 }]);
  await embedAll();
  const { results, ready } = expectBody<LookAlikesResponse>(
    await client.post('/recognition/v2/training-image/look-alikes', { images: [compressedStar.id, barsImage.id] }),
  );
  expect(results.map(({ id, like }) => [id, like.map(({ image }) => image.id)])).toEqual([[compressedStar.id, [starImage.id]]]);
  expect(ready).toEqual({ ready: 3, total: 3 });
});

it.each(process.env.LONG ? (['star', 'bars'] as const) : (['star'] as const))(
  'finds mirrored and brighter copies, but no other image of the same kind: %s',
  async (shape) => {
    const originalPng = await createImage(shape, '#a3a', { shift: 5 });
    const editOriginal = async (edit: (image: Sharp) => Sharp) =>
      (
        await edit(sharp(Buffer.from(originalPng, 'base64')))
          .jpeg()
          .toBuffer()
      ).toString('base64');
    const { id } = await uploadImage(client, { base64: originalPng });
    const mirrored = await uploadImage(client, { base64: await editOriginal((image) => image.flop()) });
    const brighter = await uploadImage(client, { base64: await editOriginal((image) => image.linear(1.3, 0)) });
    const grey = await uploadImage(client, { base64: await editOriginal((image) => image.greyscale()) });
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
  const discImage = await upload('disc', '#c22');
  await upload('disc', '#c22', { shift: 3 });
  await embedAll();
  const learner = getLearnerClient(server.files);
  let releaseLearner = () => {};
  const isReleased = new Promise<void>((resolve) => (releaseLearner = resolve));
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
  const { workspace: workspaceId } = discImage;
  const [embedding] = (await finder.getEmbeddings([{ kind: 'image', id: discImage.id, workspaceId }])).values();
  const query = { workspaceId, kind: 'image' as const, part: 'both' as const, count: 5, excludedIds: new Set<string>() };
  expect(await finder.findNearest(embedding!, query)).toEqual([]);
  expect(finder.hasUsedPartialIndex()).toBe(true);
  releaseLearner();
  expect(await finder.findNearest(embedding!, query)).toHaveLength(2);
  expect(await finder.getReadiness(workspaceId, ['image'])).toEqual({ image: { ready: 0, total: 2 } });
});

it('the descriptor call returns the stored embedding of an image', async () => {
  const discImage = await upload('disc', '#c22');
  await embedAll();
  const { records } = expectBody<{ records: { descriptor: number[] }[] }>(
    await client.post('/similarity/training/v2/descriptor', {
      records: [{ _base64: await createImage('disc', '#c22') }, { _base64: Buffer.from('not an image').toString('base64') }],
    }),
  );
  expect(records[1]).toEqual({ _status: { code: 400, text: 'This image could not be read.' } });
  const { data } = await server.db
    .selectFrom('embedding')
    .select('data')
    .where('id', '=', discImage.id)
    .executeTakeFirstOrThrow();
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
  const starImage = await upload('star', '#c22');
  expect((await findSimilarToImage(starImage.id)).by).toBe('both');
  await embedAll();
  const row = await server.db
    .selectFrom('similar_likeness')
    .selectAll()
    .where('workspace_id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  expect(row).toMatchObject({ groups: 5, likeness: expect.stringMatching(/colours|both/) });
  expect((await findSimilarToImage(starImage.id)).by).toBe(row.likeness);
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
