import type { Mask, MaskData, Polygon, SegmentationLabel, SegmentationTask } from '@console/shared-contract/api';
import { encodeCounts } from '@console/shared-contract/mask-rle';
import { MAX_MASK_COUNTS } from '@console/shared-contract/limits';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { createMaskData } from '../../testing/api/mask-data';
import { setUpTestServer } from '../../testing/api/test-server';

const POLYGONS = '/segmentation/v2/polygon/';
const LABELS = '/segmentation/v2/label/';
const TASKS = '/segmentation/v2/task/';
const TRIANGLE = [1, 2, 40, 5, 20, 44];

const server = setUpTestServer();
let client: TestClient;
beforeEach(async () => {
  ({ client } = await server.createTenant());
});

const createSegmentationLabel = (name = 'Leaf') => createNamedRow<SegmentationLabel>(client, LABELS, { name });
const createPolygon = async (image: string, label: string, data = TRIANGLE) =>
  expectBody<Polygon>(await client.post(POLYGONS, { image, segmentation_label: label, data }), 201);
const listPolygons = async (query = {}) => expectBody<ListEnvelope<Polygon>>(await client.get(POLYGONS, query));

it('a polygon has a bounding box that follows its vertices', async () => {
  const [image, label] = [await uploadImage(client), await createSegmentationLabel()];
  const polygon = await createPolygon(image.id, label.id);
  expect(polygon).toMatchObject({
    image: { id: image.id },
    segmentation_label: { id: label.id, name: 'Leaf' },
    data: TRIANGLE,
    bbox: [1, 2, 40, 44],
    meta_data: {},
    version: 1,
  });
  const movedPolygon = expectBody<Polygon>(
    await client.put(`${POLYGONS}${polygon.id}/`, { image: polygon.image, data: [0, 0, 10, 0, 10, 10, 0, 10] }),
  );
  expect(movedPolygon).toMatchObject({ bbox: [0, 0, 10, 10], version: 2, segmentation_label: { id: label.id } });
  expect((await client.put(`${POLYGONS}${polygon.id}/`, { meta_data: {}, version: 1 })).status).toBe(409);
});

it.each([
  [[1, 2, 3, 4]],
  [[1, 2, 3, 4, 5]],
  [[0, 0, 10, 10, 20, 20]],
  [[0, 0, 65, 0, 0, 10]],
  [[0, -1, 10, 0, 0, 10]],
  [[0.5, 0, 10, 0, 0, 10]],
  ['none'],
])('the API rejects the polygon %p', async (data) => {
  const [image, label] = [await uploadImage(client), await createSegmentationLabel()];
  const response = await client.post(POLYGONS, { image: image.id, segmentation_label: label.id, data });
  expect([response.status, response.text]).toEqual([400, expect.stringContaining('data')]);
});

it('polygons are listed and deleted by image, and deleted with their image or label', async () => {
  const [image, otherImage] = await uploadImages(client, 2);
  const [leafLabel, stemLabel] = [await createSegmentationLabel('Leaf'), await createSegmentationLabel('Stem')];
  const firstPolygon = await createPolygon(image?.id ?? '', leafLabel.id);
  await createPolygon(image?.id ?? '', stemLabel.id);
  const thirdPolygon = await createPolygon(otherImage?.id ?? '', leafLabel.id);
  expect((await listPolygons({ image: image?.id })).count).toBe(2);
  expect(expectBody(await client.get(`${LABELS}${leafLabel.id}`))).toMatchObject({ polygons_count: 2, images_count: 2 });
  expect((await client.delete(`${LABELS}${stemLabel.id}`)).status).toBe(204);
  expect((await listPolygons()).results.map((polygon) => polygon.id).sort()).toEqual([firstPolygon.id, thirdPolygon.id].sort());
  expect((await client.delete(`${POLYGONS}image`, { image: image?.id })).status).toBe(204);
  await client.delete(`/recognition/v2/training-image/${otherImage?.id}`);
  expect((await listPolygons()).count).toBe(0);
  expect((await client.delete(`${POLYGONS}${firstPolygon.id}`)).status).toBe(404);
});

it('images are filtered by polygons: any, none, or with given labels', async () => {
  const [withBoth, withOne, withNone] = (await uploadImages(client, 3)).map(({ id }) => id) as [string, string, string];
  const leafLabel = await createSegmentationLabel();
  const stemLabel = await createSegmentationLabel('Stem');
  await createPolygon(withBoth, leafLabel.id);
  await createPolygon(withBoth, leafLabel.id);
  await createPolygon(withBoth, stemLabel.id);
  await createPolygon(withOne, stemLabel.id);
  const listImages = async (query: object) =>
    expectBody<ListEnvelope<{ id: string }>>(
      await client.get('/recognition/v2/training-image/', { sort: 'oldest', ...query }),
    ).results.map(({ id }) => id);
  expect(await listImages({ polygons: true })).toEqual([withBoth, withOne]);
  expect(await listImages({ polygons: false })).toEqual([withNone]);
  expect(await listImages({ polygon_labels: leafLabel.id })).toEqual([withBoth]);
  expect(await listImages({ polygon_labels: `${leafLabel.id},${stemLabel.id}` })).toEqual([withBoth, withOne]);
  expect(await listImages({ polygon_labels: leafLabel.id, test: true })).toEqual([]);
});

it('labels are added to a task and removed, and a training queues a model', async () => {
  const [task, label] = [await createNamedRow<SegmentationTask>(client, TASKS), await createSegmentationLabel()];
  const path = `${TASKS}${task.id}`;
  expect(expectBody(await client.post(`${path}/add-label`, { label_id: label.id }))).toMatchObject({
    segmentationLabelsCount: 1,
    segmentation_labels: [{ id: label.id }],
  });
  expect(expectBody(await client.post(`${path}/train`, {}), 201)).toMatchObject({
    segmentation_task: task.id,
    train_status: 'QUEUED',
  });
  expect(expectBody(await client.put(path, { name: 'Plants' }))).toMatchObject({
    name: 'Plants',
    last_train_status: 'QUEUED',
    version: 2,
  });
  expect(expectBody(await client.post(`${path}/remove-label`, { label_id: label.id }))).toMatchObject({
    segmentationLabelsCount: 0,
  });
  expect((await client.delete(path)).status).toBe(204);
});

it('the polygon API returns 404 to non-members', async () => {
  const [image, label, task] = [await uploadImage(client), await createSegmentationLabel(), await createNamedRow(client, TASKS)];
  const polygon = await createPolygon(image.id, label.id);
  const { client: otherClient } = await server.createTenant();
  const foreignImage = await uploadImage(otherClient);
  const responses = await Promise.all([
    otherClient.get(`${POLYGONS}${polygon.id}`),
    otherClient.put(`${POLYGONS}${polygon.id}/`, { data: TRIANGLE }),
    otherClient.delete(`${POLYGONS}${polygon.id}`),
    otherClient.get(POLYGONS, { image: image.id }),
    otherClient.get(POLYGONS, { labels: label.id }),
    otherClient.delete(`${POLYGONS}image`, { image: image.id }),
    otherClient.post(POLYGONS, { image: foreignImage.id, segmentation_label: label.id, data: TRIANGLE }),
    otherClient.get(`${LABELS}${label.id}`),
    otherClient.delete(`${LABELS}${label.id}`),
    otherClient.get(`${TASKS}${task.id}`),
    otherClient.post(`${TASKS}${task.id}/train`),
    otherClient.get(LABELS, { task: task.id }),
  ]);
  expect(responses.map((response) => response.status)).toEqual(Array.from(responses, () => 404));
});

describe('masks', () => {
  const MASKS = '/segmentation/v2/mask/';
  const IMAGES = '/recognition/v2/training-image/';
  /** Images of the tests have 64 x 48 pixels. */
  const PIXELS = 64 * 48;

  let image: { id: string };
  let label: SegmentationLabel;
  beforeEach(async () => {
    [image, label] = [await uploadImage(client), await createNamedRow<SegmentationLabel>(client, LABELS, { name: 'Leaf' })];
  });

  const postMask = (data: unknown, fields: object = {}) =>
    client.post(MASKS, { image: image.id, segmentation_label: label.id, data, ...fields });
  const createMask = async (box = [2, 3, 10, 20], fields: object = {}) =>
    expectBody<Mask>(await postMask(createMaskData(box), fields), 201);
  const listMasks = async (query = {}) => expectBody<ListEnvelope<Mask>>(await client.get(MASKS, query));
  const readLabel = async () => expectBody<SegmentationLabel>(await client.get(`${LABELS}${label.id}`));
  const undoLast = async () => {
    const { results } = expectBody<{ results: { id: number }[] }>(await client.get('/history/v2/set/', { limit: 1 }));
    return client.post('/history/v2/undo', { change_set: results[0]?.id });
  };

  it('a mask has a box and an area that follow its pixels', async () => {
    const mask = await createMask([2, 3, 10, 20]);
    expect(mask).toMatchObject({
      image: { id: image.id },
      segmentation_label: { id: label.id, name: 'Leaf' },
      data: createMaskData([2, 3, 10, 20]),
      bbox: [2, 3, 10, 20],
      area: 8 * 17,
      meta_data: {},
      version: 1,
    });
    const data = createMaskData([0, 0, 64, 48]);
    const changedMask = expectBody<Mask>(await client.put(`${MASKS}${mask.id}/`, { data, version: 1 }));
    expect(changedMask).toMatchObject({ data, bbox: [0, 0, 64, 48], area: PIXELS, version: 2 });
    expect((await client.put(`${MASKS}${mask.id}/`, { data, version: 1 })).status).toBe(409);
    const relabelledMask = expectBody<Mask>(
      await client.put(`${MASKS}${mask.id}/`, { meta_data: { a: 1 }, attributes: { crowd: true } }),
    );
    expect(relabelledMask).toMatchObject({
      data,
      bbox: [0, 0, 64, 48],
      meta_data: { a: 1 },
      attributes: { crowd: true },
      version: 3,
    });
    expect(expectBody(await client.get(`${MASKS}${mask.id}`))).toEqual(relabelledMask);
  });

  const createMaskFromRuns = (...runs: number[]): MaskData => ({ size: [48, 64], counts: encodeCounts(runs) });
  it.each<[string, unknown, string]>([
    ['no pixels', createMaskFromRuns(PIXELS), 'data.counts: must have at least one pixel of foreground'],
    ['too few pixels', createMaskFromRuns(10, 10), 'data.counts: has 20 pixels instead of 3072'],
    ['too many pixels', createMaskFromRuns(10, PIXELS), 'data.counts: has 3082 pixels instead of 3072'],
    ['an enormous run', createMaskFromRuns(0, 2 ** 33), 'data.counts: has 8589934592 pixels instead of 3072'],
    ['empty runs', createMaskFromRuns(10, 5, 0, 5, PIXELS - 20), 'data.counts: must be in the shortest form'],
    [
      'a number with leading zeros',
      { size: [48, 64], counts: `P0${encodeCounts([PIXELS])}` },
      'data.counts: must be in the shortest form',
    ],
    ['an unfinished number', { size: [48, 64], counts: 'P' }, 'data.counts: ends within a number'],
    ['a negative run', { size: [48, 64], counts: '0N' }, 'data.counts: has a run of negative length at position 2'],
    ['other characters', { size: [48, 64], counts: 'é' }, 'data.counts: must be the compressed run list of COCO'],
    ['no counts', { size: [48, 64], counts: '' }, 'data.counts: must be the compressed run list of COCO'],
    ['a list of runs', { size: [48, 64], counts: [10, PIXELS - 10] }, 'data.counts: '],
    [
      'the size of another image',
      createMaskData([0, 0, 9, 9], [64, 48]),
      'data.size: must be [48, 64], the height and width of the image',
    ],
    ['three sizes', { size: [48, 64, 1], counts: encodeCounts([0, PIXELS]) }, 'data.size: must be [height, width]'],
    [
      'a long run list',
      { size: [48, 64], counts: '1'.repeat(MAX_MASK_COUNTS + 1) },
      'data.counts: has more than 500,000 characters',
    ],
  ])('the API refuses a mask with %s', async (_case, data, detail) => {
    const response = await postMask(data);
    expect([response.status, response.body]).toEqual([400, { detail: expect.stringContaining(detail) }]);
  });

  it('masks are listed, filtered and deleted by image, and counted by their label', async () => {
    const [otherImage, emptyImage] = await uploadImages(client, 2);
    const stemLabel = await createNamedRow(client, LABELS, { name: 'Stem' });
    const [firstMask] = [await createMask(), await createMask([5, 5, 9, 9], { segmentation_label: stemLabel.id })];
    const thirdMask = await createMask([1, 1, 2, 2], { image: otherImage?.id });
    const trianglePolygon = { image: image.id, segmentation_label: label.id, data: [1, 2, 40, 5, 20, 44] };
    expectBody(await client.post('/segmentation/v2/polygon/', trianglePolygon), 201);
    expect(await readLabel()).toMatchObject({ masks_count: 2, polygons_count: 1, images_count: 2 });
    expect((await listMasks({ image: image.id })).count).toBe(2);
    expect((await listMasks({ labels: label.id })).results.map(({ id }) => id)).toEqual([thirdMask.id, firstMask.id]);

    const listImages = async (query: Record<string, string | boolean | undefined>) =>
      expectBody<ListEnvelope<{ id: string }>>(await client.get(IMAGES, { sort: 'oldest', ...query })).results.map(
        ({ id }) => id,
      );
    expect(await listImages({ polygons: true })).toEqual([image.id, otherImage?.id]);
    expect(await listImages({ polygons: false })).toEqual([emptyImage?.id]);
    expect(await listImages({ polygon_labels: stemLabel.id })).toEqual([image.id]);

    expect(expectBody(await client.get(`${IMAGES}${image.id}/dependents`))).toMatchObject({ deleted: { masks: 2, polygons: 1 } });
    expect(expectBody(await client.get(`${LABELS}${label.id}/dependents`))).toMatchObject({ deleted: { masks: 2, polygons: 1 } });
    expect((await client.delete(`${MASKS}image`, { image: image.id })).status).toBe(204);
    expect((await listMasks()).results.map(({ id }) => id)).toEqual([thirdMask.id]);
  });

  it('restores a deleted mask from the trash, and masks of a deleted label by undo', async () => {
    const mask = await createMask([2, 3, 10, 20], { meta_data: { shelf: 7 } });
    expect((await client.delete(`${MASKS}${mask.id}`)).status).toBe(204);
    const deletedRows = expectBody<{ results: unknown[] }>(await client.get('/history/v2/deleted/'));
    expect(deletedRows.results).toMatchObject([{ kind: 'mask', row: mask.id, name: 'Leaf' }]);
    const { results } = expectBody<{ results: object[] }>(
      await client.post(`${MASKS}bulk`, { items: [{ op: 'restore', id: mask.id }] }),
    );
    expect(results).toEqual([{ status: 200, row: { ...mask, version: 2 } }]);
    expect((await client.delete(`${LABELS}${label.id}`)).status).toBe(204);
    expect((await listMasks()).count).toBe(0);
    expectBody(await undoLast());
    expect((await listMasks()).results).toEqual([{ ...mask, version: 3 }]);
  });

  it('undo and the history restore pixels together with the box and the area', async () => {
    const [dataBefore, dataAfter] = [createMaskData([2, 3, 10, 20]), createMaskData([30, 30, 31, 31])];
    const mask = await createMask();
    expectBody(await client.put(`${MASKS}${mask.id}/`, { data: dataAfter }));
    const { results } = expectBody<{ results: { id: number }[] }>(await client.get('/history/v2/change/', { subject: image.id }));
    expect(results[0]).toMatchObject({ kind: 'mask', before: { data: dataBefore }, after: { data: dataAfter } });
    const earlierShapes = expectBody<{ shapes: unknown[] }>(
      await client.get('/history/v2/image-shapes/', { image: image.id, change: results[1]?.id }),
    );
    expect(earlierShapes.shapes).toMatchObject([
      { kind: 'mask', id: mask.id, label: label.id, data: [2, 3, 10, 20], mask: dataBefore, name: null, rotated_box: null },
    ]);
    expectBody(await undoLast());
    expect(expectBody(await client.get(`${MASKS}${mask.id}`))).toEqual({ ...mask, version: 3 });
  });

  it('a mask has comments', async () => {
    const mask = await createMask();
    expectBody(await client.post('/comments/v2/thread/', { kind: 'mask', entity: mask.id, text: 'Too large' }), 201);
    const threads = expectBody<ListEnvelope<unknown>>(await client.get('/comments/v2/thread/', { mask: mask.id }));
    expect(threads.results).toMatchObject([{ kind: 'mask', entity: mask.id, image: image.id }]);
  });
});
