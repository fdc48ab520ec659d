import type { ChangeSet, DetectionLabel, Dependents, Skeleton, UndoResult, VersionShape } from '@console/shared-contract/api';
import { COCO_PERSON, type SkeletonTemplate } from '@console/shared-contract/skeleton';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createNamedRow, createTestObject, uploadImage, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { setUpTestServer } from '../../../testing/api/test-server';

const SKELETONS = '/detection/v2/skeleton/';
const LABELS = '/detection/v2/label/';
const IMAGES = '/recognition/v2/training-image/';
const TEMPLATE = {
  points: [{ name: 'head' }, { name: 'left' }, { name: 'right' }],
  edges: [
    [0, 1],
    [0, 2],
  ],
  pairs: [[1, 2]],
};
/** A visible, an occluded and an absent point. */
const SKELETON_DATA = [30, 5, 2, 10, 40, 1, 0, 0, 0];

const server = setUpTestServer();
let client: TestClient;
let image: string;
let label: DetectionLabel;
beforeEach(async () => {
  ({ client } = await server.createTenant());
  image = (await uploadImage(client)).id;
  label = await createNamedRow<DetectionLabel>(client, LABELS, { name: 'Person', skeleton: TEMPLATE });
});

const createSkeleton = async (data = SKELETON_DATA, imageId = image) =>
  expectBody<Skeleton>(await client.post(SKELETONS, { image: imageId, detection_label: label.id, data }), 201);
const readSkeleton = async (id: string) => expectBody<Skeleton>(await client.get(`${SKELETONS}${id}`));
const readLabel = async () => expectBody<DetectionLabel>(await client.get(`${LABELS}${label.id}`));
const setTemplate = (skeleton: unknown) => client.put(`${LABELS}${label.id}`, { skeleton });
const findChangeSet = async () =>
  expectBody<{ results: ChangeSet[] }>(await client.get('/history/v2/set/', { limit: 1 })).results[0]!.id;
const undoChangeSet = async (changeSet: number) =>
  expectBody<UndoResult>(await client.post('/history/v2/undo', { change_set: changeSet }));

describe('a skeleton', () => {
  it('has the box around the points that are not absent', async () => {
    const skeleton = await createSkeleton();
    expect(skeleton).toMatchObject({
      image: { id: image },
      detection_label: { id: label.id, name: 'Person' },
      data: SKELETON_DATA,
      bbox: [10, 5, 30, 40],
      meta_data: {},
      version: 1,
    });
    const movedPoints = { data: [1, 2, 2, 0, 0, 0, 0, 0, 0] };
    expect(expectBody(await client.put(`${SKELETONS}${skeleton.id}/`, movedPoints))).toMatchObject({
      ...movedPoints,
      bbox: [1, 2, 1, 2],
      version: 2,
    });
    expect((await client.put(`${SKELETONS}${skeleton.id}/`, { meta_data: {}, version: 1 })).status).toBe(409);
  });

  it.each([
    ['an absent point with a position', [1, 1, 2, 1, 1, 1, 3, 3, 0]],
    ['another visibility', [1, 1, 2, 1, 1, 3, 0, 0, 0]],
    ['absent points only', [0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['a point outside the image', [1, 1, 2, 65, 1, 1, 0, 0, 0]],
    ['fractions', [1.5, 1, 2, 1, 1, 1, 0, 0, 0]],
    ['an incomplete point', [1, 1, 2, 1]],
    ['fewer points than the label', [1, 1, 2, 3, 3, 2]],
  ])('with %s is refused', async (_, data) => {
    const response = await client.post(SKELETONS, { image, detection_label: label.id, data });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('data')]);
  });

  it('accepts only labels with the same number of points', async () => {
    const skeleton = await createSkeleton();
    const labelWithoutSkeleton = await createNamedRow(client, LABELS);
    const twoPoints = { points: TEMPLATE.points.slice(0, 2), edges: [] };
    const [otherSkeleton, equalSkeleton] = [
      await createNamedRow(client, LABELS, { skeleton: twoPoints }),
      await createNamedRow(client, LABELS, { skeleton: TEMPLATE }),
    ];
    const changeLabel = (id: string, fields = {}) =>
      client.put(`${SKELETONS}${skeleton.id}/`, { detection_label: id, ...fields });
    expect((await changeLabel(labelWithoutSkeleton.id)).text).toContain('has no skeleton');
    expect((await changeLabel(otherSkeleton.id)).text).toContain('data: must have as many points as the label: 2');
    expect((await changeLabel(otherSkeleton.id, { data: [1, 1, 2, 3, 3, 2] })).status).toBe(200);
    expect((await changeLabel(equalSkeleton.id, { data: SKELETON_DATA })).status).toBe(200);
    expect((await client.put(`${SKELETONS}${skeleton.id}/`, { data: [1, 1, 2] })).text).toContain(
      'must have as many points as the label: 3',
    );
  });

  it('is listed, filtered and counted, and deleted with its image or label', async () => {
    const [secondImage, thirdImage] = (await uploadImages(client, 2)).map(({ id }) => id) as [string, string];
    const skeletons = [await createSkeleton(), await createSkeleton(), await createSkeleton(SKELETON_DATA, secondImage)];
    await createTestObject(client, image, label.id);
    const listSkeletonIds = async (query: Record<string, string>) =>
      expectBody<ListEnvelope<Skeleton>>(await client.get(SKELETONS, query)).results.map(({ id }) => id);
    expect(await listSkeletonIds({ image })).toEqual([skeletons[1]!.id, skeletons[0]!.id]);
    expect(await listSkeletonIds({ labels: label.id })).toHaveLength(3);
    const listImages = async (query: Record<string, string | boolean>) =>
      expectBody<ListEnvelope<{ id: string }>>(await client.get(IMAGES, { sort: 'oldest', ...query })).results.map(
        ({ id }) => id,
      );
    expect(await listImages({ skeletons: true })).toEqual([image, secondImage]);
    expect(await listImages({ skeletons: false })).toEqual([thirdImage]);
    expect(await listImages({ skeleton_labels: label.id })).toEqual([image, secondImage]);
    expect(await readLabel()).toMatchObject({ skeletons_count: 3, objects_count: 1, images_count: 2, skeleton: TEMPLATE });
    const dependents = expectBody<Dependents>(await client.get(`${LABELS}${label.id}/dependents`));
    expect(dependents.deleted).toMatchObject({ objects: 1, skeletons: 3 });
    expect((await client.delete(`${IMAGES}${secondImage}`)).status).toBe(204);
    expect(await listSkeletonIds({})).toHaveLength(2);
    expect((await client.delete(`${SKELETONS}image`, { image })).status).toBe(204);
    expect(await listSkeletonIds({})).toEqual([]);
  });

  it('has attributes that the label validates, image filters find, and undo reverts one by one', async () => {
    await client.put(`${LABELS}${label.id}`, { attributes: [{ name: 'shirt', type: 'number', max: 99 }] });
    const fields = { image, detection_label: label.id, data: SKELETON_DATA };
    expect((await client.post(SKELETONS, { ...fields, attributes: { shirt: 100 } })).text).toContain('attributes.shirt');
    const attributes = { occluded: true, shirt: 7 };
    const { id } = expectBody<Skeleton>(await client.post(SKELETONS, { ...fields, attributes }), 201);
    const changeSkeleton = async (body: object) => expectBody<Skeleton>(await client.put(`${SKELETONS}${id}/`, body)).attributes;
    expect(await changeSkeleton({ data: [1, 2, 2, 0, 0, 0, 0, 0, 0] })).toEqual(attributes);
    expect(await changeSkeleton({ attributes: { crowd: true, shirt: 8 } })).toEqual({ crowd: true, shirt: 8 });
    const changeSet = await findChangeSet();
    expect(await changeSkeleton({ attributes: { crowd: true, shirt: 8, ignore: true } })).toMatchObject({ ignore: true });
    expect(await undoChangeSet(changeSet)).toMatchObject({ undone: 1 });
    expect((await readSkeleton(id)).attributes).toEqual({ ...attributes, ignore: true });
    const countImages = async (attribute: string) =>
      expectBody<ListEnvelope<unknown>>(await client.get(IMAGES, { attribute })).count;
    expect([await countImages('ignore'), await countImages('crowd')]).toEqual([1, 0]);
    await client.delete(`${SKELETONS}${id}`);
    // Remove the attributes from the deleted row, as if a release without attributes had deleted it.
    await sql`update deleted_shape set shape = shape - 'attributes' where id = ${id}`.execute(server.db);
    expectBody(await client.post(`${SKELETONS}bulk`, { items: [{ op: 'restore', id }] }));
    expect((await readSkeleton(id)).attributes).toEqual({});
  });

  it('is found by the state of a point that its label declares', async () => {
    const [secondImage] = (await uploadImages(client, 1)).map(({ id }) => id) as [string];
    await createSkeleton([1, 2, 2, 3, 4, 1, 0, 0, 0]);
    await createSkeleton([1, 2, 1, 0, 0, 0, 0, 0, 0], secondImage);
    const findImages = async (index: number, state?: string) => {
      const query = { detection_attribute_label: label.id, point_name: TEMPLATE.points[index]?.name ?? 'tail' };
      const response = await client.get(IMAGES, { sort: 'oldest', ...query, ...(state && { point_state: state }) });
      return expectBody<ListEnvelope<{ id: string }>>(response).results.map(({ id }) => id);
    };
    expect([await findImages(0, 'visible'), await findImages(0, 'occluded'), await findImages(0, 'absent')]).toEqual([
      [image],
      [secondImage],
      [],
    ]);
    expect([await findImages(1), await findImages(1, 'absent'), await findImages(2, 'absent')]).toEqual([
      [image],
      [secondImage],
      [image, secondImage],
    ]);
    expect([await findImages(3), await findImages(3, 'absent')]).toEqual([[], []]);
  });

  it('can be commented', async () => {
    const { id } = await createSkeleton();
    const thread = { kind: 'skeleton', entity: id, text: 'Elbow?' };
    expect(expectBody(await client.post('/comments/v2/thread/', thread), 201)).toMatchObject({
      kind: 'skeleton',
      entity: id,
      image,
    });
    expect(expectBody(await client.get('/comments/v2/thread/', { skeleton: id }))).toMatchObject({ count: 1 });
    const setMask = sql`update comment_thread set mask_id = skeleton_id where skeleton_id = ${id}`.execute(server.db);
    await expect(setMask).rejects.toThrow('comment_thread_one_shape');
  });
});

describe('the template of a label', () => {
  it('stores points, edges, pairs, layout and sigmas', async () => {
    expect((await setTemplate(COCO_PERSON)).status).toBe(200);
    expect(await readLabel()).toMatchObject({ skeleton: COCO_PERSON, version: 2, skeletons_count: 0 });
    expect((await setTemplate(null)).status).toBe(200);
    expect(await readLabel()).toMatchObject({ skeleton: null, version: 3 });
  });

  it.each<[string, Partial<SkeletonTemplate>]>([
    ['no points', { points: [], edges: [], pairs: [] }],
    ['equal names', { points: [{ name: 'a' }, { name: 'a' }, { name: 'b' }] }],
    ['an edge to a missing point', { edges: [[0, 3]] }],
    ['an edge from a point to itself', { edges: [[1, 1]] }],
    [
      'the same edge twice',
      {
        edges: [
          [0, 1],
          [1, 0],
        ],
      },
    ],
    [
      'a point in two pairs',
      {
        pairs: [
          [0, 1],
          [1, 2],
        ],
      },
    ],
    ['a layout of other length', { layout: [[0, 0]] }],
    [
      'a layout outside the box',
      {
        layout: [
          [0, 0],
          [0, 1],
          [2, 0],
        ],
      },
    ],
  ])('with %s is refused', async (_, fields) => {
    const response = await setTemplate({ ...TEMPLATE, ...fields });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('skeleton')]);
  });

  it('can change everything except the number of points while skeletons use it', async () => {
    const skeleton = await createSkeleton();
    const renamedTemplate = {
      points: [{ name: 'top' }, { name: 'left' }, { name: 'right' }],
      edges: [[1, 2]],
      layout: [
        [0, 0],
        [1, 0],
        [1, 1],
      ],
    };
    expect((await setTemplate(renamedTemplate)).status).toBe(200);
    const message =
      'skeleton: must have as many points as the skeletons of the label: 3. Delete these skeletons to change the number of points';
    for (const template of [{ points: [{ name: 'top' }], edges: [] }, null]) {
      expect(JSON.parse((await setTemplate(template)).text)).toMatchObject({ detail: message });
    }
    expect((await client.delete(`${SKELETONS}${skeleton.id}`)).status).toBe(204);
    expect((await setTemplate(null)).status).toBe(200);
  });

  it('prevents the restoring of skeletons with another number of points', async () => {
    const { id } = await createSkeleton();
    await client.delete(`${SKELETONS}${id}`);
    const restoreSkeleton = () => client.post(`${SKELETONS}bulk`, { items: [{ op: 'restore', id }] });
    await setTemplate({ points: [{ name: 'only' }], edges: [] });
    expect((await restoreSkeleton()).status).toBe(409);
    await setTemplate(TEMPLATE);
    expect(expectBody(await restoreSkeleton())).toMatchObject({ results: [{ status: 200, row: { id, bbox: [10, 5, 30, 40] } }] });
  });
});

describe('undo', () => {
  it('reverts an edit with the box, and the deletion of the label with its skeletons', async () => {
    const { id } = await createSkeleton();
    await client.put(`${SKELETONS}${id}/`, { data: [1, 2, 2, 0, 0, 0, 0, 0, 0] });
    expect(await undoChangeSet(await findChangeSet())).toMatchObject({ undone: 1 });
    expect(await readSkeleton(id)).toMatchObject({ data: SKELETON_DATA, bbox: [10, 5, 30, 40] });
    await client.delete(`${LABELS}${label.id}`);
    expect((await client.get(`${SKELETONS}${id}`)).status).toBe(404);
    expect(await undoChangeSet(await findChangeSet())).toMatchObject({ undone: 2, conflicts: [] });
    expect(await readSkeleton(id)).toMatchObject({ data: SKELETON_DATA });
    expect(await readLabel()).toMatchObject({ skeleton: TEMPLATE });
  });

  it('does not restore a template whose number of points differs from its skeletons', async () => {
    await setTemplate({ points: [{ name: 'only' }], edges: [] });
    const changeSet = await findChangeSet();
    await createSkeleton([1, 1, 2]);
    expect(await undoChangeSet(changeSet)).toMatchObject({
      undone: 0,
      conflicts: [{ kind: 'detection_label', reason: 'taken' }],
    });
    await setTemplate({ points: [{ name: 'renamed' }], edges: [] });
    expect(await undoChangeSet(await findChangeSet())).toMatchObject({ undone: 1 });
  });

  it('of the first template removes it', async () => {
    label = await createNamedRow<DetectionLabel>(client, LABELS, { name: 'Plain' });
    await setTemplate(TEMPLATE);
    await undoChangeSet(await findChangeSet());
    expect(await readLabel()).toMatchObject({ skeleton: null });
    expect((await client.post(SKELETONS, { image, detection_label: label.id, data: SKELETON_DATA })).text).toContain(
      'has no skeleton',
    );
  });
});

it('earlier versions of an image contain its skeletons', async () => {
  const { id } = await createSkeleton();
  const changes = expectBody<{ results: { id: number }[] }>(await client.get('/history/v2/change/', { subject: image })).results;
  await client.delete(`${SKELETONS}${id}`);
  const { shapes } = expectBody<{ shapes: VersionShape[] }>(
    await client.get('/history/v2/image-shapes/', { image, change: changes[0]!.id }),
  );
  expect(shapes).toMatchObject([{ kind: 'skeleton', id, label: label.id, data: SKELETON_DATA }]);
  expect(expectBody(await client.get('/history/v2/deleted/', { kind: 'skeleton' }))).toMatchObject({
    results: [{ row: id, name: 'Person' }],
  });
});
