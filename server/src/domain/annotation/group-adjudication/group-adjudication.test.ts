import type { DisputedGroupDetails, GoldCreation, GroupAgreement } from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createTestJob } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { postUndoable, undo } from '../../../testing/api/undo';
import { changeMembers, createGoldGroupWorld, listMembers, type GoldGroupWorld } from '../../../testing/quality/gold-group-world';
import { getBatch } from '../../../testing/quality/gold-world';

const server = setUpTestServer();
let owner: TestUser;
let anna: TestUser;
let ben: TestUser;
let reviewer: TestUser;
let world: GoldGroupWorld;
let path: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  anna = await createTestMember(server, workspace, 'annotator');
  ben = await createTestMember(server, workspace, 'annotator');
  reviewer = await createTestMember(server, workspace, 'reviewer');
  world = await createGoldGroupWorld(owner, { ordinary: 2 });
  ({ path } = world);
  expectBody(await owner.client.put(path, { todo_number: 2 }));
  for (const user of [anna, ben]) await getBatch(user, path);
});

/** Removes members of a group and marks the group as done. */
async function annotate(user: TestUser, group: string, removed: readonly string[]) {
  if (removed.length > 0) await changeMembers(user, group, 'remove', removed);
  expectBody(await user.client.post(`${path}/mark-done`, { items: [group] }));
}
const readAgreement = async () => expectBody<GroupAgreement>(await reviewer.client.get(`${path}/agreement`));
const readItem = async (group: string) =>
  expectBody<{ item: DisputedGroupDetails | null }>(await reviewer.client.get(`${path}/disputed-item`, { group })).item!;

it('the agreement of users compares the members that they kept', async () => {
  const [disputed, agreed] = world.ordinary as [string, string];
  const [kept] = await listMembers(owner, disputed);
  const [removed] = await listMembers(owner, agreed);
  await annotate(anna, disputed, [kept!]);
  await annotate(ben, disputed, []);
  await annotate(anna, agreed, [removed!]);
  expect(await listMembers(owner, agreed)).toHaveLength(4);
  await annotate(ben, agreed, [removed!]);
  // The result of users who agree is copied to the group.
  expect(await listMembers(owner, agreed)).toHaveLength(3);
  expect(await listMembers(owner, disputed)).toHaveLength(4);
  const agreement = await readAgreement();
  expect(agreement).toMatchObject({ compared: 2, agreeing: 1, members: { same: 6, all: 7 } });
  const [pair] = agreement.pairs;
  expect(agreement.pairs).toHaveLength(1);
  expect(pair!.f1).toBeCloseTo(12 / 13, 10);
  // 8 members: 13 times kept and 3 times removed, once differently. Observed 2 / 16, expected 2 · 13 · 3 / (16 · 15).
  expect(pair!.alpha).toEqual({ alpha: expect.closeTo(1 - 0.125 / 0.325, 10) as number, n: 8 });
  expect(agreement.disagreements).toMatchObject([
    { group: disputed, name: 'A group', thumb_img_path: expect.any(String) as string, difference: 1 / 4, is_open: true },
  ]);
  expect(agreement.disagreements[0]!.users.map(({ id }) => id)).toEqual([anna.id, ben.id]);
});

it('a decision of a reviewer replaces the members, can be undone, and makes the group a possible gold item', async () => {
  const [group] = world.ordinary as [string];
  const [first, second, third, fourth] = (await listMembers(owner, group)) as [string, string, string, string];
  await annotate(anna, group, [first, second]);
  const early = await readItem(group);
  const adjudicate = (members: string[], version: string, { client } = reviewer) =>
    client.post(`${path}/adjudicate`, { item: group, version, members });
  expect((await adjudicate([third], early.version)).status).toBe(400);
  await annotate(ben, group, [first, third]);
  // A member that somebody else adds meanwhile remains.
  await changeMembers(owner, group, 'add', [world.others[0]!]);
  const item = await readItem(group);
  const keptBy = new Map(item.members.map(({ id, users }) => [id, users]));
  expect([keptBy.get(first), keptBy.get(second), keptBy.get(third)]).toEqual([undefined, [ben.id], [anna.id]]);
  expect(keptBy.get(fourth)).toEqual([anna.id, ben.id]);
  const stale = await adjudicate([third], early.version);
  expect([stale.status, (await adjudicate([third], item.version, anna)).status]).toEqual([409, 403]);
  expect((await adjudicate([first], item.version)).status).toBe(404);
  const addToGold = async () =>
    expectBody<GoldCreation>(
      await owner.client.post('/annotate/v2/gold/', { domain: 'similarity', task: world.task, groups: [group], dry_run: true }),
    );
  expect(await addToGold()).toMatchObject({ created: 0, not_verified: 1 });
  const body = { item: group, version: item.version, members: [second, fourth] };
  const decided = await postUndoable<DisputedGroupDetails>(reviewer.client, `${path}/adjudicate`, body);
  expect(decided.decision).toMatchObject({ user: { id: reviewer.id } });
  expect((await listMembers(owner, group)).sort()).toEqual([second, fourth, world.others[0]!].sort());
  expect((await readAgreement()).disagreements).toMatchObject([{ is_open: false }]);
  expect(await addToGold()).toMatchObject({ created: 1, not_verified: 0 });
  await undo(reviewer.client, decided);
  expect(await listMembers(owner, group)).toHaveLength(5);
  expect((await readAgreement()).disagreements).toMatchObject([{ is_open: true }]);
});

it('jobs without gold items compare the members of the group at each completion', async () => {
  const job = await createTestJob(owner.client, 'similarity', { todo_number: 2 });
  const manager = await createTestMember(server, job.workspace, 'manager');
  path = `/annotate/v2/similarityjob/${job.id}`;
  const [group] = world.ordinary as [string];
  expectBody(await owner.client.post(`${path}/add-items`, { items: [group] }));
  const [image] = await listMembers(owner, group);
  await annotate(owner, group, [image!]);
  await changeMembers(manager, group, 'add', [image!]);
  await annotate(manager, group, []);
  expect((await readAgreement()).disagreements).toMatchObject([{ group, difference: 1 / 4, is_open: true }]);
  const { version, members } = await readItem(group);
  const chosen = members.flatMap(({ id, users }) => (users.length === 2 ? [id] : []));
  expectBody(await reviewer.client.post(`${path}/adjudicate`, { item: group, version, members: chosen }));
  expect(await listMembers(owner, group)).toHaveLength(3);
});
