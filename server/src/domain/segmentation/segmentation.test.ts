import type { Polygon, SegmentationLabel, SegmentationTask } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
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
