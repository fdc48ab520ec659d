import type { DetectionObject, GroupDetail, GroupRow } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createNamedRow, createTestObject, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { setUpTestServer } from '../../testing/api/test-server';
import { postUndoable, undo } from '../../testing/api/undo';

// Use a hundredth of the limit, because rows are slow to insert. The test of product CSV files covers the complete limit.
jest.mock('@console/shared-contract/limits', () => ({
  ...jest.requireActual<object>('@console/shared-contract/limits'),
  MAX_IDS_PER_CALL: 100,
}));

const GROUPS = '/similarity/training/v2/group/';
const TYPES = '/similarity/training/v2/type/';

const server = setUpTestServer();
let client: TestClient;
let workspaceId: string;
beforeEach(async () => {
  ({ client, workspaceId } = await server.createTenant());
});

const createGroup = (name: string, fields = {}) => createNamedRow<GroupDetail>(client, GROUPS, { name, ...fields });
const listNames = async (query = {}) =>
  expectBody<ListEnvelope<GroupRow>>(await client.get(GROUPS, { page_size: 100, ...query })).results.map(({ name }) => name);
const readGroup = async (id: string) => expectBody<GroupDetail>(await client.get(`${GROUPS}${id}`));
const postAction = (group: { id: string }, action: string, body: object) => client.post(`${GROUPS}${group.id}/${action}`, body);
const createObject = async (image: string): Promise<DetectionObject> =>
  createTestObject(client, image, (await createNamedRow(client, '/detection/v2/label/')).id);
const listIds = async (path: string, query: object) =>
  expectBody<ListEnvelope<{ id: string }>>(await client.get(path, { ...query })).results.map((row) => row.id);
const listImages = (query: object) => listIds('/recognition/v2/training-image/', query);
const listObjects = (query: object) => listIds('/detection/v2/object/', query);
interface ChangeResponse {
  changed: string[];
  next?: string | null;
}
const changeGroups = async (body: object) =>
  expectBody<ChangeResponse>(await client.post(`${GROUPS}change`, body)).changed.sort();
const deleteGroups = (...groups: { id: string }[]) =>
  postUndoable<ChangeResponse>(client, `${GROUPS}change`, { change: 'delete', groups: groups.map(({ id }) => id) });

it('marks groups as TEST and returns those that changed', async () => {
  const [firstGroup, secondGroup] = [await createGroup('Ga'), await createGroup('Gb', { test_group: true })];
  expect(await changeGroups({ change: 'test', groups: [firstGroup.id, secondGroup.id] })).toEqual([firstGroup.id]);
  expect(await listNames({ test: true })).toEqual(['Ga', 'Gb']);
  expect(await changeGroups({ change: 'train', groups: [firstGroup.id] })).toEqual([firstGroup.id]);
});

it('verifies groups as the caller and withdraws only the given verifications', async () => {
  const [firstGroup, secondGroup] = [await createGroup('Ga'), await createGroup('Gb')];
  await client.post('/annotate/v2/similarity-verification/', { group_id: secondGroup.id });
  expect(await changeGroups({ change: 'verify', filter: {} })).toEqual([firstGroup.id]);
  expect(await listNames({ verified: 1 })).toEqual(['Ga', 'Gb']);
  await changeGroups({ change: 'withdraw', groups: [firstGroup.id] });
  expect(await listNames({ verified: 1 })).toEqual(['Gb']);
});

it('undo restores deleted groups with their members, parents, jobs and verifications', async () => {
  const [image] = await uploadImages(client, 1);
  const object = await createObject(image?.id ?? '');
  const [group, child, parent] = [await createGroup('Old one'), await createGroup('Child'), await createGroup('Parent')];
  await postAction(group, 'add-images', { images: [image?.id] });
  await postAction(group, 'add-objects', { objects: [object.id] });
  await postAction(group, 'add-groups', { groups: [child.id] });
  await postAction(parent, 'add-groups', { groups: [group.id] });
  const job = await createNamedRow(client, '/annotate/v2/similarityjob/', { name: 'Check' });
  await client.post(`/annotate/v2/similarityjob/${job.id}/add-items`, { items: [group.id] });
  await client.post('/annotate/v2/similarity-verification/', { group_id: group.id });
  const groupBefore = await readGroup(group.id);
  const deletionChange = await postUndoable<ChangeResponse>(client, `${GROUPS}change`, {
    change: 'delete',
    filter: { search: 'old' },
  });
  expect(deletionChange.changed).toEqual([group.id]);
  expect([await listNames(), await listImages({ not_groups: false })]).toEqual([['Child', 'Parent'], []]);
  expect(await undo(client, deletionChange)).toEqual({ undone: 7, kept: [] });
  expect(await readGroup(group.id)).toEqual({ ...groupBefore, version: groupBefore.version + 1 });
  expect(await listNames({ group: group.id })).toEqual(['Parent']);
  expect(await listNames({ similarityjob: job.id })).toEqual(['Old one']);
  expect([await listImages({ not_groups: false }), await listObjects({ not_groups: false })]).toEqual([[image?.id], [object.id]]);
});

it('undo restores groups without members and types that have been deleted meanwhile', async () => {
  const [image, otherImage] = await uploadImages(client, 2);
  const type = await createNamedRow(client, TYPES, { name: 'Deleted' });
  const group = await createGroup('Old one', { type: type.id });
  await postAction(group, 'add-images', { images: [image?.id, otherImage?.id] });
  const deletionChange = await deleteGroups(group);
  await client.delete(`/recognition/v2/training-image/${image?.id}`);
  await client.delete(`${TYPES}${type.id}`);
  expect(await undo(client, deletionChange)).toMatchObject({ undone: 2 });
  expect(await readGroup(group.id)).toMatchObject({ type: null, images: [{ id: otherImage?.id }] });
});

it('requires membership and a known filter', async () => {
  const existingGroup = await createGroup('Existing');
  const { client: otherClient } = await server.createTenant();
  const changeStatus = async (caller: TestClient, body: object) => (await caller.post(`${GROUPS}change`, body)).status;
  expect(await changeStatus(otherClient, { change: 'delete', groups: [existingGroup.id] })).toBe(404);
  expect(await changeStatus(client, { change: 'delete' })).toBe(400);
  expect(await changeStatus(client, { change: 'delete', filter: { serach: 'Existing' } })).toBe(400);
});

it('`skip_gone` skips groups that have been deleted meanwhile', async () => {
  const [firstGroup, secondGroup] = [await createGroup('Ga'), await createGroup('Gb')];
  const { client: otherClient } = await server.createTenant();
  const foreignGroup = await createNamedRow(otherClient, GROUPS);
  await changeGroups({ change: 'test', groups: [firstGroup.id, secondGroup.id] });
  await client.delete(`${GROUPS}${secondGroup.id}`);
  const undoRequest = { change: 'train', groups: [firstGroup.id, secondGroup.id, foreignGroup.id] };
  expect((await client.post(`${GROUPS}change`, undoRequest)).status).toBe(404);
  expect(await listNames({ test: true })).toEqual(['Ga']);
  expect(await changeGroups({ ...undoRequest, skip_gone: true })).toEqual([firstGroup.id]);
  expect(await listNames({ test: true })).toEqual([]);
  expect(await changeGroups({ ...undoRequest, groups: [foreignGroup.id], skip_gone: true })).toEqual([]);
});

it('changes all matching groups in several calls if they exceed the limit', async () => {
  const extraCount = 3;
  await sql`
    insert into similarity_group (workspace_id, name)
    select ${workspaceId}, 'G' || n from generate_series(1, ${MAX_IDS_PER_CALL + extraCount}::int) n`.execute(server.db);
  const changeMatching = (paging: object) =>
    client.post(`${GROUPS}change`, { change: 'test', filter: { test: false }, ...paging });
  expect((await changeMatching({})).status).toBe(400);
  const firstBatch = expectBody<ChangeResponse>(await changeMatching({ in_parts: true }));
  expect([firstBatch.changed.length, typeof firstBatch.next]).toEqual([MAX_IDS_PER_CALL, 'string']);
  const secondBatch = expectBody<ChangeResponse>(await changeMatching({ in_parts: true, after: firstBatch.next }));
  expect([secondBatch.changed.length, secondBatch.next]).toEqual([extraCount, null]);
  expect(new Set([...firstBatch.changed, ...secondBatch.changed]).size).toBe(MAX_IDS_PER_CALL + extraCount);
});
