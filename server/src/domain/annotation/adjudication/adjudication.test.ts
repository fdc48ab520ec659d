import { randomUUID } from 'node:crypto';
import type {
  Adjudication,
  AdjudicatedBatch,
  DetectionObject,
  DisputedItem,
  DisputedItemDetails,
  GoldCreation,
  GoldItem,
  Job,
  Layer,
  TrainingImage,
} from '@console/shared-contract/api';
import { CHANGE_SET_HEADER } from '@console/shared-contract/limits';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestJob, createTestLabel, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { postUndoable, undo } from '../../../testing/api/undo';

const server = setUpTestServer();
let owner: TestUser;
let workspace: string;
let anna: TestUser;
let ben: TestUser;
let cleo: TestUser;
let reviewer: TestUser;
let cellLabelId: string;
let sharpLabelId: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  workspace = await server.createTestWorkspace({ members: [owner] });
  const createAnnotator = () => createTestMember(server, workspace, 'annotator');
  [anna, ben, cleo] = [await createAnnotator(), await createAnnotator(), await createAnnotator()];
  reviewer = await createTestMember(server, workspace, 'reviewer');
  ({ id: cellLabelId } = await createNamedRow(owner.client, '/detection/v2/label/', { name: 'Cell' }));
  ({ id: sharpLabelId } = await createTestLabel(owner.client, { name: 'Sharp', type: 'value', min_value: 0, max_value: 10 }));
});

/** Creates a job in which three users annotate each image independently. */
async function createJob(count: number, fields: Record<string, unknown> = {}) {
  const images = (await uploadImages(owner.client, count)).map(({ id }) => id);
  const job = await createTestJob(owner.client, 'image', { blind: true, todo_number: 3, randomize: false, ...fields });
  const path = `/annotate/v2/imagejob/${job.id}`;
  await owner.client.post(`${path}/add-items`, { items: images });
  return { path, images };
}

/** Draws boxes in a user's own annotation layer, sets the label of the image, and marks the image as done. */
async function annotateAndMarkDone(
  { client }: TestUser,
  path: string,
  image: string | undefined,
  boxes: number[][],
  value?: number,
) {
  await client.get(`${path}/get-batch/`);
  const layer = expectBody<Layer>(await client.get(`${path}/layer`, { image: image ?? '' }));
  for (const data of boxes)
    expectBody(
      await client.put(`/annotate/v2/layer/${layer.id}/shape/${randomUUID()}`, {
        kind: 'object',
        detection_label: cellLabelId,
        data,
      }),
    );
  if (value !== undefined)
    expectBody(await client.post(`/annotate/v2/layer/${layer.id}/add-label`, { label_id: sharpLabelId, value }));
  expectBody(await client.post(`${path}/mark-done`, { items: [image] }));
}

/** Anna draws an object that nobody else draws. Ben misses an object that the other users draw. */
async function annotateByAll(path: string, image: string | undefined) {
  await annotateAndMarkDone(
    anna,
    path,
    image,
    [
      [0, 0, 10, 10],
      [20, 20, 30, 30],
      [40, 10, 50, 20],
    ],
    2,
  );
  await annotateAndMarkDone(ben, path, image, [[20, 20, 30, 32]], 4);
  await annotateAndMarkDone(cleo, path, image, [
    [20, 20, 30, 31],
    [40, 10, 50, 20],
  ]);
}

const listDisputed = async (path: string) =>
  expectBody<ListEnvelope<DisputedItem>>(await reviewer.client.get(`${path}/disputed/`)).results;
async function readItem(path: string, image: string | undefined): Promise<DisputedItemDetails> {
  const { item } = expectBody<{ item: DisputedItemDetails | null }>(
    await reviewer.client.get(`${path}/disputed-item`, { image: image ?? '' }),
  );
  if (!item) throw new Error('the image has no layers');
  return item;
}
const listBoxes = async (image: string | undefined) =>
  expectBody<ListEnvelope<DetectionObject>>(await owner.client.get('/detection/v2/object/', { image: image ?? '' }))
    .results.map(({ data }) => data.join(' '))
    .sort();

it('lists disputed items, worst first, with their annotators and the labels that differ', async () => {
  const { path, images } = await createJob(3);
  await annotateByAll(path, images[0]);
  for (const [index, user] of [anna, ben, cleo].entries()) {
    await annotateAndMarkDone(user, path, images[1], index === 0 ? [[0, 0, 10, 10]] : []);
    await annotateAndMarkDone(user, path, images[2], [[0, 0, 10, 10]]);
  }
  const items = await listDisputed(path);
  expect(items.map(({ image }) => image)).toEqual([images[1], images[0]]);
  expect(items[0]).toMatchObject({ difference: 1, label_names: ['Cell'], thumb_img_path: expect.stringContaining('/') });
  expect(items[0]?.users.map(({ id }) => id)).toEqual([anna.id, ben.id, cleo.id]);
  expect(items[1]).toMatchObject({ label_names: ['Cell', 'Sharp'] });
  // An item waits for a decision only after all its users have finished.
  await anna.client.post(`${path}/unmark-done`, { items: [images[1]] });
  expect((await listDisputed(path)).map(({ image }) => image)).toEqual([images[0]]);
});

it('lists items with the work of a single user after the job requires fewer users', async () => {
  const { path, images } = await createJob(1, { todo_number: 2 });
  await annotateAndMarkDone(anna, path, images[0], [[0, 0, 10, 10]]);
  expect(await listDisputed(path)).toEqual([]);
  expectBody(await owner.client.put(path, { todo_number: 1 }));
  expect(await listDisputed(path)).toMatchObject([{ image: images[0], difference: 0, users: [{ id: anna.id }] }]);
  const batch = expectBody<AdjudicatedBatch>(await reviewer.client.post(`${path}/adjudicate-matching`, { dry_run: false }));
  expect(batch).toMatchObject({ adjudicated: [images[0]], ties: 0 });
  expect(await listBoxes(images[0])).toEqual(['0 0 10 10']);
  expect(await listDisputed(path)).toEqual([]);
});

it('merges the layers of an item by majority', async () => {
  const { path, images } = await createJob(1);
  await annotateByAll(path, images[0]);
  const { layers, clusters, labels, decision } = await readItem(path, images[0]);
  expect(layers.map(({ user, shapes }) => [user.id, shapes.length])).toEqual([
    [anna.id, 3],
    [ben.id, 1],
    [cleo.id, 2],
  ]);
  expect(clusters).toMatchObject([
    { state: 'rejected', members: [{ user: anna.id }], similarity: null, proposal: { name: 'Cell', data: [0, 0, 10, 10] } },
    { state: 'accepted', members: { length: 2 }, similarity: 1, proposal: { data: [40, 10, 50, 20] } },
    { state: 'accepted', members: { length: 3 }, proposal: { data: [20, 20, 30, 31] } },
  ]);
  expect(labels).toMatchObject([{ label: sharpLabelId, name: 'Sharp', state: 'accepted', value: 3, users: { length: 2 } }]);
  expect(decision).toBeNull();
});

it('replaces the work of the image with the chosen shapes, and an undo restores it', async () => {
  const { path, images } = await createJob(2);
  await annotateByAll(path, images[0]);
  const { version, clusters } = await readItem(path, images[0]);
  const drawnShape = clusters[0]?.members[0];
  const body = {
    item: images[0],
    version,
    labels: [{ label: sharpLabelId, value: 5 }],
    shapes: [
      { from: 'layer', user: drawnShape?.user, index: drawnShape?.shape },
      { from: 'proposal', cluster: 2 },
      { from: 'edited', shape: { kind: 'object', label: cellLabelId, data: [41, 11, 49, 19] } },
    ],
  };
  const decision = await postUndoable<Adjudication>(reviewer.client, `${path}/adjudicate`, body);
  expect(decision).toMatchObject({
    user: { id: reviewer.id },
    from_users: { [anna.id]: 1 },
    from_proposal: 1,
    edited: 1,
  });
  expect(await listBoxes(images[0])).toEqual(['0 0 10 10', '20 20 30 31', '41 11 49 19']);
  const readLabels = async () =>
    expectBody<TrainingImage>(await owner.client.get(`/recognition/v2/training-image/${images[0]}`)).labels;
  expect(await readLabels()).toMatchObject([{ id: sharpLabelId, value: 5 }]);
  expect(await listDisputed(path)).toEqual([]);
  expect(expectBody<Job>(await owner.client.get(path))).toMatchObject({ item_done_count: 1, adjudication_count: 0 });
  expect(await readItem(path, images[0])).toMatchObject({ decision: { user: { id: reviewer.id } } });

  await undo(reviewer.client, decision);
  expect([await listBoxes(images[0]), await readLabels()]).toEqual([[], []]);
  expect((await listDisputed(path)).map(({ image }) => image)).toEqual([images[0]]);
  expect(await readItem(path, images[0])).toMatchObject({ decision: null });
});

it('adopts the metadata, attributes and sources of the chosen shapes', async () => {
  const { path, images } = await createJob(1, { todo_number: 2 });
  const details = { meta_data: { page: 3 }, attributes: { occluded: true }, source: 'prediction' };
  const boxes = [
    [0, 0, 10, 10],
    [20, 20, 30, 30],
    [40, 10, 50, 20],
  ];
  await anna.client.get(`${path}/get-batch/`);
  const layer = expectBody<Layer>(await anna.client.get(`${path}/layer`, { image: images[0] ?? '' }));
  for (const data of boxes) {
    const shape = `/annotate/v2/layer/${layer.id}/shape/${randomUUID()}`;
    expectBody(await anna.client.put(shape, { kind: 'object', detection_label: cellLabelId, data, ...details }));
    expectBody(await anna.client.post(`${shape}/add-label`, { label_id: sharpLabelId, value: 1, source: 'copy' }));
  }
  expectBody(
    await anna.client.post(`/annotate/v2/layer/${layer.id}/add-label`, {
      label_id: sharpLabelId,
      value: 2,
      source: 'prediction',
    }),
  );
  expectBody(await anna.client.post(`${path}/mark-done`, { items: images }));
  await annotateAndMarkDone(ben, path, images[0], [[20, 20, 30, 32]], 4);
  const { version, clusters } = await readItem(path, images[0]);
  const shapes = [
    { from: 'layer', user: anna.id, index: 0 },
    { from: 'layer', user: anna.id, index: 2 },
    { from: 'proposal', cluster: clusters.findIndex(({ members }) => members.length === 2) },
  ];
  const body = { item: images[0], version, shapes, labels: [{ label: sharpLabelId, value: 2 }] };
  expectBody(await reviewer.client.post(`${path}/adjudicate`, body));
  const image = { image: images[0] ?? '' };
  const { results } = expectBody<ListEnvelope<DetectionObject>>(await owner.client.get('/detection/v2/object/', image));
  expect(results).toHaveLength(3);
  for (const { meta_data, attributes } of results)
    expect({ meta_data, attributes }).toEqual({ meta_data: { page: 3 }, attributes: { occluded: true } });
  const readSources = (table: 'detection_object' | 'object_label' | 'image_label') =>
    server.db.selectFrom(table).select('source').where('workspace_id', '=', workspace).execute();
  expect((await readSources('detection_object')).map(({ source }) => source)).toEqual(Array(3).fill('prediction'));
  expect((await readSources('object_label')).filter(({ source }) => source === 'copy')).toHaveLength(2);
  expect(await readSources('image_label')).toEqual([{ source: 'prediction' }]);
});

it('refuses decisions based on an older state, and shapes of other items', async () => {
  const { path, images } = await createJob(1);
  await annotateByAll(path, images[0]);
  const { version } = await readItem(path, images[0]);
  const sendDecision = (body: object) =>
    reviewer.client.post(`${path}/adjudicate`, { item: images[0], version, shapes: [], labels: [], ...body });
  for (const shapes of [[{ from: 'layer', user: anna.id, index: 3 }], [{ from: 'proposal', cluster: 3 }]])
    expect((await sendDecision({ shapes })).status).toBe(400);
  expect((await sendDecision({ labels: [{ label: sharpLabelId, value: 11 }] })).status).toBe(400);
  expect(
    (await sendDecision({ shapes: [{ from: 'edited', shape: { kind: 'object', label: cellLabelId, data: [0, 0, 900, 9] } }] }))
      .status,
  ).toBe(400);
  expectBody(await sendDecision({}));
  const conflictResponse = await sendDecision({ shapes: [{ from: 'proposal', cluster: 0 }] });
  expect([conflictResponse.status, conflictResponse.body]).toMatchObject([
    409,
    { current: { decision: { user: { id: reviewer.id } } } },
  ]);
  expect(await listBoxes(images[0])).toEqual([]);
  // New work of an annotator also changes the version, and the item waits for a decision again.
  const decidedItem = await readItem(path, images[0]);
  await ben.client.post(`${path}/unmark-done`, { items: images });
  const { version: unfinishedVersion } = await readItem(path, images[0]);
  expect((await sendDecision({ version: unfinishedVersion })).status).toBe(400);
  await annotateAndMarkDone(ben, path, images[0], [[0, 0, 9, 9]]);
  expect((await sendDecision({ version: decidedItem.version })).status).toBe(409);
  expect(await listDisputed(path)).toHaveLength(1);
});

testInLongRun('an item remains decided by the reviewer when all users agree later', async () => {
  const { path, images } = await createJob(1, { todo_number: 2 });
  await annotateAndMarkDone(anna, path, images[0], [[0, 0, 10, 10]]);
  await annotateAndMarkDone(ben, path, images[0], []);
  const { version } = await readItem(path, images[0]);
  expectBody(await reviewer.client.post(`${path}/adjudicate`, { item: images[0], version, shapes: [], labels: [] }));
  await ben.client.post(`${path}/unmark-done`, { items: images });
  await annotateAndMarkDone(ben, path, images[0], [[0, 0, 10, 10]]);
  expect([await listBoxes(images[0]), (await listDisputed(path)).length]).toEqual([[], 1]);
});

it('an image becomes a gold item after a decision', async () => {
  const { path, images } = await createJob(1);
  await annotateByAll(path, images[0]);
  const task = await createNamedRow(owner.client, '/detection/v2/task/');
  await owner.client.post(`/detection/v2/task/${task.id}/add-label`, { label_id: cellLabelId });
  const body = { domain: 'detection', task: task.id, images };
  const addToGold = async () => expectBody<GoldCreation>(await owner.client.post('/annotate/v2/gold/', body));
  expect(await addToGold()).toMatchObject({ created: 0, not_verified: 1 });
  const { version } = await readItem(path, images[0]);
  const result = { labels: [], shapes: [{ from: 'proposal', cluster: 2 }] };
  expectBody(await reviewer.client.post(`${path}/adjudicate`, { item: images[0], version, ...result }));
  expect(await addToGold()).toMatchObject({ created: 1, not_verified: 0 });
  const { results } = expectBody<ListEnvelope<GoldItem>>(
    await owner.client.get('/annotate/v2/gold/', { domain: 'detection', task: task.id }),
  );
  expect(results).toMatchObject([{ image: images[0], source: 'adjudication', shape_count: 1 }]);
});

it('only reviewers of the workspace read and decide', async () => {
  const { path, images } = await createJob(1);
  await annotateByAll(path, images[0]);
  const { version } = await readItem(path, images[0]);
  const stranger = await server.createTestUser();
  for (const [user, status] of [[anna, 403] as const, [stranger, 404] as const]) {
    const calls = [
      await user.client.get(`${path}/disputed/`),
      await user.client.get(`${path}/disputed-item`, { image: images[0] ?? '' }),
      await user.client.post(`${path}/adjudicate`, { item: images[0], version, shapes: [], labels: [] }),
      await user.client.post(`${path}/adjudicate-matching`, {}),
    ];
    expect(calls.map((call) => call.status)).toEqual(Array(4).fill(status));
  }
});

it('accepts all proposals without ties in one change set, after a dry run', async () => {
  const { path, images } = await createJob(3, { todo_number: 2 });
  // With two users, an object that only one of them has drawn is a tie.
  for (const [user, height] of [[anna, 10] as const, [ben, 12] as const]) {
    await annotateAndMarkDone(user, path, images[0], [[0, 0, 10, height]], height - 8);
    await annotateAndMarkDone(user, path, images[1], [[20, 20, 30, 20 + height]], height - 8);
    await annotateAndMarkDone(user, path, images[2], user === anna ? [[0, 0, 10, 10]] : []);
  }
  const acceptMatching = (body: object, options = {}) => reviewer.client.post(`${path}/adjudicate-matching`, body, options);
  const disputedItems = await listDisputed(path);
  const preview = expectBody<AdjudicatedBatch>(await acceptMatching({ dry_run: true }));
  expect(preview).toMatchObject({ adjudicated: images.slice(0, 2), shapes: 2, ties: 1, next: null });
  expect(await listDisputed(path)).toEqual(disputedItems);
  const key = randomUUID();
  expect(expectBody(await acceptMatching({}, { headers: { [CHANGE_SET_HEADER]: key } }))).toEqual(preview);
  expect(await listBoxes(images[0])).toEqual(['0 0 10 11']);
  expect((await listDisputed(path)).map(({ image }) => image)).toEqual([images[2]]);
  expectBody(await reviewer.client.post('/history/v2/undo', { key }));
  expect(await listBoxes(images[0])).toEqual([]);
  expect(await listDisputed(path)).toHaveLength(3);
});

it('decides on items of jobs in which users share the annotations of the image', async () => {
  const { path, images } = await createJob(1, { blind: false, todo_number: 2 });
  const drawBox = (data: number[]) =>
    anna.client.post('/detection/v2/object/', { image: images[0], detection_label: cellLabelId, data });
  await drawBox([0, 0, 10, 10]);
  await anna.client.post(`${path}/mark-done`, { items: images });
  await drawBox([20, 20, 30, 30]);
  await ben.client.post(`${path}/mark-done`, { items: images });
  const { version, layers } = await readItem(path, images[0]);
  expect(layers.map(({ shapes }) => shapes.length)).toEqual([1, 2]);
  const shapes = [{ from: 'layer', user: anna.id, index: 0 }];
  expectBody(await reviewer.client.post(`${path}/adjudicate`, { item: images[0], version, shapes, labels: [] }));
  expect([await listBoxes(images[0]), await listDisputed(path)]).toEqual([['0 0 10 10'], []]);
});
