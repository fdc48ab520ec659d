import type { Change, DetectionObject, JobMember, StatisticsRow } from '@console/shared-contract/api';
import fc from 'fast-check';
import { declareWriter } from '../../../platform/database/change-log';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestJob, createTestLabel, createTestObject, uploadImage } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { countNewChanges } from './count-changes';

const OBJECTS = '/detection/v2/object/';
const server = setUpTestServer();
let anna: TestUser;
let ben: TestUser;
let workspace: string;
beforeEach(async () => {
  [anna, ben] = [await server.createTestUser(), await server.createTestUser()];
  workspace = await server.createTestWorkspace({ members: [anna, ben] });
});

const getToday = () => new Date().toISOString().slice(0, 10);
interface StatisticsResponse {
  visibility: string;
  complete: boolean;
  results: StatisticsRow[];
}
const readStatistics = async (group_by: string, query: Record<string, string> = {}, user = anna) =>
  expectBody<StatisticsResponse>(
    await user.client.get('/history/v2/statistics/', { from: getToday(), to: getToday(), group_by, ...query }),
  ).results;
/** Reads today's counts of a user before and after the background count, and expects equal results. */
async function readCounts(user: TestUser, query: Record<string, string> = {}) {
  const [live] = await readStatistics('', { user: user.id, ...query });
  await countNewChanges(server.db);
  const [counted] = await readStatistics('', { user: user.id, ...query });
  expect(counted).toEqual(live);
  return counted;
}
const createLabel = (name = 'Apple') => createNamedRow(anna.client, '/detection/v2/label/', { name });

async function createJobWithImages(count: number, fields: Record<string, unknown> = {}) {
  const job = await createTestJob(anna.client, 'image', { randomize: false, ...fields });
  const path = `/annotate/v2/imagejob/${job.id}`;
  const images: string[] = [];
  for (let index = 0; index < count; index += 1) images.push((await uploadImage(anna.client)).id);
  expectBody(await anna.client.post(`${path}/add-items`, { items: images }));
  return { job: job.id, images, path };
}
const markItems = async (user: TestUser, path: string, items: string[], action = 'mark-done') =>
  expectBody(await user.client.post(`${path}/${action}`, { items }));
const listJobMembers = async (user: TestUser, path: string) =>
  expectBody<{ results: JobMember[] }>(await user.client.get(`${path}/people`)).results;

describe('statistics', () => {
  type Step = { user: 0 | 1; action: 'create' | 'move' | 'relabel' | 'delete'; index: number; count: boolean };
  const steps = fc.array(
    fc.record<Step>({
      user: fc.constantFrom<0 | 1>(0, 1),
      action: fc.constantFrom('create', 'create', 'move', 'relabel', 'delete'),
      index: fc.nat(9),
      count: fc.boolean(),
    }),
    { minLength: 4, maxLength: 12 },
  );

  it('have no name for a former member', async () => {
    const label = await createLabel();
    await createTestObject(ben.client, (await uploadImage(anna.client)).id, label.id);
    await server.db.deleteFrom('membership').where('user_id', '=', ben.id).where('workspace_id', '=', workspace).execute();
    expect((await readStatistics('user')).find(({ user }) => user?.id === ben.id)?.user).toEqual({ id: ben.id, username: null });
  });

  it('equal a direct count of the log after random edits of two users', async () => {
    const users = [anna, ben] as const;
    const labels = [(await createLabel()).id, (await createLabel('Pear')).id];
    const image = (await uploadImage(anna.client)).id;
    const objects: string[] = [];
    const applyStep = async ({ user, action, index, count }: Step) => {
      const { client } = users[user];
      const id = objects[index % Math.max(1, objects.length)];
      if (action === 'create') objects.push((await createTestObject(client, image, labels[index % 2] ?? '')).id);
      else if (id && action === 'delete') {
        expect((await client.delete(`${OBJECTS}${id}`)).status).toBe(204);
        objects.splice(objects.indexOf(id), 1);
      } else if (id) {
        const body = action === 'move' ? { data: [1, 1, 20 + index, 40] } : { detection_label: labels[index % 2] };
        expectBody(await client.put(`${OBJECTS}${id}`, body));
      }
      if (count) await countNewChanges(server.db);
    };
    await fc.assert(
      fc.asyncProperty(steps, async (sequence) => {
        for (const step of sequence) await applyStep(step);
        const expectedCounts = await countLog(image);
        expect(toCountsByKey(await readStatistics('user,label'))).toEqual(expectedCounts);
        await countNewChanges(server.db);
        expect(toCountsByKey(await readStatistics('user,label'))).toEqual(expectedCounts);
      }),
      { numRuns: process.env.LONG ? 10 : 4 },
    );
  });

  const toCountsByKey = (rows: StatisticsRow[]) =>
    Object.fromEntries(
      rows.flatMap(({ user, label, shapes_created, shapes_changed, shapes_deleted }) =>
        label ? [[`${user?.id} ${label.id}`, [shapes_created, shapes_changed, shapes_deleted]]] : [],
      ),
    );
  /** Counts created, changed and deleted objects by user and label, by replaying the entries of an image. */
  async function countLog(image: string) {
    const entries: Change[] = [];
    for (let before: number | undefined; ;) {
      const page = expectBody<{ results: Change[]; next: number | null }>(
        await anna.client.get('/history/v2/change/', { subject: image, limit: 200, ...(before && { before }) }),
      );
      entries.unshift(...page.results.reverse());
      if (page.next === null) break;
      before = page.next;
    }
    const labels = new Map<string, string>();
    const counts: Record<string, number[]> = {};
    for (const { kind, row, operation, before, after, change_set } of entries) {
      if (kind !== 'detection_object') continue;
      const changedFields = (after ?? before) as Partial<{ detection_label_id: string }>;
      const label = changedFields.detection_label_id ?? labels.get(row) ?? '';
      labels.set(row, label);
      const count = (counts[`${change_set.user?.id} ${label}`] ??= [0, 0, 0]);
      const operationIndex = ['insert', 'update', 'delete'].indexOf(operation);
      count[operationIndex] = (count[operationIndex] ?? 0) + 1;
    }
    return counts;
  }

  it('count an item until its done mark is removed', async () => {
    const { job, images, path } = await createJobWithImages(3);
    await markItems(anna, path, images);
    expect(await readCounts(anna, { job })).toMatchObject({ items_done: 3 });
    await markItems(anna, path, [images[0] ?? ''], 'unmark-done');
    expect(await readCounts(anna, { job })).toMatchObject({ items_done: 2 });
    expect(await listJobMembers(anna, path)).toMatchObject([{ user: { id: anna.id }, done: 2 }]);
    await markItems(anna, path, [images[0] ?? '']);
    expect(await readCounts(anna, { job })).toMatchObject({ items_done: 3 });
  });

  it('count an image until its verification is removed, and after it was deleted', async () => {
    const images = [(await uploadImage(anna.client)).id, (await uploadImage(anna.client)).id];
    const verifications: string[] = [];
    for (const image_id of images)
      verifications.push(expectBody<{ id: string }>(await anna.client.post('/annotate/v2/verification/', { image_id }), 201).id);
    expect(await readCounts(anna)).toMatchObject({ images_verified: 2 });
    expect((await anna.client.delete(`/annotate/v2/verification/${verifications[0]}`)).status).toBe(204);
    expect(await readCounts(anna)).toMatchObject({ images_verified: 1 });
    expect((await ben.client.delete(`/recognition/v2/training-image/${images[1]}`)).status).toBe(204);
    expect(await readCounts(anna)).toMatchObject({ images_verified: 1 });
  });

  it('count items that a reviewer sent back for the author of the work', async () => {
    const { job, images, path } = await createJobWithImages(1);
    await markItems(anna, path, images);
    const remark = expectBody<{ id: string }>(await ben.client.post(`${path}/send-back`, { item: images[0], text: 'Tighter' }));
    expect(await readCounts(anna, { job })).toMatchObject({ items_done: 0, items_sent_back: 1 });
    await markItems(anna, path, images);
    expectBody(await ben.client.put(`/annotate/v2/remark/${remark.id}`, { state: 'open' }));
    expect(await readCounts(anna, { job })).toMatchObject({ items_done: 0, items_sent_back: 2 });
    expect((await readCounts(ben))?.items_sent_back).toBe(0);
  });

  it('count a shape as wrong if another user changes it after its author finished', async () => {
    const { job, images, path } = await createJobWithImages(1);
    const [image = ''] = images;
    const label = (await createLabel()).id;
    const { id: firstObjectId } = await createTestObject(anna.client, image, label);
    const { id: secondObjectId } = await createTestObject(anna.client, image, label);
    const moveObject = async (user: TestUser, id: string, x: number) =>
      expectBody<DetectionObject>(await user.client.put(`${OBJECTS}${id}`, { data: [1, 1, x, 40] }));
    await moveObject(ben, firstObjectId, 30);
    expect((await readCounts(anna))?.found_wrong).toBe(0);
    await moveObject(anna, firstObjectId, 31);
    await markItems(anna, path, images);
    await moveObject(anna, secondObjectId, 32);
    await moveObject(ben, firstObjectId, 33);
    await moveObject(ben, firstObjectId, 34);
    expect((await ben.client.delete(`${OBJECTS}${secondObjectId}`)).status).toBe(204);
    expect(await readCounts(anna, { job, label })).toMatchObject({ found_wrong: 2 });
    expect((await readCounts(ben))?.found_wrong).toBe(0);
  });

  it('assign changes of an image to the job in which the user got it', async () => {
    const { job, path } = await createJobWithImages(1);
    const label = (await createLabel()).id;
    const { results } = expectBody<{ results: string[] }>(await anna.client.get(`${path}/get-batch/`));
    const [image = ''] = results;
    await createTestObject(anna.client, image, label);
    await createTestObject(ben.client, image, label);
    expect(await readStatistics('user,job')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          user: { id: anna.id, username: anna.email },
          job: { id: job, name: 'A job' },
          shapes_created: 1,
        }),
        expect.objectContaining({ user: { id: ben.id, username: ben.email }, job: null, shapes_created: 1 }),
      ]),
    );
  });

  it('count changes and deletions, but not creations, of accepted or copied shapes', async () => {
    const image = (await uploadImage(anna.client)).id;
    const polygonLabel = (await createNamedRow(anna.client, '/segmentation/v2/label/')).id;
    const shapes = [
      [OBJECTS, { detection_label: (await createLabel()).id, data: [1, 1, 20, 20] }],
      ['/segmentation/v2/polygon/', { segmentation_label: polygonLabel, data: [1, 1, 20, 1, 10, 20] }],
      ['/annotate/v2/point/', { name: 'Tip', data: [5, 5] }],
    ] as const;
    for (const [path, fields] of shapes) {
      const body = { image, ...fields };
      const { id } = expectBody<{ id: string }>(await anna.client.post(path, { ...body, source: 'prediction' }), 201);
      expectBody(await anna.client.post(`${path}bulk`, { items: [{ op: 'create', ...body, source: 'copy' }] }));
      expect(await readStatistics('', { user: anna.id })).toMatchObject([{ shapes_created: 0 }]);
      expectBody(await anna.client.put(`${path}${id}/`, { data: fields.data.map((value) => value + 1) }));
      // A deletion, its restoration and another deletion.
      expect((await anna.client.delete(`${path}${id}`)).status).toBe(204);
      expectBody(await anna.client.post(`${path}bulk`, { items: [{ op: 'restore', id }] }));
      expect((await anna.client.delete(`${path}${id}`)).status).toBe(204);
      expect((await anna.client.post(path, { ...body, source: 'other' })).status).toBe(400);
    }
    expect(await readCounts(anna)).toMatchObject({ shapes_created: 0, shapes_changed: 3, shapes_deleted: 6 });
  });

  it('leave out recognition labels and values that a user accepted from a model', async () => {
    const image = (await uploadImage(anna.client)).id;
    const object = await createTestObject(anna.client, image, (await createLabel()).id);
    const value = (await createTestLabel(anna.client, { name: 'Ripeness', type: 'value' })).id;
    const tag = (await createTestLabel(anna.client, { name: 'Fresh' })).id;
    for (const path of [`/recognition/v2/training-image/${image}`, `${OBJECTS}${object.id}`]) {
      expectBody(await anna.client.post(`${path}/add-label`, { label_id: value, value: 2, source: 'prediction' }));
      expectBody(await anna.client.post(`${path}/update-value`, { label_id: value, value: 3 }));
      expectBody(await anna.client.post(`${path}/update-value`, { label_id: value, value: 4, source: 'prediction' }));
      expectBody(await anna.client.post(`${path}/add-label`, { label_id: tag }));
    }
    expect(await readCounts(anna)).toMatchObject({ labels_set: 4 });
  });

  it('leave out changes by background work', async () => {
    const label = (await createLabel()).id;
    const { id } = await createTestObject(anna.client, (await uploadImage(anna.client)).id, label);
    await server.db.transaction().execute(async (trx) => {
      await declareWriter(trx, { userId: anna.id, origin: 'work' });
      await trx
        .updateTable('detection_object')
        .set({ data: [1, 1, 9, 9] })
        .where('id', '=', id)
        .execute();
    });
    expect(await readCounts(anna)).toMatchObject({ shapes_created: 1, shapes_changed: 0 });
  });

  it('contain the changes of a transaction that commits after later entries were counted', async () => {
    const label = (await createLabel()).id;
    const image = (await uploadImage(anna.client)).id;
    const { id } = await createTestObject(anna.client, image, label);
    await countNewChanges(server.db);
    const slowTransaction = await server.db.startTransaction().execute();
    await declareWriter(slowTransaction, { userId: anna.id, origin: 'console' });
    await slowTransaction
      .updateTable('detection_object')
      .set({ data: [1, 1, 9, 9] })
      .where('id', '=', id)
      .execute();
    await createTestObject(anna.client, image, label);
    await countNewChanges(server.db);
    await slowTransaction.commit().execute();
    expect(await readCounts(anna)).toMatchObject({ shapes_created: 2, shapes_changed: 1 });
    await countNewChanges(server.db);
    expect(await readCounts(anna)).toMatchObject({ shapes_created: 2, shapes_changed: 1 });
  });

  it('of other users are hidden from ordinary members if the workspace says so', async () => {
    const { path, images } = await createJobWithImages(1, { todo_number: 2 });
    const reviewer = await createTestMember(server, workspace, 'reviewer');
    for (const user of [anna, reviewer]) await markItems(user, path, images);
    const label = (await createLabel()).id;
    for (const user of [anna, reviewer]) await createTestObject(user.client, images[0] ?? '', label);
    const readUsers = async (user: TestUser) => (await readStatistics('user', {}, user)).map(({ user }) => user?.id).sort();
    const userIds = [anna.id, reviewer.id].sort();
    expect(await readUsers(reviewer)).toEqual(userIds);
    expectBody(await anna.client.put('/history/v2/statistics/visibility/', { visibility: 'own', workspace }));
    const readAs = (user: TestUser) =>
      user.client.get('/history/v2/statistics/', { from: getToday(), to: getToday(), user: anna.id });
    for (const user of [anna, ben]) {
      expect(await readUsers(user)).toEqual(userIds);
      expect(expectBody(await readAs(user))).toMatchObject({ visibility: 'own', own_only: false });
      expect(await listJobMembers(user, path)).toHaveLength(2);
    }
    expect(await readUsers(reviewer)).toEqual([reviewer.id]);
    expect((await readAs(reviewer)).status).toBe(403);
    expect((await listJobMembers(reviewer, path)).map(({ user }) => user.id)).toEqual([reviewer.id]);
    const entries = await server.db
      .selectFrom('audit_entry')
      .select(['action', 'subject_id'])
      .where('workspace_id', '=', workspace)
      .where('action', '=', 'statistics-visibility')
      .execute();
    expect(entries).toEqual([{ action: 'statistics-visibility', subject_id: 'own' }]);
  });

  it('refuse a period that ends before it starts or is longer than two years', async () => {
    const readAs = async (from: string, to: string) => (await anna.client.get('/history/v2/statistics/', { from, to })).status;
    expect([await readAs('2026-02-02', '2026-02-01'), await readAs('2020-01-01', '2026-01-01')]).toEqual([400, 400]);
    expect(await readAs('2026-02-01', '2026-02-02')).toBe(200);
  });
});
