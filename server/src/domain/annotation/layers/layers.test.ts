import { randomUUID } from 'node:crypto';
import type {
  Agreement,
  DetectionObject,
  ItemSnapshot,
  Job,
  Layer,
  LayerShape,
  LayerVersion,
  TrainingImage,
} from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestJob, createTestLabel, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { createMaskData } from '../../../testing/api/mask-data';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { SAMPLE_SKELETON, SAMPLE_TEMPLATE } from '../../../testing/samples/skeleton-samples';

const server = setUpTestServer();
let owner: TestUser;
let anna: TestUser;
let ben: TestUser;
let reviewer: TestUser;
let cellLabelId: string;
let regionLabelId: string;
let sharpLabelId: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  [anna, ben] = [await createTestMember(server, workspace, 'annotator'), await createTestMember(server, workspace, 'annotator')];
  reviewer = await createTestMember(server, workspace, 'reviewer');
  ({ id: cellLabelId } = await createNamedRow(owner.client, '/detection/v2/label/', { name: 'Cell' }));
  ({ id: regionLabelId } = await createNamedRow(owner.client, '/segmentation/v2/label/', { name: 'Region' }));
  ({ id: sharpLabelId } = await createTestLabel(owner.client, { name: 'Sharp', type: 'value', min_value: 0, max_value: 10 }));
});

/** Creates a job in which users work independently on one image, and assigns it to Anna and Ben. */
async function createJob(fields: Record<string, unknown> = {}) {
  const [image] = await uploadImages(owner.client, 1);
  const job = await createTestJob(owner.client, 'image', { blind: true, todo_number: 2, randomize: false, ...fields });
  const path = `/annotate/v2/imagejob/${job.id}`;
  await owner.client.post(`${path}/add-items`, { items: [image?.id] });
  for (const { client } of [anna, ben]) await client.get(`${path}/get-batch/`);
  return { path, image: image?.id ?? '' };
}

const readLayer = async ({ client }: TestUser, path: string, image: string) =>
  expectBody<Layer>(await client.get(`${path}/layer`, { image }));
const putShape = (user: TestUser, layer: { id: string }, body: Record<string, unknown>, id: string = randomUUID()) =>
  user.client.put(`/annotate/v2/layer/${layer.id}/shape/${id}`, body);
const createBox = (data: number[], fields = {}) => ({ kind: 'object', detection_label: cellLabelId, data, ...fields });
const markItem = (user: TestUser, path: string, image: string, action = 'mark-done') =>
  user.client.post(`${path}/${action}`, { items: [image] });
const listObjects = async (user: TestUser, image: string) =>
  expectBody<ListEnvelope<DetectionObject>>(await user.client.get('/detection/v2/object/', { image })).results;
const readJob = async (path: string) => expectBody<Job>(await owner.client.get(path));

/** Draws a box in a user's own annotation layer, and marks the image as done. */
async function annotateAndMarkDone(user: TestUser, path: string, image: string, data: number[]) {
  expectBody(await putShape(user, await readLayer(user, path, image), createBox(data)));
  expectBody(await markItem(user, path, image));
}

describe('layer', () => {
  it('has shapes of all kinds and labels, and does not change the image', async () => {
    const { path, image } = await createJob();
    const pose = await createNamedRow(owner.client, '/detection/v2/label/', { name: 'Pose', skeleton: SAMPLE_TEMPLATE });
    const layer = await readLayer(anna, path, image);
    expect(layer).toMatchObject({ image, user: { id: anna.id }, done: false, labels: [], shapes: [], version: 1 });
    const mask = createMaskData([1, 1, 4, 3]);
    const attributes = { occluded: true };
    for (const body of [
      createBox([0, 0, 5, 5], { rotated_box: [20, 20, 10, 6, 30], attributes, meta_data: { a: 1 } }),
      { kind: 'polygon', segmentation_label: regionLabelId, data: [1, 1, 20, 1, 10, 20] },
      { kind: 'mask', segmentation_label: regionLabelId, data: mask },
      { kind: 'point', name: 'Tip', data: [2, 2] },
      { kind: 'skeleton', detection_label: pose.id, data: SAMPLE_SKELETON },
    ])
      expectBody(await putShape(anna, layer, body));
    expectBody(await anna.client.post(`/annotate/v2/layer/${layer.id}/add-label`, { label_id: sharpLabelId, value: 4 }));
    const { shapes } = await readLayer(anna, path, image);
    const [object] = shapes;
    const objectPath = `/annotate/v2/layer/${layer.id}/shape/${object?.id}`;
    expectBody(await anna.client.post(`${objectPath}/add-label`, { label_id: sharpLabelId, value: 5 }));
    expectBody(await putShape(anna, layer, createBox([0, 0, 30, 30], { version: 1 }), object?.id));

    const storedLayer = await readLayer(anna, path, image);
    expect(storedLayer.labels).toMatchObject([{ id: sharpLabelId, name: 'Sharp', value: 4 }]);
    expect(storedLayer.shapes).toMatchObject([
      {
        kind: 'object',
        version: 2,
        detection_label: { id: cellLabelId, name: 'Cell' },
        data: [0, 0, 30, 30],
        rotated_box: null,
        attributes: {},
        recognition_labels: [{ id: sharpLabelId, value: 5 }],
      },
      { kind: 'polygon', segmentation_label: { id: regionLabelId } },
      { kind: 'mask', data: mask },
      { kind: 'point', name: 'Tip', data: [2, 2] },
      { kind: 'skeleton', detection_label: { id: pose.id }, data: SAMPLE_SKELETON },
    ]);
    expect(object).toMatchObject({ attributes, meta_data: { a: 1 }, rotated_box: [20, 20, 10, 6, 30] });
    expectBody(await anna.client.post(`/annotate/v2/layer/${layer.id}/remove-label`, { label_id: sharpLabelId }));
    expectBody(await anna.client.post(`${objectPath}/remove-label`, { label_id: sharpLabelId }));
    expect((await anna.client.delete(objectPath)).status).toBe(204);
    expect((await anna.client.delete(objectPath)).status).toBe(404);
    expect(await readLayer(anna, path, image)).toMatchObject({ labels: [], shapes: { length: 4 } });
    expect(await listObjects(owner, image)).toEqual([]);
    expect(expectBody<TrainingImage>(await owner.client.get(`/recognition/v2/training-image/${image}`)).labels).toEqual([]);
  });

  it('keeps earlier versions, and the author can restore one of them', async () => {
    const { path, image } = await createJob();
    const layer = await readLayer(anna, path, image);
    const versionsPath = `/annotate/v2/layer/${layer.id}/versions`;
    const listVersions = async (user = anna) =>
      expectBody<{ results: LayerVersion[] }>(await user.client.get(versionsPath)).results;
    const endVersionInterval = () =>
      server.db
        .updateTable('item_layer')
        .set({ updated: new Date(Date.now() - 120_000) })
        .where('id', '=', layer.id)
        .execute();
    const restoreVersion = (user: TestUser, version: number) =>
      user.client.post(`/annotate/v2/layer/${layer.id}/restore-version`, { layer_version: version });
    const [firstShapeId, secondShapeId] = [randomUUID(), randomUUID()];
    expectBody(await putShape(anna, layer, createBox([0, 0, 10, 10]), firstShapeId));
    expectBody(await putShape(anna, layer, createBox([20, 20, 30, 30]), secondShapeId));
    expectBody(await anna.client.post(`/annotate/v2/layer/${layer.id}/add-label`, { label_id: sharpLabelId, value: 4 }));
    // Only one state of the first minute is stored.
    expect(await listVersions()).toMatchObject([{ version: 2, shape_count: 1, label_count: 0 }]);
    await endVersionInterval();
    for (const id of [firstShapeId, secondShapeId]) await anna.client.delete(`/annotate/v2/layer/${layer.id}/shape/${id}`);
    expect(await listVersions()).toMatchObject([{ version: 4, shape_count: 2, label_count: 1 }, { version: 2 }]);
    expect([
      (await restoreVersion(ben, 4)).status,
      (await restoreVersion(anna, 3)).status,
      (await ben.client.get(versionsPath)).status,
    ]).toEqual([404, 404, 404]);
    const restoredLayer = expectBody<Layer>(await restoreVersion(anna, 4));
    expect(restoredLayer).toMatchObject({
      labels: [{ value: 4 }],
      shapes: [
        { id: firstShapeId, version: 2 },
        { id: secondShapeId, version: 2 },
      ],
    });
    // The state before the restoration is stored, too.
    expect(await listVersions(reviewer)).toMatchObject([{ version: 6, shape_count: 0 }, { version: 4 }, { version: 2 }]);
    expectBody(await markItem(anna, path, image));
    expect((await restoreVersion(anna, 2)).status).toBe(403);
  });

  it('validates shapes like those of images, and reports stale versions', async () => {
    const { path, image } = await createJob();
    const layer = await readLayer(anna, path, image);
    const shape = expectBody<LayerShape>(await putShape(anna, layer, createBox([0, 0, 10, 10])));
    for (const body of [
      createBox([0, 0, 9000, 10]),
      { kind: 'polygon', segmentation_label: regionLabelId, data: [1, 1] },
      { kind: 'x' },
    ])
      expect((await putShape(anna, layer, body)).status).toBe(400);
    expect((await putShape(anna, layer, createBox([0, 0, 9, 9], { detection_label: randomUUID() }))).status).toBe(404);
    expect((await putShape(anna, layer, { kind: 'point', name: 'Tip', data: [1, 1] }, shape.id)).status).toBe(400);
    expectBody(await putShape(anna, layer, createBox([0, 0, 12, 12], { version: 1 }), shape.id));
    const staleResponse = await putShape(anna, layer, createBox([0, 0, 14, 14], { version: 1 }), shape.id);
    expect([staleResponse.status, staleResponse.body]).toMatchObject([
      409,
      { current: { id: shape.id, version: 2, data: [0, 0, 12, 12] } },
    ]);
    expect((await putShape(anna, layer, createBox([0, 0, 9, 9], { version: 1 }))).status).toBe(404);
  });

  it('is hidden from others until the item is closed, except from reviewers', async () => {
    const { path, image } = await createJob();
    await annotateAndMarkDone(anna, path, image, [0, 0, 10, 10]);
    const layer = await readLayer(anna, path, image);
    expect(layer.done).toBe(true);
    expect((await putShape(ben, layer, createBox([0, 0, 9, 9]))).status).toBe(404);
    expect((await ben.client.post(`/annotate/v2/layer/${layer.id}/add-label`, { label_id: sharpLabelId })).status).toBe(404);
    expect((await ben.client.get(`${path}/layers`, { image })).status).toBe(403);
    expect(await readLayer(ben, path, image)).toMatchObject({ user: { id: ben.id }, shapes: [] });
    const { results } = expectBody<{ results: Layer[] }>(await reviewer.client.get(`${path}/layers`, { image }));
    expect(results.map(({ user, shapes }) => [user.id, shapes.length])).toEqual([
      [anna.id, 1],
      [ben.id, 0],
    ]);
    await annotateAndMarkDone(ben, path, image, [30, 20, 40, 30]);
    const countSnapshots = async ({ client }: TestUser) =>
      expectBody<{ results: ItemSnapshot[] }>(await client.get(`${path}/snapshots`, { image })).results.map(
        ({ user }) => user.id,
      );
    const countCompared = async ({ client }: TestUser) => {
      const { compared, disagreements, pairs } = expectBody<Agreement>(await client.get(`${path}/agreement`));
      return [compared, disagreements.length, pairs.length];
    };
    expect([await countSnapshots(ben), await countSnapshots(reviewer)]).toEqual([[ben.id], [anna.id, ben.id]]);
    expect([await countCompared(ben), await countCompared(reviewer)]).toEqual([
      [0, 0, 0],
      [1, 1, 1],
    ]);
    // The work is not visible on the image, in its history, or in a notice.
    const history = await ben.client.get('/history/v2/change/', { kind: 'training_image', subject: image });
    const notices = await ben.client.get('/account/v2/notice/');
    for (const { text } of [history, notices]) expect(text).not.toContain(layer.shapes[0]?.id);
    expect(await listObjects(ben, image)).toEqual([]);
  });

  it('is accessible only to assigned users, and read-only while the item is done', async () => {
    const { path, image } = await createJob({ todo_number: 1, assignees: [anna.id] });
    expect((await ben.client.get(`${path}/layer`, { image })).status).toBe(403);
    expect((await reviewer.client.get(`${path}/layer`, { image })).status).toBe(403);
    const layer = await readLayer(anna, path, image);
    await markItem(anna, path, image);
    const refusedResponse = await putShape(anna, layer, createBox([0, 0, 9, 9]));
    expect([refusedResponse.status, refusedResponse.text]).toEqual([403, expect.stringContaining('marked this image as done')]);
    await markItem(anna, path, image, 'unmark-done');
    expectBody(await putShape(anna, layer, createBox([0, 0, 9, 9])));
    const jobWithoutLayers = await createTestJob(owner.client, 'image');
    expect((await owner.client.get(`/annotate/v2/imagejob/${jobWithoutLayers.id}/layer`, { image })).status).toBe(400);
  });
});

describe('job with layers', () => {
  it("copies one user's work to the image, and later copies keep the ids of shapes", async () => {
    const { path, image } = await createJob({ todo_number: 1, assignees: [anna.id] });
    const doneLabel = await createTestLabel(owner.client, { name: 'Checked' });
    await owner.client.post(`${path}/set-label`, { label_id: doneLabel.id });
    await owner.client.post('/detection/v2/object/', { image, detection_label: cellLabelId, data: [40, 30, 50, 40] });
    const layer = await readLayer(anna, path, image);
    const [firstShapeId, secondShapeId] = [randomUUID(), randomUUID()];
    expectBody(await putShape(anna, layer, createBox([0, 0, 10, 10], { attributes: { occluded: true } }), firstShapeId));
    expectBody(await putShape(anna, layer, createBox([20, 20, 30, 30]), secondShapeId));
    expectBody(
      await putShape(anna, layer, { kind: 'mask', segmentation_label: regionLabelId, data: createMaskData([1, 1, 4, 3]) }),
    );
    const shapePath = `/annotate/v2/layer/${layer.id}/shape/${firstShapeId}`;
    expectBody(await anna.client.post(`${shapePath}/add-label`, { label_id: sharpLabelId, value: 5 }));
    expectBody(await anna.client.post(`/annotate/v2/layer/${layer.id}/add-label`, { label_id: sharpLabelId, value: 4 }));
    expectBody(await markItem(anna, path, image));

    const objects = await listObjects(owner, image);
    expect(objects.map(({ data }) => data).sort()).toEqual([
      [0, 0, 10, 10],
      [20, 20, 30, 30],
    ]);
    const unchangedObject = objects.find(({ data }) => data[0] === 0);
    expect(unchangedObject).toMatchObject({
      attributes: { occluded: true },
      recognition_labels: [{ id: sharpLabelId, value: 5 }],
    });
    const readImage = async () => expectBody<TrainingImage>(await owner.client.get(`/recognition/v2/training-image/${image}`));
    expect((await readImage()).labels.map(({ id, value }) => [id, value]).sort()).toEqual(
      [
        [sharpLabelId, 4],
        [doneLabel.id, null],
      ].sort(),
    );
    expect(await readJob(path)).toMatchObject({ item_count: 1, item_done_count: 1, adjudication_count: 0 });
    const history = await owner.client.get('/history/v2/change/', { kind: 'training_image', subject: image });
    expect(history.text).toContain(anna.id);

    await markItem(anna, path, image, 'unmark-done');
    expect(await readJob(path)).toMatchObject({ item_done_count: 0 });
    expect((await anna.client.delete(`/annotate/v2/layer/${layer.id}/shape/${secondShapeId}`)).status).toBe(204);
    expectBody(await markItem(anna, path, image));
    expect((await listObjects(owner, image)).map(({ id }) => id)).toEqual([unchangedObject?.id]);
    const labelFilter = { labels: [sharpLabelId], page_size: 10 };
    expect(
      expectBody<ListEnvelope<TrainingImage>>(await owner.client.get('/recognition/v2/training-image/', labelFilter)).count,
    ).toBe(1);
  });

  it('copies work on which all users agree, and leaves other items for adjudication', async () => {
    const { path, image } = await createJob();
    await annotateAndMarkDone(anna, path, image, [0, 0, 40, 40]);
    expect(await readJob(path)).toMatchObject({ item_done_count: 0, adjudication_count: 0 });
    await annotateAndMarkDone(ben, path, image, [0, 0, 40, 39]);
    expect(await readJob(path)).toMatchObject({ item_done_count: 1, adjudication_count: 0 });
    expect((await listObjects(owner, image)).map(({ data }) => data)).toEqual([[0, 0, 40, 40]]);

    const otherJob = await createJob();
    await annotateAndMarkDone(anna, otherJob.path, otherJob.image, [0, 0, 40, 40]);
    await annotateAndMarkDone(ben, otherJob.path, otherJob.image, [0, 0, 40, 30]);
    expect(await readJob(otherJob.path)).toMatchObject({ item_done_count: 0, adjudication_count: 1 });
    expect(await listObjects(owner, otherJob.image)).toEqual([]);
    const batch = expectBody<{ results: string[] }>(await owner.client.get(`${otherJob.path}/get-batch/`));
    expect(batch.results).toEqual([]);
  });

  it('reports each pair of users once, regardless of who finished first', async () => {
    const { path, image } = await createJob();
    const [otherImage] = await uploadImages(owner.client, 1);
    await owner.client.post(`${path}/add-items`, { items: [otherImage?.id] });
    for (const { client } of [anna, ben]) await client.get(`${path}/get-batch/`);
    for (const user of [anna, ben]) await annotateAndMarkDone(user, path, image, [0, 0, 40, 40]);
    for (const user of [ben, anna]) await annotateAndMarkDone(user, path, otherImage?.id ?? '', [0, 0, 40, 40]);
    const { pairs } = expectBody<Agreement>(await owner.client.get(`${path}/agreement`));
    expect(pairs).toMatchObject([{ compared: 2, agreeing: 2, shape_label_alpha: { n: 2 } }]);
  });

  it('hides the annotations of its images from members who are limited to their jobs', async () => {
    const { path, image } = await createJob({ todo_number: 1, assignees: [anna.id] });
    const newBox = { image, detection_label: cellLabelId, data: [40, 30, 50, 40] };
    expectBody(await owner.client.post('/detection/v2/object/', newBox), 201);
    await owner.client.post(`/recognition/v2/training-image/${image}/add-label`, { label_id: sharpLabelId, value: 1 });
    const { workspace } = expectBody<Job & { workspace: string }>(await owner.client.get(path));
    expectBody(await owner.client.patch(`/account/v2/workspace/${workspace}/`, { annotator_access: 'jobs' }));
    const images = '/recognition/v2/training-image/';
    expect(await listObjects(anna, image)).toEqual([]);
    expect(expectBody<TrainingImage>(await anna.client.get(`${images}${image}`)).labels).toEqual([]);
    const listLabelled = async (query: object) =>
      expectBody<ListEnvelope<TrainingImage>>(await anna.client.get(images, { ...query })).count;
    expect([
      await listLabelled({}),
      await listLabelled({ labels: [sharpLabelId] }),
      await listLabelled({ detection_labels: [cellLabelId] }),
    ]).toEqual([1, 0, 0]);
    expect((await anna.client.post('/detection/v2/object/', newBox)).status).toBe(404);
    expect((await anna.client.post(`${images}${image}/add-label`, { label_id: sharpLabelId, value: 2 })).status).toBe(404);

    await annotateAndMarkDone(anna, path, image, [0, 0, 10, 10]);
    expect((await listObjects(owner, image)).map(({ data }) => data)).toEqual([[0, 0, 10, 10]]);
    expect(await listObjects(anna, image)).toEqual([]);
    const jobWithoutLayers = await createTestJob(owner.client, 'image', { assignees: [anna.id] });
    await owner.client.post(`/annotate/v2/imagejob/${jobWithoutLayers.id}/add-items`, { items: [image] });
    expect(await listObjects(anna, image)).toHaveLength(1);
  });

  it('reports missing annotators when an assignee leaves or loses the permission to annotate', async () => {
    const { path } = await createJob({ assignees: [anna.id, ben.id] });
    const { workspace, missing_people: before } = expectBody<Job & { workspace: string }>(await owner.client.get(path));
    expect(before).toBeNull();
    const member = `/account/v2/workspace/${workspace}/member/${ben.id}/`;
    expectBody(await owner.client.patch(member, { role: 'viewer' }));
    expect(await readJob(path)).toMatchObject({ missing_people: { available: 1, all: 3 } });
    expectBody(await owner.client.patch(member, { role: 'annotator' }));
    await owner.client.delete(member);
    expect(await readJob(path)).toMatchObject({ missing_people: { available: 1, all: 3 } });
    expectBody(await owner.client.put(path, { assignees: [] }));
    expect(await readJob(path)).toMatchObject({ missing_people: null });
  });
});
