import type { DetectionObject, GroupDetail, GroupRow } from '@console/shared-contract/api';
import { MAX_IDS_PER_CALL } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { purgeTrash } from '../rows/trash';
import { bodyOf, type TestClient } from '../testing/client';
import { makeNamed, makeObject, uploadImages, type ListOf } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { groupTrash } from './groups/trash';

const GROUPS = '/similarity/training/v2/group/';
const TYPES = '/similarity/training/v2/type/';

let server: TestServer;
let client: TestClient;
let workspaceId: string;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ client, workspaceId } = await server.makeTenant());
});

const makeGroup = (name: string, fields = {}) => makeNamed<GroupDetail>(client, GROUPS, { name, ...fields });
const names = async (query = {}) =>
  bodyOf<ListOf<GroupRow>>(await client.get(GROUPS, { page_size: 100, ...query })).results.map(({ name }) => name);
const read = async (id: string) => bodyOf<GroupDetail>(await client.get(`${GROUPS}${id}`));
const post = (group: { id: string }, action: string, body: object) => client.post(`${GROUPS}${group.id}/${action}`, body);
const makeObjectIn = async (image: string): Promise<DetectionObject> =>
  makeObject(client, image, (await makeNamed(client, '/detection/v2/label/')).id);
const listed = async (path: string, query: object) =>
  bodyOf<ListOf<{ id: string }>>(await client.get(path, { ...query })).results.map((row) => row.id);
const images = (query: object) => listed('/recognition/v2/training-image/', query);
const objects = (query: object) => listed('/detection/v2/object/', query);
interface Changed {
  changed: string[];
  next?: string | null;
}
const change = async (body: object) => bodyOf<Changed>(await client.post(`${GROUPS}change`, body)).changed.sort();
const sorted = (...groups: { id: string }[]) => groups.map(({ id }) => id).sort();

it('become TEST, and only those that were not are answered', async () => {
  const [a, b] = [await makeGroup('Ga'), await makeGroup('Gb', { test_group: true })];
  expect(await change({ change: 'test', groups: [a.id, b.id] })).toEqual([a.id]);
  expect(await names({ test: true })).toEqual(['Ga', 'Gb']);
  expect(await change({ change: 'train', groups: [a.id] })).toEqual([a.id]);
});

it('are verified as the caller; taking it back leaves what others have verified', async () => {
  const [a, b] = [await makeGroup('Ga'), await makeGroup('Gb')];
  await client.post('/annotate/v2/similarity-verification/', { group_id: b.id });
  expect(await change({ change: 'verify', filter: {} })).toEqual([a.id]);
  expect(await names({ verified: 1 })).toEqual(['Ga', 'Gb']);
  await change({ change: 'withdraw', groups: [a.id] });
  expect(await names({ verified: 1 })).toEqual(['Gb']);
});

it('that match are deleted, and restored with all that they held and that held them', async () => {
  const [image] = await uploadImages(client, 1);
  const object = await makeObjectIn(image?.id ?? '');
  const [group, child, parent] = [await makeGroup('Old one'), await makeGroup('Child'), await makeGroup('Parent')];
  await post(group, 'add-images', { images: [image?.id] });
  await post(group, 'add-objects', { objects: [object.id] });
  await post(group, 'add-groups', { groups: [child.id] });
  await post(parent, 'add-groups', { groups: [group.id] });
  const job = await makeNamed(client, '/annotate/v2/similarityjob/', { name: 'Check' });
  await client.post(`/annotate/v2/similarityjob/${job.id}/add-items`, { items: [group.id] });
  await client.post('/annotate/v2/similarity-verification/', { group_id: group.id });
  const before = await read(group.id);
  expect(await change({ change: 'delete', filter: { search: 'old' } })).toEqual([group.id]);
  expect([await names(), await images({ not_groups: false })]).toEqual([['Child', 'Parent'], []]);
  expect(await change({ change: 'restore', groups: [group.id] })).toEqual([group.id]);
  expect(await read(group.id)).toEqual({ ...before, version: before.version + 1 });
  expect(await names({ group: group.id })).toEqual(['Parent']);
  expect(await names({ similarityjob: job.id })).toEqual(['Old one']);
  expect([await images({ not_groups: false }), await objects({ not_groups: false })]).toEqual([[image?.id], [object.id]]);
  expect(await change({ change: 'restore', groups: [group.id] })).toEqual([]);
});

it('come back without what is gone meanwhile', async () => {
  const [image, other] = await uploadImages(client, 2);
  const type = await makeNamed(client, TYPES, { name: 'Gone' });
  const group = await makeGroup('Old one', { type: type.id });
  await post(group, 'add-images', { images: [image?.id, other?.id] });
  await client.delete(`${GROUPS}${group.id}`);
  await client.delete(`/recognition/v2/training-image/${image?.id}`);
  await client.delete(`${TYPES}${type.id}`);
  expect(await change({ change: 'restore', groups: [group.id] })).toEqual([group.id]);
  expect(await read(group.id)).toMatchObject({ type: null, images: [{ id: other?.id }] });
});

it('are changed by their members alone, and deleted ones are kept for 30 days', async () => {
  const [mine, gone] = [await makeGroup('Mine'), await makeGroup('Gone')];
  await change({ change: 'delete', groups: sorted(gone) });
  const { client: stranger } = await server.makeTenant();
  const asked = async (caller: TestClient, body: object) => (await caller.post(`${GROUPS}change`, body)).status;
  expect(await asked(stranger, { change: 'delete', groups: [mine.id] })).toBe(404);
  expect(await asked(stranger, { change: 'restore', groups: [gone.id] })).toBe(404);
  expect(await asked(client, { change: 'delete' })).toBe(400);
  expect(await asked(client, { change: 'delete', filter: { serach: 'Mine' } })).toBe(400);
  const day = 24 * 60 * 60 * 1000;
  await purgeTrash(server.db, groupTrash, new Date(Date.now() + 29 * day));
  expect(await asked(client, { change: 'restore', groups: [gone.id] })).toBe(200);
  await change({ change: 'delete', groups: [gone.id] });
  await purgeTrash(server.db, groupTrash, new Date(Date.now() + 31 * day));
  expect(await asked(client, { change: 'restore', groups: [gone.id] })).toBe(404);
});

it('that are taken back leave out what was deleted since, where that is asked for', async () => {
  const [a, b] = [await makeGroup('Ga'), await makeGroup('Gb')];
  const { client: stranger } = await server.makeTenant();
  const foreign = await makeNamed(stranger, GROUPS);
  await change({ change: 'test', groups: [a.id, b.id] });
  await client.delete(`${GROUPS}${b.id}`);
  const back = { change: 'train', groups: [a.id, b.id, foreign.id] };
  expect((await client.post(`${GROUPS}change`, back)).status).toBe(404);
  expect(await names({ test: true })).toEqual(['Ga']);
  expect(await change({ ...back, skip_gone: true })).toEqual([a.id]);
  expect(await names({ test: true })).toEqual([]);
  expect(await change({ ...back, groups: [foreign.id], skip_gone: true })).toEqual([]);
  // Of two that were deleted one is gone for good.
  await change({ change: 'delete', groups: [a.id] });
  await sql`delete from deleted_group where id = ${b.id}`.execute(server.db);
  expect(await change({ change: 'restore', groups: [a.id, b.id], skip_gone: true })).toEqual([a.id]);
  expect(await change({ change: 'restore', groups: [b.id], skip_gone: true })).toEqual([]);
});

it('that match, more than one call may change, are changed in parts', async () => {
  const more = 3;
  await sql`
    insert into similarity_group (workspace_id, name)
    select ${workspaceId}, 'G' || n from generate_series(1, ${MAX_IDS_PER_CALL + more}::int) n`.execute(server.db);
  const send = (parts: object) => client.post(`${GROUPS}change`, { change: 'test', filter: { test: false }, ...parts });
  expect((await send({})).status).toBe(400);
  const first = bodyOf<Changed>(await send({ in_parts: true }));
  expect([first.changed.length, typeof first.next]).toEqual([MAX_IDS_PER_CALL, 'string']);
  const second = bodyOf<Changed>(await send({ in_parts: true, after: first.next }));
  expect([second.changed.length, second.next]).toEqual([more, null]);
  expect(new Set([...first.changed, ...second.changed]).size).toBe(MAX_IDS_PER_CALL + more);
});
