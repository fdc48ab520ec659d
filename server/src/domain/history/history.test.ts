import type { Change, ChangeSet, DetectionObject } from '@console/shared-contract/api';
import fc from 'fast-check';
import { expectBody, TestClient } from '../../testing/api/client';
import { createNamedRow, uploadImage } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import type { TestUser } from '../../testing/api/test-users';

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
}
const getWorkspaceQuery = () => ({ workspace: workspaceId });
const readChangeSets = async (query: Record<string, string | number> = {}) =>
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
      { numRuns: 12 },
    );
  });
});
