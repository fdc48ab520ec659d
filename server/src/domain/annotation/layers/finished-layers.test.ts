import { randomUUID } from 'node:crypto';
import type { DetectionObject, Job, Layer, TrainingImage } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestJob, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';

const server = setUpTestServer();
let owner: TestUser;
let anna: TestUser;
let ben: TestUser;
let workspace: string;
let cellLabelId: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  workspace = await server.createTestWorkspace({ members: [owner] });
  [anna, ben] = [await createTestMember(server, workspace, 'annotator'), await createTestMember(server, workspace, 'annotator')];
  ({ id: cellLabelId } = await createNamedRow(owner.client, '/detection/v2/label/', { name: 'Cell' }));
});

/** Creates a job in which users work independently on one image, and assigns it to Anna. */
async function createJob(fields: Record<string, unknown> = {}) {
  const [image] = await uploadImages(owner.client, 1);
  const job = await createTestJob(owner.client, 'image', { blind: true, randomize: false, ...fields });
  const path = `/annotate/v2/imagejob/${job.id}`;
  await owner.client.post(`${path}/add-items`, { items: [image?.id] });
  await anna.client.get(`${path}/get-batch/`);
  return { path, image: image?.id ?? '' };
}

const readLayer = async ({ client }: TestUser, path: string, image: string) =>
  expectBody<Layer>(await client.get(`${path}/layer`, { image }));

async function drawBox(
  user: TestUser,
  path: string,
  image: string,
  fields: object = {},
  id: string = randomUUID(),
): Promise<string> {
  const { id: layer } = await readLayer(user, path, image);
  const body = { kind: 'object', detection_label: cellLabelId, data: [0, 0, 10, 10], ...fields };
  expectBody(await user.client.put(`/annotate/v2/layer/${layer}/shape/${id}`, body));
  return id;
}

const markItem = ({ client }: TestUser, path: string, image: string, fields: object = {}) =>
  client.post(`${path}/mark-done`, { items: [image], ...fields });
const unmarkItem = async ({ client }: TestUser, path: string, image: string) =>
  expectBody(await client.post(`${path}/unmark-done`, { items: [image] }));
const listObjects = async (image: string) =>
  expectBody<ListEnvelope<DetectionObject>>(await owner.client.get('/detection/v2/object/', { image })).results;
const listVerifiers = async (image: string) =>
  expectBody<ListEnvelope<{ user: { id: string }; nothing_to_annotate?: boolean }>>(
    await owner.client.get('/annotate/v2/verification/', { image }),
  ).results.map(({ user, nothing_to_annotate }) => [user.id, nothing_to_annotate]);
const getBatch = async ({ client }: TestUser, path: string) =>
  expectBody<{ results: string[] }>(await client.get(`${path}/get-batch/`)).results;
const expireLeases = () =>
  server.db
    .updateTable('item_work')
    .set({ leased_until: new Date(Date.now() - 1000) })
    .where('done_at', 'is', null)
    .execute();

it('a shape of a model keeps its score until the annotator changes it', async () => {
  const { path, image } = await createJob();
  const prediction = { model: 'cells', score: 0.75 };
  const id = await drawBox(anna, path, image, { prediction });
  const readShape = async () => (await readLayer(anna, path, image)).shapes[0];
  expect(await readShape()).toMatchObject({ prediction });
  await drawBox(anna, path, image, { data: [1, 1, 10, 10] }, id);
  expect(await readShape()).toMatchObject({ data: [1, 1, 10, 10], prediction: null });
});

it('a job changes whether users have layers only until a user has started an item', async () => {
  const job = await createTestJob(owner.client, 'image', { randomize: false });
  const path = `/annotate/v2/imagejob/${job.id}`;
  const [image] = await uploadImages(owner.client, 1);
  await owner.client.post(`${path}/add-items`, { items: [image?.id] });
  expect(expectBody(await owner.client.put(path, { blind: true }))).toMatchObject({ blind: true });
  expectBody(await owner.client.put(path, { blind: false }));
  await anna.client.get(`${path}/get-batch/`);
  const refusedResponse = await owner.client.put(path, { blind: true });
  expect([refusedResponse.status, refusedResponse.text]).toEqual([400, expect.stringContaining('a user has started an item')]);
  expectBody(await owner.client.put(path, { blind: false, name: 'Other name' }));
});

describe('done mark with a verification', () => {
  it('verifies the image with the adopted work of the user until the mark is removed', async () => {
    const { path, image } = await createJob();
    expectBody(await owner.client.patch(`/account/v2/workspace/${workspace}/`, { annotator_access: 'jobs' }));
    await drawBox(anna, path, image);
    expectBody(await markItem(anna, path, image, { verify: true }));
    expect(await listVerifiers(image)).toEqual([[anna.id, false]]);
    const verifiedFilter = { verified: 1, page_size: 10 };
    const countVerified = async () =>
      expectBody<ListEnvelope<TrainingImage>>(await owner.client.get('/recognition/v2/training-image/', verifiedFilter)).count;
    expect(await countVerified()).toBe(1);
    await unmarkItem(anna, path, image);
    expect([await listVerifiers(image), await countVerified()]).toEqual([[], 0]);
    expectBody(await markItem(anna, path, image));
    expect(await listVerifiers(image)).toEqual([]);
    // The user returns to an image that is done, and verifies it.
    expectBody(await markItem(anna, path, image, { verify: true }));
    expect(await listVerifiers(image)).toEqual([[anna.id, false]]);
  });

  it('states that there is nothing to annotate, and is refused if the layer has shapes', async () => {
    const { path, image } = await createJob();
    const shape = await drawBox(anna, path, image);
    const statement = { verify: true, nothing_to_annotate: true };
    expect((await markItem(anna, path, image, statement)).status).toBe(400);
    const layer = await readLayer(anna, path, image);
    expect([layer.done, await listObjects(image)]).toEqual([false, []]);
    await anna.client.delete(`/annotate/v2/layer/${layer.id}/shape/${shape}`);
    expectBody(await markItem(anna, path, image, statement));
    expect(await listVerifiers(image)).toEqual([[anna.id, true]]);
  });

  it('does not verify the work of several users', async () => {
    const { path, image } = await createJob({ todo_number: 2 });
    await ben.client.get(`${path}/get-batch/`);
    for (const user of [anna, ben]) {
      await drawBox(user, path, image);
      expectBody(await markItem(user, path, image, { verify: true }));
    }
    expect([(await listObjects(image)).length, await listVerifiers(image)]).toEqual([1, []]);
  });
});

describe('done mark in a job with layers', () => {
  it('confirms an equal shape that a model had created', async () => {
    const { path, image } = await createJob();
    const prediction = { model: 'a model', score: 0.9 };
    const body = { image, detection_label: cellLabelId, data: [0, 0, 10, 10], prediction };
    const { id } = expectBody<DetectionObject>(await owner.client.post('/detection/v2/object/', body), 201);
    await drawBox(anna, path, image);
    expectBody(await markItem(anna, path, image));
    expect(await listObjects(image)).toMatchObject([{ id, prediction: null }]);
    expectBody(await anna.client.post(`${path}/unmark-done`, { items: [image] }));
  });

  it('cannot be removed after a correction of the copied work', async () => {
    const { path, image } = await createJob();
    await drawBox(anna, path, image);
    expectBody(await markItem(anna, path, image));
    const [object] = await listObjects(image);
    expectBody(await owner.client.put(`/detection/v2/object/${object?.id}`, { data: [0, 0, 30, 30] }));
    const refusedResponse = await anna.client.post(`${path}/unmark-done`, { items: [image] });
    expect([refusedResponse.status, refusedResponse.text]).toEqual([400, expect.stringContaining('somebody has corrected')]);
  });

  it('shows managers and reviewers who annotate the image the work of others', async () => {
    const { path, image } = await createJob({ todo_number: 3 });
    await drawBox(anna, path, image);
    expectBody(await markItem(anna, path, image));
    await getBatch(owner, path);
    const listAuthors = async (call: 'layers' | 'snapshots') =>
      expectBody<{ results: { user: { id: string } }[] }>(await owner.client.get(`${path}/${call}`, { image })).results.map(
        ({ user }) => user.id,
      );
    expect(await listAuthors('layers')).toEqual([anna.id]);
    const readDisputed = async () => expectBody(await owner.client.get(`${path}/disputed-item`, { image }));
    const { id: othersLayer } = await readLayer(anna, path, image);
    const readVersions = async () => (await owner.client.get(`/annotate/v2/layer/${othersLayer}/versions`)).status;
    expect([await readDisputed(), await readVersions()]).toEqual([{ item: expect.objectContaining({ image }) }, 200]);
    await readLayer(owner, path, image);
    expect([await listAuthors('layers'), await listAuthors('snapshots')]).toEqual([[owner.id], []]);
    expect([await readDisputed(), await readVersions()]).toEqual([{ item: null }, 404]);
    expectBody(await markItem(owner, path, image));
    const allAuthors = [anna.id, owner.id];
    expect([await listAuthors('layers'), await listAuthors('snapshots')]).toEqual([allAuthors, allAuthors]);
  });

  it('is rejected for an image that the user has not opened', async () => {
    const { path, image } = await createJob();
    await owner.client.post('/detection/v2/object/', { image, detection_label: cellLabelId, data: [40, 30, 50, 40] });
    const refusedResponse = await markItem(anna, path, image);
    expect([refusedResponse.status, refusedResponse.text]).toEqual([400, expect.stringContaining('have not opened')]);
    expect(await listObjects(image)).toHaveLength(1);
  });

  it('adopts changed metadata of a shape that keeps its id', async () => {
    const { path, image } = await createJob();
    const id = await drawBox(anna, path, image, { meta_data: { a: 1 } });
    expectBody(await markItem(anna, path, image));
    const [firstObject] = await listObjects(image);
    const changeObject = async (fields: object) => {
      await unmarkItem(anna, path, image);
      await drawBox(anna, path, image, fields, id);
      expectBody(await markItem(anna, path, image));
      return listObjects(image);
    };
    expect(await changeObject({ meta_data: { a: 2, b: 3 } })).toMatchObject([{ id: firstObject?.id, meta_data: { a: 2, b: 3 } }]);
    const [unchangedObject] = await changeObject({ meta_data: { b: 3, a: 2 } });
    expect(unchangedObject?.version).toBe(2);
    expect(await changeObject({})).toMatchObject([{ id: firstObject?.id, meta_data: {}, version: 3 }]);
  });

  it('leaves out labels of other workspaces', async () => {
    const { path, image } = await createJob();
    await drawBox(anna, path, image);
    const otherUser = await server.createTestUser();
    await server.createTestWorkspace({ members: [otherUser] });
    const { id: foreignLabelId } = await createNamedRow(otherUser.client, '/detection/v2/label/', { name: 'Cell' });
    await sql`
      update item_layer set shapes = jsonb_set(shapes, '{0,label}', to_jsonb(${foreignLabelId}::text))
      where id = ${(await readLayer(anna, path, image)).id}`.execute(server.db);
    expectBody(await markItem(anna, path, image));
    expect(await listObjects(image)).toEqual([]);
  });

  it('stays possible for a user who works on the image for longer than a lease', async () => {
    const { path, image } = await createJob();
    await drawBox(anna, path, image);
    await expireLeases();
    expect([await getBatch(ben, path), await getBatch(anna, path)]).toEqual([[], [image]]);
    await expireLeases();
    await sql`update item_layer set updated = updated - interval '31 minutes'`.execute(server.db);
    expect(await getBatch(ben, path)).toEqual([image]);
    // Ben finishes the image, so it is not assigned to Anna again.
    await drawBox(ben, path, image);
    expectBody(await markItem(ben, path, image));
    await drawBox(anna, path, image);
    expect(await getBatch(anna, path)).toEqual([]);
  });

  it('stores work done after the item closed as a layer that changes no result', async () => {
    const { path, image } = await createJob();
    const drawnShape = await drawBox(anna, path, image, { data: [0, 0, 20, 20] });
    await expireLeases();
    await sql`update item_layer set updated = updated - interval '31 minutes'`.execute(server.db);
    expect(await getBatch(ben, path)).toEqual([image]);
    await drawBox(ben, path, image);
    expect(expectBody(await markItem(ben, path, image, { verify: true }))).toMatchObject({ late_items: [], item_done_count: 1 });
    const markLate = async () => expectBody(await markItem(anna, path, image, { verify: true }));
    expect(await markLate()).toMatchObject({ late_items: [image], item_done_count: 1 });
    const readResult = async () => [(await listObjects(image)).map(({ data }) => data), await listVerifiers(image)];
    expect(await readResult()).toEqual([[[0, 0, 10, 10]], [[ben.id, false]]]);
    expect(await readLayer(anna, path, image)).toMatchObject({ done: true, shapes: [{ id: drawnShape }] });
    const { results } = expectBody<{ results: unknown[] }>(await owner.client.get(`${path}/snapshots`, { image }));
    expect(results).toHaveLength(2);
    // Anna's work was late, so the item stays complete without it. Ben's work was copied to the image, so the item is open without it.
    await unmarkItem(anna, path, image);
    expect(await readResult()).toEqual([[[0, 0, 10, 10]], [[ben.id, false]]]);
    await drawBox(anna, path, image, { data: [0, 0, 30, 30] }, drawnShape);
    expect(await markLate()).toMatchObject({ late_items: [image], item_done_count: 1 });
    await unmarkItem(ben, path, image);
    expect(await listVerifiers(image)).toEqual([]);
    expect(expectBody<Job>(await owner.client.get(path)).item_done_count).toBe(0);
  });

  it('leaves images without adopted work unverified when the job is completed', async () => {
    const { path, image } = await createJob();
    const [otherImage] = await uploadImages(owner.client, 1);
    await owner.client.post(`${path}/add-items`, { items: [otherImage?.id] });
    await drawBox(anna, path, image);
    expectBody(await markItem(anna, path, image));
    expectBody<Job>(await owner.client.put(path, { done: true }));
    await server.runWork();
    expect([await listVerifiers(image), await listVerifiers(otherImage?.id ?? '')]).toEqual([[[owner.id, false]], []]);
  });
});
