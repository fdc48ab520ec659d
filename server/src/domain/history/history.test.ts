import type { Change, ChangeSet, DetectionObject, NamedRow } from '@console/shared-contract/api';
import fc from 'fast-check';
import { sql } from 'kysely';
import { expectBody, TestClient } from '../../testing/api/client';
import { createNamedRow, createTestJob, uploadImage } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';
import { removeMember } from '../account/workspaces';

const server = setUpTestServer();
let anna: TestUser;
let ben: TestUser;
let workspaceId: string;
beforeAll(async () => {
  [anna, ben] = [await server.createTestUser(), await server.createTestUser()];
});
beforeEach(async () => {
  workspaceId = await server.createTestWorkspace({ members: [anna, ben] });
});

interface HistoryPage<T> {
  results: T[];
  next: number | null;
  names: Record<string, NamedRow>;
}
const getWorkspaceQuery = () => ({ workspace: workspaceId });
const readChangeSets = async (query: Record<string, string | number | boolean> = {}) =>
  expectBody<HistoryPage<ChangeSet>>(await anna.client.get('/history/v2/set/', { ...getWorkspaceQuery(), ...query }));
const readHistory = async (subject: string, query: Record<string, string | number> = {}) =>
  expectBody<HistoryPage<Change>>(await anna.client.get('/history/v2/change/', { ...getWorkspaceQuery(), subject, ...query }));
const readChanges = async (change_set: number | undefined) =>
  expectBody<HistoryPage<Change>>(await anna.client.get('/history/v2/change/', { ...getWorkspaceQuery(), change_set }));
const OBJECTS = '/detection/v2/object/';

async function createImageWithLabel() {
  const image = await uploadImage(anna.client, getWorkspaceQuery());
  const label = await createNamedRow(anna.client, '/detection/v2/label/', getWorkspaceQuery());
  return { image, label };
}

const createObject = async (user: TestUser, image: string, label: string, data = [1, 2, 20, 20]) =>
  expectBody<DetectionObject>(
    await user.client.post(OBJECTS, { image, detection_label: label, data, ...getWorkspaceQuery() }),
    201,
  );

describe('history', () => {
  it('of an image contains its shapes, with the user, the origin and the changed fields', async () => {
    const { image, label } = await createImageWithLabel();
    const { id, version } = await createObject(anna, image.id, label.id);
    expectBody(await ben.client.put(`${OBJECTS}${id}`, { data: [1, 2, 30, 20], version }));
    const apiTokenClient = new TestClient(server.origin, `Token ${ben.apiToken}`);
    expect((await apiTokenClient.delete(`${OBJECTS}${id}`)).status).toBe(204);
    const { results } = await readHistory(image.id);
    const objectFields = { kind: 'detection_object', subject: image.id, row: id };
    expect(results).toMatchObject([
      { ...objectFields, operation: 'delete', before: { data: [1, 2, 30, 20] }, after: null, change_set: { origin: 'token' } },
      {
        ...objectFields,
        operation: 'update',
        before: { data: [1, 2, 20, 20] },
        after: { data: [1, 2, 30, 20] },
        change_set: { origin: 'console', user: { id: ben.id }, action: 'PUT /detection/v2/object/{id}/' },
      },
      {
        ...objectFields,
        operation: 'insert',
        before: null,
        after: { data: [1, 2, 20, 20] },
        change_set: { user: { id: anna.id } },
      },
      { kind: 'training_image', operation: 'insert' },
    ]);
  });

  it('of a bulk change is one change set', async () => {
    const images = [await uploadImage(anna.client, getWorkspaceQuery()), await uploadImage(anna.client, getWorkspaceQuery())];
    const ids = images.map(({ id }) => id);
    await anna.client.post('/recognition/v2/training-image/change', { change: 'test', images: ids, ...getWorkspaceQuery() });
    const [changeSet] = (await readChangeSets()).results;
    expect(changeSet).toMatchObject({
      action: 'POST /recognition/v2/training-image/change',
      kinds: ['training_image'],
      changes: [{ kind: 'training_image', operation: 'update', count: 2 }],
    });
    const { results } = await readChanges(changeSet?.id);
    expect(results.map(({ row, before, after }) => ({ row, before, after }))).toEqual(
      expect.arrayContaining(ids.map((row) => ({ row, before: { test_image: false }, after: { test_image: true } }))),
    );
    expect(results).toHaveLength(2);
  });

  it('contains no change set for a rejected or repeated request', async () => {
    const { image, label } = await createImageWithLabel();
    const count = (await readChangeSets()).results.length;
    const body = { image: image.id, detection_label: label.id, data: [1, 2, 20, 20], ...getWorkspaceQuery() };
    const headers = { 'idempotency-key': '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11' };
    expect((await anna.client.post(OBJECTS, { ...body, data: [1] })).status).toBe(400);
    for (const _ of [1, 2]) expect((await anna.client.post(OBJECTS, body, { headers })).status).toBe(201);
    expect((await readChangeSets()).results).toHaveLength(count + 1);
  });

  it('does not contain the storage keys of image files', async () => {
    const image = await uploadImage(anna.client, getWorkspaceQuery());
    const [change] = (await readHistory(image.id)).results;
    expect(Object.keys(change?.after ?? {})).toEqual(expect.arrayContaining(['id', 'name', 'img_width']));
    expect(JSON.stringify(change)).not.toContain(new URL(image.img_path).pathname.split('/').at(-1));
  });

  it('filters change sets by user, kind and origin, and pages backwards', async () => {
    const { image, label } = await createImageWithLabel();
    await createObject(ben, image.id, label.id);
    expect((await readChangeSets({ user: ben.id })).results).toMatchObject([{ kinds: ['detection_object'] }]);
    expect((await readChangeSets({ kind: 'detection_label' })).results).toMatchObject([{ user: { id: anna.id } }]);
    expect((await readChangeSets({ origin: 'token' })).results).toEqual([]);
    const allIds = (await readChangeSets()).results.map(({ id }) => id);
    const firstPage = await readChangeSets({ limit: 2 });
    const secondPage = await readChangeSets({ limit: 2, before: firstPage.next ?? 0 });
    expect([...firstPage.results, ...secondPage.results].map(({ id }) => id)).toEqual(allIds.slice(0, 4));
  });

  it('pages backwards through the change sets that match a kind, a user and an origin', async () => {
    const { image, label } = await createImageWithLabel();
    for (const user of [anna, ben, ben, anna, ben]) await createObject(user, image.id, label.id);
    const matches = (await readChangeSets()).results.filter(
      ({ user, kinds }) => user?.id === ben.id && kinds.includes('detection_object'),
    );
    const filter = { kind: 'detection_object', user: ben.id, origin: 'console', limit: 2 };
    const firstPage = await readChangeSets(filter);
    const secondPage = await readChangeSets({ ...filter, before: firstPage.next ?? 0 });
    expect([...firstPage.results, ...secondPage.results]).toEqual(matches);
    expect([firstPage.results.length, secondPage.results.length, secondPage.next]).toEqual([2, 1, null]);
  });

  it('of another workspace is empty', async () => {
    const { image } = await createImageWithLabel();
    const { client } = await server.createTenant();
    expect(expectBody(await client.get('/history/v2/change/', { subject: image.id }))).toEqual({
      results: [],
      next: null,
      names: {},
    });
    expect((await client.get('/history/v2/set/', { workspace: workspaceId })).status).toBe(404);
  });
});

describe('replaying the history of a row', () => {
  type Step = { user: 0 | 1; x: number; isLabelChanged: boolean };
  const steps = fc.array(
    fc.record({ user: fc.constantFrom<0 | 1>(0, 1), x: fc.integer({ min: 10, max: 60 }), isLabelChanged: fc.boolean() }),
    { minLength: 1, maxLength: 6 },
  );

  it('yields its present state after any changes of two users', async () => {
    const { image, label } = await createImageWithLabel();
    const otherLabel = await createNamedRow(anna.client, '/detection/v2/label/', { ...getWorkspaceQuery(), name: 'Pear' });
    const changeObject = async (id: string, { user, x, isLabelChanged }: Step) => {
      const body = { data: [1, 2, x, 20], ...(isLabelChanged && { detection_label: otherLabel.id }) };
      expect((await [anna, ben][user]!.client.put(`${OBJECTS}${id}`, body)).status).toBe(200);
    };
    await fc.assert(
      fc.asyncProperty(steps, async (changes) => {
        const { id } = await createObject(anna, image.id, label.id);
        for (const step of changes) await changeObject(id, step);
        const { results } = await readHistory(image.id, { limit: 200 });
        const entries = results.filter(({ row }) => row === id).reverse();
        const replayedValues = Object.assign({}, ...entries.map(({ after }) => after)) as Record<string, unknown>;
        const currentObject = expectBody<DetectionObject>(await anna.client.get(`${OBJECTS}${id}`));
        expect([replayedValues.data, replayedValues.detection_label_id]).toEqual([
          currentObject.data,
          currentObject.detection_label.id,
        ]);
        expect((await anna.client.delete(`${OBJECTS}${id}`)).status).toBe(204);
      }),
      { numRuns: process.env.LONG ? 12 : 4 },
    );
  });
});

describe('names in the history', () => {
  it('contain the subject of a change set, and rows that its entries refer to', async () => {
    const label = await createNamedRow(anna.client, '/detection/v2/label/', { ...getWorkspaceQuery(), name: 'Apple' });
    const image = await uploadImage(anna.client, { ...getWorkspaceQuery(), meta_data: { filename: 'shelf.png' } });
    const body = { image: image.id, detection_label: label.id, data: [1, 2, 20, 20], ...getWorkspaceQuery() };
    expectBody(await anna.client.post('/detection/v2/object/', body), 201);
    const { results, names } = await readChangeSets();
    expect(results[0]?.subject).toBe(image.id);
    expect(names[image.id]).toEqual({ kind: 'training_image', name: 'shelf.png' });
    const changes = await readChanges(results[0]?.id);
    expect(changes.names).toMatchObject({
      [label.id]: { kind: 'detection_label', name: 'Apple' },
      [anna.id]: { kind: 'user', name: anna.email },
    });
  });

  it('distinguish jobs for images and groups, and omit deleted rows', async () => {
    const images = await createTestJob(anna.client, 'image', { ...getWorkspaceQuery(), name: 'Shelves' });
    const groups = await createTestJob(anna.client, 'similarity', { ...getWorkspaceQuery(), name: 'Twins' });
    const deleted = await createNamedRow(anna.client, '/detection/v2/label/', getWorkspaceQuery());
    expect((await anna.client.delete(`/detection/v2/label/${deleted.id}`)).status).toBe(204);
    expect((await readChangeSets()).names).toMatchObject({
      [images.id]: { kind: 'image_job', name: 'Shelves' },
      [groups.id]: { kind: 'similarity_job', name: 'Twins' },
    });
    expect((await readChangeSets()).names).not.toHaveProperty(deleted.id);
  });

  it('omit rows of other workspaces of the user', async () => {
    const otherWorkspace = await server.createTestWorkspace({ members: [anna] });
    const label = await createNamedRow(anna.client, '/detection/v2/label/', { workspace: otherWorkspace, name: 'Secret' });
    await uploadImage(anna.client, { ...getWorkspaceQuery(), meta_data: { copy_of: label.id } });
    const { results } = await readChangeSets();
    expect((await readChanges(results[0]?.id)).names).not.toHaveProperty(label.id);
  });
});

describe('activity list', () => {
  it('has no subject for a change set that changed several rows', async () => {
    const images = [await uploadImage(anna.client, getWorkspaceQuery()), await uploadImage(anna.client, getWorkspaceQuery())];
    const body = { images: images.map(({ id }) => id), 'mark-test': true, ...getWorkspaceQuery() };
    expectBody(await anna.client.post('/recognition/v2/training-image/update', body));
    expect((await readChangeSets()).results[0]).toMatchObject({ subject: null, changes: [{ kind: 'training_image', count: 2 }] });
  });

  it('filters changes of former members', async () => {
    await createNamedRow(ben.client, '/detection/v2/label/', getWorkspaceQuery());
    await createNamedRow(anna.client, '/detection/v2/label/', getWorkspaceQuery());
    expect((await readChangeSets({ former_members: true })).results).toEqual([]);
    await removeMember(server.db, workspaceId, ben.id);
    const { results } = await readChangeSets({ former_members: true });
    expect(results.map(({ user }) => user)).toEqual([{ id: ben.id, username: null }]);
  });
});

describe('access to the history', () => {
  let otherWorkspace: string;
  beforeEach(async () => {
    workspaceId = await server.createTestWorkspace({ members: [anna] });
    otherWorkspace = await server.createTestWorkspace({ members: [anna, ben] });
  });

  type Query = Record<string, string | number>;
  const listChangeSets = async (user: TestUser, query: Query) =>
    expectBody<{ results: ChangeSet[] }>(await user.client.get('/history/v2/set/', query)).results;
  const listChanges = async (user: TestUser, query: Query) =>
    expectBody<{ results: Change[] }>(await user.client.get('/history/v2/change/', query)).results;

  it('separates two workspaces of the same user', async () => {
    const image = await uploadImage(anna.client, { workspace: otherWorkspace });
    const [changeSet] = await listChangeSets(anna, { workspace: otherWorkspace });
    expect(await listChanges(anna, { workspace: otherWorkspace, change_set: changeSet!.id })).toMatchObject([{ row: image.id }]);
    expect((await listChangeSets(anna, { workspace: workspaceId })).map(({ id }) => id)).not.toContain(changeSet!.id);
    expect(await listChanges(anna, { workspace: workspaceId, change_set: changeSet!.id })).toEqual([]);
    expect(await listChanges(anna, { workspace: workspaceId, subject: image.id })).toEqual([]);
  });

  it('is refused to a former member and to programs with their token', async () => {
    const image = await uploadImage(anna.client, { workspace: otherWorkspace });
    await removeMember(server.db, otherWorkspace, ben.id);
    const changeSets = await ben.client.get('/history/v2/set/', { workspace: otherWorkspace });
    const changes = await ben.client.get('/history/v2/change/', { workspace: otherWorkspace, subject: image.id });
    expect([changeSets.status, changes.status]).toEqual([404, 404]);
  });

  it('does not confirm users who never belonged to the workspace', async () => {
    const response = await anna.client.get('/history/v2/set/', { workspace: workspaceId, user: ben.id });
    expect([response.status, response.body]).toEqual([404, { detail: 'User not found.' }]);
  });

  it('names a former member only by id, and finds their changes', async () => {
    const { id } = await createNamedRow(ben.client, '/detection/v2/label/', { workspace: otherWorkspace });
    const [changeSetBefore] = await listChangeSets(anna, { workspace: otherWorkspace, user: ben.id });
    expect(changeSetBefore?.user).toMatchObject({ id: ben.id, username: ben.email });
    await removeMember(server.db, otherWorkspace, ben.id);
    const [changeSetAfter] = await listChangeSets(anna, { workspace: otherWorkspace, user: ben.id });
    expect(changeSetAfter?.user).toEqual({ id: ben.id, username: null });
    const [change] = await listChanges(anna, { workspace: otherWorkspace, subject: id });
    expect(change?.change_set.user).toEqual({ id: ben.id, username: null });
  });

  it('reveals no column with the key of a file, a token or a hash', async () => {
    // The column `key` of labels is allowed, because it contains the keyboard shortcut of the label.
    const { rows } = await sql<{ relation: string; columns: string[] }>`
      select c.relname as relation, array_agg(a.attname::text) as columns
      from pg_class c join pg_attribute a on a.attrelid = c.oid join pg_trigger t on t.tgrelid = c.oid and t.tgname = 'log_update'
      where a.attnum > 0 and not a.attisdropped and a.attname ~ '(key|token|hash|secret|password)' and a.attname <> 'key' group by 1`.execute(
      server.db,
    );
    expect(rows.flatMap(({ columns }) => columns)).toEqual(expect.arrayContaining(['img_key', 'model_key', 'content_hash']));
    const [changeSet] = await listChangeSets(anna, { workspace: workspaceId });
    for (const { relation, columns } of rows) {
      const row = JSON.stringify(Object.fromEntries(columns.map((column) => [column, `secret of ${column}`])));
      await sql`
        insert into change (change_set_id, workspace_id, created, relation, subject_id, row_id, operation, before, after)
        values (${changeSet!.id}, ${workspaceId}, now(), ${relation}, 'subject', 'row', 'update', ${row}, ${row})`.execute(
        server.db,
      );
    }
    const changes = await listChanges(anna, { workspace: workspaceId, subject: 'subject' });
    expect(changes).toHaveLength(rows.length);
    expect(changes.filter((change) => JSON.stringify(change).includes('secret of'))).toEqual([]);
  });
});
