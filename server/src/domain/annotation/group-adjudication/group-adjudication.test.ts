import type {
  AdjudicatedGroupBatch,
  DisputedGroupDetails,
  GoldCreation,
  GroupAgreement,
  Job,
} from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createTestJob } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { postUndoable, undo } from '../../../testing/api/undo';
import {
  changeMembers,
  createGoldGroupFixture,
  listMembers,
  type GoldGroupFixture,
} from '../../../testing/quality/gold-group-fixture';
import { getBatch } from '../../../testing/quality/gold-fixture';

const server = setUpTestServer();
let owner: TestUser;
let anna: TestUser;
let ben: TestUser;
let reviewer: TestUser;
let fixture: GoldGroupFixture;
let path: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  anna = await createTestMember(server, workspace, 'annotator');
  ben = await createTestMember(server, workspace, 'annotator');
  reviewer = await createTestMember(server, workspace, 'reviewer');
  fixture = await createGoldGroupFixture(owner, { ordinary: 2 });
  ({ path } = fixture);
  expectBody(await owner.client.put(path, { todo_number: 2 }));
  for (const user of [anna, ben]) await getBatch(user, path);
});

/** Removes members of a group and marks the group as done. */
async function removeAndMarkDone(user: TestUser, group: string, removedMembers: readonly string[]) {
  if (removedMembers.length > 0) await changeMembers(user, group, 'remove', removedMembers);
  expectBody(await user.client.post(`${path}/mark-done`, { items: [group] }));
}
const readAgreement = async () => expectBody<GroupAgreement>(await reviewer.client.get(`${path}/agreement`));
const readJob = async () => expectBody<Job>(await owner.client.get(path));
const readItem = async (group: string) =>
  expectBody<{ item: DisputedGroupDetails | null }>(await reviewer.client.get(`${path}/disputed-item`, { group })).item!;

it('agreement compares the members that users kept', async () => {
  const [disputedGroup, agreedGroup] = fixture.ordinary as [string, string];
  const [remainingMember] = await listMembers(owner, disputedGroup);
  const [removedMember] = await listMembers(owner, agreedGroup);
  await removeAndMarkDone(anna, disputedGroup, [remainingMember!]);
  await removeAndMarkDone(ben, disputedGroup, []);
  await removeAndMarkDone(anna, agreedGroup, [removedMember!]);
  expect(await listMembers(owner, agreedGroup)).toHaveLength(4);
  await removeAndMarkDone(ben, agreedGroup, [removedMember!]);
  // If all users agree, their result is copied to the group.
  expect(await listMembers(owner, agreedGroup)).toHaveLength(3);
  expect(await listMembers(owner, disputedGroup)).toHaveLength(4);
  const agreement = await readAgreement();
  expect(agreement).toMatchObject({ compared: 2, agreeing: 1, members: { same: 6, all: 7 } });
  const [pair] = agreement.pairs;
  expect(agreement.pairs).toHaveLength(1);
  expect(pair!.f1).toBeCloseTo(12 / 13, 10);
  // Two users decide on 8 members: 13 decisions keep a member, 3 remove one, and the users differ on one member. Observed disagreement 2 /
  // 16, expected 2 · 13 · 3 / (16 · 15).
  expect(pair!.alpha).toEqual({ alpha: expect.closeTo(1 - 0.125 / 0.325, 10) as number, n: 8 });
  expect(agreement.disagreements).toMatchObject([
    { group: disputedGroup, name: 'A group', thumb_img_path: expect.any(String) as string, difference: 1 / 4, is_open: true },
  ]);
  expect(agreement.disagreements[0]!.users.map(({ id }) => id)).toEqual([anna.id, ben.id]);
});

it("a reviewer's decision replaces the members, can be undone and allows a gold item", async () => {
  const [group] = fixture.ordinary as [string];
  const [firstMember, secondMember, thirdMember, fourthMember] = (await listMembers(owner, group)) as [
    string,
    string,
    string,
    string,
  ];
  await removeAndMarkDone(anna, group, [firstMember, secondMember]);
  const itemBeforeDispute = await readItem(group);
  const adjudicate = (members: string[], version: string, { client } = reviewer) =>
    client.post(`${path}/adjudicate`, { item: group, version, members });
  expect((await adjudicate([thirdMember], itemBeforeDispute.version)).status).toBe(400);
  await removeAndMarkDone(ben, group, [firstMember, thirdMember]);
  // If another user adds a member meanwhile, the member remains.
  await changeMembers(owner, group, 'add', [fixture.others[0]!]);
  expect(await readJob()).toMatchObject({ adjudication_count: 1 });
  const disputedGroup = await readItem(group);
  const keepersByMember = new Map(disputedGroup.members.map(({ id, users }) => [id, users]));
  expect([keepersByMember.get(firstMember), keepersByMember.get(secondMember), keepersByMember.get(thirdMember)]).toEqual([
    undefined,
    [ben.id],
    [anna.id],
  ]);
  expect(keepersByMember.get(fourthMember)).toEqual([anna.id, ben.id]);
  const staleResponse = await adjudicate([thirdMember], itemBeforeDispute.version);
  expect([staleResponse.status, (await adjudicate([thirdMember], disputedGroup.version, anna)).status]).toEqual([409, 403]);
  expect((await adjudicate([firstMember], disputedGroup.version)).status).toBe(404);
  const addToGold = async () =>
    expectBody<GoldCreation>(
      await owner.client.post('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task, groups: [group], dry_run: true }),
    );
  expect(await addToGold()).toMatchObject({ created: 0, not_verified: 1 });
  const body = { item: group, version: disputedGroup.version, members: [secondMember, fourthMember] };
  const decidedGroup = await postUndoable<DisputedGroupDetails>(reviewer.client, `${path}/adjudicate`, body);
  expect(decidedGroup.decision).toMatchObject({ user: { id: reviewer.id } });
  expect((await listMembers(owner, group)).sort()).toEqual([secondMember, fourthMember, fixture.others[0]!].sort());
  expect((await readAgreement()).disagreements).toMatchObject([{ is_open: false }]);
  expect(await readJob()).toMatchObject({ adjudication_count: 0 });
  expect(await addToGold()).toMatchObject({ created: 1, not_verified: 0 });
  await undo(reviewer.client, decidedGroup);
  expect(await listMembers(owner, group)).toHaveLength(5);
  expect((await readAgreement()).disagreements).toMatchObject([{ is_open: true }]);
});

it('jobs without gold items compare the members of the group at each completion', async () => {
  const job = await createTestJob(owner.client, 'similarity', { todo_number: 2 });
  const manager = await createTestMember(server, job.workspace, 'manager');
  path = `/annotate/v2/similarityjob/${job.id}`;
  const [group] = fixture.ordinary as [string];
  expectBody(await owner.client.post(`${path}/add-items`, { items: [group] }));
  const [image] = await listMembers(owner, group);
  await removeAndMarkDone(owner, group, [image!]);
  await changeMembers(manager, group, 'add', [image!]);
  await removeAndMarkDone(manager, group, []);
  expect((await readAgreement()).disagreements).toMatchObject([{ group, difference: 1 / 4, is_open: true }]);
  const { version, members } = await readItem(group);
  const agreedMembers = members.flatMap(({ id, users }) => (users.length === 2 ? [id] : []));
  expectBody(await reviewer.client.post(`${path}/adjudicate`, { item: group, version, members: agreedMembers }));
  expect(await listMembers(owner, group)).toHaveLength(3);
});

describe('independent job without gold items', () => {
  const createJob = async (fields: object = {}) => {
    expectBody(await owner.client.put(`${fixture.path}/gold`, { rate: null }));
    const job = await createTestJob(owner.client, 'similarity', { blind: true, todo_number: 2, randomize: false, ...fields });
    path = `/annotate/v2/similarityjob/${job.id}`;
    expectBody(await owner.client.post(`${path}/add-items`, { items: fixture.ordinary }));
    await owner.client.post(`/annotate/v2/similarityjob/${fixture.path.split('/').at(-1)}/remove-items`, {
      items: fixture.ordinary,
    });
  };

  it('shows annotators only their own changes until they agree', async () => {
    await createJob();
    const [group] = fixture.ordinary as [string];
    const [removedMember] = await listMembers(owner, group);
    for (const user of [anna, ben]) expect((await getBatch(user, path)).results).toEqual(fixture.ordinary);
    await removeAndMarkDone(anna, group, [removedMember!]);
    expect([await listMembers(anna, group), await listMembers(ben, group)].map(({ length }) => length)).toEqual([3, 4]);
    await removeAndMarkDone(ben, group, [removedMember!]);
    expect(await listMembers(owner, group)).toHaveLength(3);
    expect(await readJob()).toMatchObject({ item_count: 2, item_done_count: 1, adjudication_count: 0, blind: true });
    expect((await owner.client.put(path, { blind: false })).status).toBe(400);
  });

  it('accepts only annotators, because others can see the groups', async () => {
    const body = { assignees: [anna.id, reviewer.id] };
    await createJob(body);
    expect((await getBatch(reviewer, path)).results).toEqual([]);
    expect((await reviewer.client.post(`${path}/mark-done`, { items: fixture.ordinary })).status).toBe(403);
    expect(await readJob()).toMatchObject({ missing_people: { available: 1, all: 2 } });
  });

  it('assigns an additional annotator only to groups whose first annotators disagree', async () => {
    await createJob({ extra_threshold: 80 });
    const [disputedGroup, agreedGroup] = fixture.ordinary as [string, string];
    const cara = await createTestMember(server, (await readJob()).workspace, 'annotator');
    const [firstMember, secondMember] = await listMembers(owner, disputedGroup);
    for (const user of [anna, ben]) await getBatch(user, path);
    await removeAndMarkDone(anna, disputedGroup, [firstMember!]);
    await removeAndMarkDone(anna, agreedGroup, []);
    await removeAndMarkDone(ben, agreedGroup, []);
    await removeAndMarkDone(ben, disputedGroup, [secondMember!]);
    expect(await readJob()).toMatchObject({ item_done_count: 1, adjudication_count: 0 });
    expect((await getBatch(cara, path)).results).toEqual([disputedGroup]);
    expect((await readAgreement()).further_people).toEqual({ items: 2, asked_items: 1, asked: 1, possible: 2 });
    await removeAndMarkDone(cara, disputedGroup, [firstMember!]);
    expect(await readJob()).toMatchObject({ item_done_count: 2, adjudication_count: 1 });
    expect((await readAgreement()).disagreements).toMatchObject([{ group: disputedGroup, is_open: true }]);
  });

  it('decides all groups without ties by majority, and one undo reverts the decisions', async () => {
    await createJob({ todo_number: 3 });
    const cara = await createTestMember(server, (await readJob()).workspace, 'annotator');
    const [decidedGroup, tiedGroup] = fixture.ordinary as [string, string];
    const [firstMember, secondMember, thirdMember, fourthMember] = (await listMembers(owner, decidedGroup)) as [
      string,
      string,
      string,
      string,
    ];
    const removals = [[firstMember, secondMember], [firstMember], []];
    for (const [index, user] of [anna, ben, cara].entries()) {
      await getBatch(user, path);
      await removeAndMarkDone(user, decidedGroup, removals[index]!);
      if (user !== cara) await removeAndMarkDone(user, tiedGroup, []);
    }
    const acceptMatching = (body: object) =>
      postUndoable<AdjudicatedGroupBatch>(reviewer.client, `${path}/adjudicate-matching`, body);
    const expectedBatch = { adjudicated: [decidedGroup], members: 3, ties: 0, next: null };
    expect(await acceptMatching({ dry_run: true })).toMatchObject(expectedBatch);
    expect(await readJob()).toMatchObject({ adjudication_count: 1 });
    const batch = await acceptMatching({});
    expect(batch).toMatchObject(expectedBatch);
    expect((await listMembers(owner, decidedGroup)).sort()).toEqual([secondMember, thirdMember, fourthMember].sort());
    expect(await readJob()).toMatchObject({ adjudication_count: 0 });
    await undo(reviewer.client, batch);
    expect(await listMembers(owner, decidedGroup)).toHaveLength(4);
    // A fourth user makes a tie: two of four have removed the first member.
    expectBody(await owner.client.put(path, { todo_number: 4 }));
    const dora = await createTestMember(server, (await readJob()).workspace, 'annotator');
    await getBatch(dora, path);
    await removeAndMarkDone(dora, decidedGroup, []);
    expect(await acceptMatching({})).toMatchObject({ adjudicated: [], ties: 1 });
    expect(await listMembers(owner, decidedGroup)).toHaveLength(4);
  });
});
