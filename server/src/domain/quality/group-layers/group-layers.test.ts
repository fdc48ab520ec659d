import type {
  ComparedMember,
  GoldAppeal,
  GoldItem,
  GroupRow,
  Job,
  JobGold,
  QualityItem,
  QualityReport,
} from '@console/shared-contract/api';
import { expectBody } from '../../../testing/api/client';
import { createNamedRow, createTestJob, createTestObject, type ListEnvelope } from '../../../testing/api/fixtures';
import { createTestMember } from '../../../testing/api/members';
import { setUpTestServer } from '../../../testing/api/test-server';
import type { TestUser } from '../../../testing/api/test-users';
import { postUndoable, undo } from '../../../testing/api/undo';
import {
  changeMembers,
  createGoldGroupFixture,
  listMembers,
  readGroup,
  type GoldGroupFixture,
} from '../../../testing/quality/gold-group-fixture';
import { getBatch } from '../../../testing/quality/gold-fixture';
import { rescoreGoldKind } from '../gold/rescore-gold';

const GROUPS = '/similarity/training/v2/group/';
const VERIFICATIONS = '/annotate/v2/similarity-verification/';

const server = setUpTestServer();
let owner: TestUser;
let anna: TestUser;
let ben: TestUser;
let fixture: GoldGroupFixture;
let goldGroup: string;
let ordinaryGroup: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  [anna, ben] = [await createTestMember(server, workspace, 'annotator'), await createTestMember(server, workspace, 'annotator')];
  fixture = await createGoldGroupFixture(owner, { ordinary: 2 });
  goldGroup = fixture.gold[0]!;
  ordinaryGroup = fixture.ordinary[0]!;
  await getBatch(anna, fixture.path);
});

const createTask = () => createNamedRow(owner.client, '/similarity/training/v2/task/', { name: 'Another' });
const markDone = async ({ client }: TestUser, group: string) =>
  expectBody<Job>(await client.post(`${fixture.path}/mark-done`, { items: [group] }));
const verifyGroup = async ({ client }: TestUser, group: string) =>
  expectBody<{ id: string }>(await client.post(VERIFICATIONS, { group_id: group }), 201);
const readReport = async (user: TestUser) =>
  expectBody<QualityReport>(await user.client.get('/annotate/v2/quality-report/', { task: fixture.task }));
const listInjectedMembers = async (user: TestUser) => {
  const members = await listMembers(owner, goldGroup);
  return (await listMembers(user, goldGroup)).filter((image) => !members.includes(image));
};

it('verified groups of the types of a similarity task become gold items of the task', async () => {
  const { id: otherGroup } = await createNamedRow(owner.client, GROUPS, { name: 'Another', type: null });
  await verifyGroup(owner, otherGroup);
  const body = { domain: 'similarity', task: fixture.task, groups: [goldGroup, ordinaryGroup, otherGroup] };
  const counts = { created: 0, already_gold: 1, not_verified: 1, other_type: 1 };
  for (const dry_run of [true, false])
    expect(expectBody(await owner.client.post('/annotate/v2/gold/', { ...body, dry_run }))).toEqual(counts);
  const [goldItem] = expectBody<ListEnvelope<GoldItem>>(
    await owner.client.get('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task }),
  ).results;
  expect(goldItem).toMatchObject({ image: null, group: goldGroup, file_name: 'A group', member_count: 3 });
  expect(goldItem?.thumb_img_path).toEqual(expect.any(String));
  expect(expectBody<JobGold>(await owner.client.get(`${fixture.path}/gold`))).toEqual({ rate: 0.5, items: 1, annotators: 2 });
  expect((await owner.client.post('/annotate/v2/gold/', { ...body, images: [], domain: 'detection' })).status).toBe(400);
});

it('only annotators see members of other groups in their gold groups', async () => {
  expect((await getBatch(anna, fixture.path)).results).toContain(goldGroup);
  expect(await listMembers(anna, goldGroup)).toHaveLength(4);
  expect(fixture.others).toEqual(expect.arrayContaining(await listInjectedMembers(anna)));
  expect(await listMembers(owner, goldGroup)).toHaveLength(3);
  const listRows = async (path: string, query: Record<string, string>) =>
    expectBody<ListEnvelope<GroupRow>>(await anna.client.get(path, query));
  const groups = (await listRows(GROUPS, { similarityjob: fixture.path.split('/').at(-1)! })).results;
  expect(groups.map(({ images_count, verificationsCount }) => [images_count, verificationsCount])).toEqual(
    groups.map(() => [4, 0]),
  );
  expect((await listRows('/recognition/v2/training-image/', { group: goldGroup })).count).toBe(4);
  // Groups that the annotator has not got are hidden.
  expect((await ben.client.get(`${GROUPS}${goldGroup}`)).status).toBe(404);
});

it('adds members of groups of the same type, even if all are in the job', async () => {
  const { id: type } = await createNamedRow(owner.client, '/similarity/training/v2/type/', { name: 'Another type' });
  const groupsOfImage = expectBody<ListEnvelope<GroupRow>>(await owner.client.get(GROUPS, { image: fixture.others[0]! })).results;
  const { version } = await readGroup(owner, groupsOfImage[0]!.id);
  expectBody(await owner.client.put(`${GROUPS}${groupsOfImage[0]!.id}`, { name: 'A group', type, version }));
  expectBody(await owner.client.put(fixture.path, { todo_number: 2 }));
  await getBatch(ben, fixture.path);
  expect(await listInjectedMembers(ben)).toHaveLength(1);
  expect(fixture.others).not.toEqual(expect.arrayContaining(await listInjectedMembers(ben)));
});

it('changes are applied when a group is marked as done, and never to gold groups', async () => {
  const [image] = await listMembers(anna, ordinaryGroup);
  await changeMembers(anna, ordinaryGroup, 'remove', [image!]);
  expect([await listMembers(anna, ordinaryGroup), await listMembers(owner, ordinaryGroup)].map(({ length }) => length)).toEqual([
    3, 4,
  ]);
  // The removal can be undone, although the image is in no other group of the annotator.
  await changeMembers(anna, ordinaryGroup, 'add', [image!]);
  expect(await listMembers(anna, ordinaryGroup)).toContain(image);
  await changeMembers(anna, ordinaryGroup, 'remove', [image!]);
  await verifyGroup(anna, ordinaryGroup);
  expect((await readGroup(owner, ordinaryGroup)).verificationsCount).toBe(0);
  await markDone(anna, ordinaryGroup);
  expect(await listMembers(owner, ordinaryGroup)).not.toContain(image);
  expect((await readGroup(owner, ordinaryGroup)).verificationsCount).toBe(1);
  expect(expectBody<Job>(await owner.client.get(fixture.path))).toMatchObject({ item_count: 2, item_done_count: 1 });
  // A change after the group was marked as done takes effect at once.
  await changeMembers(anna, ordinaryGroup, 'add', [image!]);
  expect(await listMembers(owner, ordinaryGroup)).toContain(image);
  const groupBefore = await readGroup(owner, goldGroup);
  await changeMembers(
    anna,
    goldGroup,
    'remove',
    groupBefore.images.slice(0, 2).map(({ id }) => id),
  );
  await verifyGroup(anna, goldGroup);
  await markDone(anna, goldGroup);
  expect(await readGroup(owner, goldGroup)).toEqual(groupBefore);
  expect(expectBody<Job>(await owner.client.get(fixture.path))).toMatchObject({ item_count: 2, item_done_count: 1 });
});

it('scores the members of each annotator in the report of the task', async () => {
  // Ben also gets the groups that Anna has already got.
  expectBody(await owner.client.put(fixture.path, { todo_number: 2 }));
  await getBatch(ben, fixture.path);
  await changeMembers(anna, goldGroup, 'remove', await listInjectedMembers(anna));
  const [keptMember, removedMember] = await listMembers(owner, goldGroup);
  await changeMembers(ben, goldGroup, 'remove', [removedMember!]);
  expect(await listMembers(anna, goldGroup)).toEqual(expect.arrayContaining([keptMember, removedMember]));
  for (const user of [anna, ben]) await markDone(user, goldGroup);
  const report = await readReport(owner);
  const readEstimate = (id: string) => {
    const { estimates } = report.people.find(({ user }) => user.id === id)!;
    return [estimates.precision.value, estimates.recall.value, estimates.image_f1.n];
  };
  expect([readEstimate(anna.id), readEstimate(ben.id)]).toEqual([
    [1, 1, 1],
    [2 / 3, 2 / 3, 1],
  ]);
  expect(report.labels).toMatchObject([{ label: { id: fixture.type } }]);
  const items = expectBody<ListEnvelope<QualityItem>>(
    await owner.client.get('/annotate/v2/quality-report/item/', { task: fixture.task, label: fixture.type }),
  ).results;
  expect(items.map(({ group, image, differences }) => [group, image, differences])).toEqual([
    [goldGroup, null, { missing: 1, extra: 1, misplaced: 0, wrong_label: 0 }],
    [goldGroup, null, { missing: 0, extra: 0, misplaced: 0, wrong_label: 0 }],
  ]);
});

it('gives feedback on the members of a gold group, and an accepted appeal corrects it', async () => {
  expectBody(await owner.client.put(fixture.path, { gold_feedback: 2 }));
  const [injectedMember] = await listInjectedMembers(anna);
  const getFeedback = async (groupId: string) =>
    expectBody<{ feedback: unknown }>(await anna.client.post(`${fixture.path}/gold-feedback`, { item: groupId })).feedback;
  for (const group of [goldGroup, ordinaryGroup]) await markDone(anna, group);
  expect(await getFeedback(ordinaryGroup)).toBeNull();
  expect(await getFeedback(goldGroup)).toEqual({ differences: [{ kind: 'extra', box: null }], tries_left: 1, appealed: false });
  expectBody(await anna.client.post(`${fixture.path}/appeal`, { item: goldGroup, text: 'It is the same cup.' }));
  const job = fixture.path.split('/').at(-1)!;
  const [appeal] = expectBody<ListEnvelope<GoldAppeal>>(await owner.client.get('/annotate/v2/gold-appeal/', { job })).results;
  expect(appeal).toMatchObject({ group: goldGroup, image: null, file_name: 'A group', user: { id: anna.id } });
  const { members } = expectBody<{ members: ComparedMember[] }>(
    await owner.client.get('/annotate/v2/quality-report/comparison', { gold: appeal!.gold, job, user: anna.id }),
  );
  expect(members.map(({ in_gold, in_work }) => [in_gold, in_work])).toEqual([[false, true], ...Array(3).fill([true, true])]);
  expect(members[0]?.id).toBe(injectedMember);
  // The correction does not improve the score, but the accepted appeal does.
  await changeMembers(anna, goldGroup, 'remove', [injectedMember!]);
  expect(await getFeedback(goldGroup)).toMatchObject({ differences: [], tries_left: 0 });
  expect((await readReport(owner)).total.estimates.precision.value).toBe(0.75);
  await changeMembers(anna, goldGroup, 'add', [injectedMember!]);
  expectBody(await owner.client.put(`/annotate/v2/gold-appeal/${appeal!.id}`, { state: 'accepted' }));
  await server.runWork([rescoreGoldKind]);
  const report = await readReport(owner);
  expect([report.total.estimates.precision.value, report.labels.map(({ label }) => label.id)]).toEqual([1, [fixture.type]]);
});

it('an annotator can correct a group after removing the mark, and the verification', async () => {
  const { id } = await verifyGroup(anna, goldGroup);
  await markDone(anna, goldGroup);
  expect((await readReport(owner)).total.estimates.precision.value).toBe(0.75);
  expect((await anna.client.delete(`${VERIFICATIONS}${id}`)).status).toBe(204);
  expectBody(await anna.client.post(`${fixture.path}/unmark-done`, { items: [goldGroup] }));
  expect((await readReport(owner)).total.estimates.precision.value).toBeNull();
  await changeMembers(anna, goldGroup, 'remove', await listInjectedMembers(anna));
  await markDone(anna, goldGroup);
  expect((await readReport(owner)).total.estimates.precision.value).toBe(1);
});

testInLongRun('shows the annotator their verification until it is removed', async () => {
  const listVerifications = async () =>
    expectBody<ListEnvelope<{ id: string; user: { id: string } }>>(await anna.client.get(VERIFICATIONS, { group: goldGroup }))
      .results;
  const { id } = await verifyGroup(anna, goldGroup);
  expect((await readGroup(anna, goldGroup)).verificationsCount).toBe(1);
  expect(await listVerifications()).toMatchObject([{ id, user: { id: anna.id } }]);
  expect((await readGroup(owner, goldGroup)).verificationsCount).toBe(1);
  expect((await anna.client.delete(`${VERIFICATIONS}${id}`)).status).toBe(204);
  expect([(await readGroup(anna, goldGroup)).verificationsCount, await listVerifications()]).toEqual([0, []]);
});

const CLOSINGS: [name: string, getPath: () => string, fields: object, getReopening: () => object][] = [
  ['the job is completed', () => fixture.path, { done: true }, () => ({ done: false })],
  [
    'gold items are turned off',
    () => `${fixture.path}/gold`,
    { rate: null },
    () => ({ rate: 0.5, domain: 'similarity', task: fixture.task }),
  ],
];

it.each(process.env.LONG ? CLOSINGS : CLOSINGS.slice(0, 1))(
  'unfinished changes are applied when %s, and layers equal the group afterwards',
  async (_, getPath, closeItems, getReopening) => {
    const [removedMember, otherMember] = await listMembers(anna, ordinaryGroup);
    await changeMembers(anna, ordinaryGroup, 'remove', [removedMember!]);
    await verifyGroup(anna, ordinaryGroup);
    expectBody(await owner.client.put(getPath(), closeItems));
    expect(await listMembers(owner, ordinaryGroup)).not.toContain(removedMember);
    expect((await readGroup(owner, ordinaryGroup)).verificationsCount).toBe(1);
    await changeMembers(owner, ordinaryGroup, 'remove', [otherMember!]);
    expectBody(await owner.client.put(getPath(), getReopening()));
    expect(await listMembers(anna, ordinaryGroup)).toEqual(await listMembers(owner, ordinaryGroup));
    expect((await readGroup(anna, ordinaryGroup)).verificationsCount).toBe(1);
  },
);

const switchGold = async (rate: number | null) =>
  expectBody(
    await owner.client.put(`${fixture.path}/gold`, rate === null ? { rate } : { rate, domain: 'similarity', task: fixture.task }),
  );

it('groups received while gold items were disabled remain visible when they are enabled again', async () => {
  await switchGold(null);
  const { id } = await createNamedRow(owner.client, GROUPS, { name: 'A group', type: fixture.type });
  expectBody(await owner.client.post(`${GROUPS}${id}/add-images`, { images: fixture.others }));
  expectBody(await owner.client.post(`${fixture.path}/add-items`, { items: [id] }));
  expect((await getBatch(anna, fixture.path)).results).toContain(id);
  await verifyGroup(anna, id);
  await markDone(anna, id);
  await switchGold(0.5);
  expect((await listMembers(anna, id)).sort()).toEqual(fixture.others.toSorted());
  expect((await readGroup(anna, id)).verificationsCount).toBe(1);
  expect((await ben.client.get(`${GROUPS}${id}`)).status).toBe(404);
});

it('unfinished changes are applied when the group is removed from the job, until an undo', async () => {
  const [removedMember, keptMember] = await listMembers(anna, ordinaryGroup);
  await changeMembers(anna, ordinaryGroup, 'remove', [removedMember!]);
  const removal = await postUndoable(owner.client, `${fixture.path}/remove-items`, { items: [ordinaryGroup] });
  expect(await listMembers(owner, ordinaryGroup)).not.toContain(removedMember);
  await undo(owner.client, removal);
  expect(await listMembers(owner, ordinaryGroup)).toContain(removedMember);
  const members = await listMembers(anna, ordinaryGroup);
  expect([members.includes(removedMember!), members.includes(keptMember!)]).toEqual([false, true]);
  await markDone(anna, ordinaryGroup);
  expect(await listMembers(owner, ordinaryGroup)).not.toContain(removedMember);
});

testInLongRun('undoing the completion of a job makes changes unfinished again', async () => {
  const [removedMember, otherMember] = await listMembers(anna, ordinaryGroup);
  await changeMembers(anna, ordinaryGroup, 'remove', [removedMember!]);
  expectBody(await owner.client.put(fixture.path, { done: true }));
  const { workspace } = await readGroup(owner, ordinaryGroup);
  const [changeSet] = expectBody<ListEnvelope<{ id: string }>>(
    await owner.client.get('/history/v2/set/', { workspace, limit: '1' }),
  ).results;
  await changeMembers(owner, ordinaryGroup, 'remove', [otherMember!]);
  expectBody(await owner.client.post('/history/v2/undo', { workspace, change_set: changeSet!.id }));
  const members = await listMembers(owner, ordinaryGroup);
  expect([members.includes(removedMember!), members.includes(otherMember!)]).toEqual([true, false]);
  expect((await listMembers(anna, ordinaryGroup)).sort()).toEqual(members.filter((id) => id !== removedMember).sort());
  await markDone(anna, ordinaryGroup);
  expect(await listMembers(owner, ordinaryGroup)).not.toContain(removedMember);
});

it('a job requires gold items for a gold rate', async () => {
  const job = await createTestJob(owner.client, 'similarity', {});
  const path = `/annotate/v2/similarityjob/${job.id}/gold`;
  for (const body of [{ rate: 0.1 }, { rate: 0.1, domain: 'similarity', task: (await createTask()).id }])
    expect(await owner.client.put(path, body)).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/^task: must have gold items/) },
    });
  expect(expectBody<JobGold>(await owner.client.get(path)).rate).toBeNull();
});

it('shows the object of a gold group without images', async () => {
  const { id } = await createNamedRow(owner.client, GROUPS, { name: 'Objects', type: fixture.type });
  const label = await createNamedRow(owner.client, '/detection/v2/label/', { name: 'Cup' });
  const object = await createTestObject(owner.client, fixture.others[0]!, label.id, [1, 1, 9, 9]);
  expectBody(await owner.client.post(`${GROUPS}${id}/add-objects`, { objects: [object.id] }));
  await verifyGroup(owner, id);
  expectBody(await owner.client.post('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task, groups: [id] }));
  const [goldItem] = expectBody<ListEnvelope<GoldItem>>(
    await owner.client.get('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task }),
  ).results;
  expect([goldItem?.group, goldItem?.thumb_img_path]).toEqual([id, expect.any(String)]);
  expect((await fetch(new URL(goldItem!.thumb_img_path!, server.origin))).status).toBe(200);
});

it('a retired gold item of a group cannot be restored while its successor is in use', async () => {
  const listGoldItems = async () =>
    expectBody<ListEnvelope<GoldItem>>(await owner.client.get('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task }))
      .results;
  const [{ id }] = (await listGoldItems()) as [GoldItem];
  expectBody(await owner.client.post('/annotate/v2/gold/retire', { gold: [id] }));
  expectBody(await owner.client.post('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task, groups: [goldGroup] }));
  expect(expectBody(await owner.client.post('/annotate/v2/gold/retire', { gold: [id], retired: false }))).toEqual({ changed: 0 });
  expect((await listGoldItems()).map(({ retired }) => retired !== null)).toEqual([false, true]);
});

it('moves members between groups of the annotator only, and adds no groups', async () => {
  const [image] = await listInjectedMembers(anna);
  const moveMembers = (body: object) => anna.client.post(`${GROUPS}${goldGroup}/move-members`, { images: [image], ...body });
  expect((await moveMembers({ to: fixture.gold[0] })).status).toBe(400);
  expect((await moveMembers({ new_group: { name: 'Another' } })).status).toBe(404);
  expect((await anna.client.post(`${GROUPS}${goldGroup}/add-groups`, { groups: [ordinaryGroup] })).status).toBe(400);
  expectBody(await moveMembers({ to: ordinaryGroup }));
  expect([await listMembers(anna, goldGroup), await listMembers(anna, ordinaryGroup)].map(({ length }) => length)).toEqual([
    3, 5,
  ]);
});

it('shows the original groups to other roles, and to annotators of a completed job', async () => {
  const manager = await createTestMember(server, (await readGroup(owner, goldGroup)).workspace, 'manager');
  expect((await getBatch(manager, fixture.path)).results).not.toContain(goldGroup);
  expect(await listMembers(manager, goldGroup)).toHaveLength(3);
  await changeMembers(manager, ordinaryGroup, 'remove', [(await listMembers(manager, ordinaryGroup))[0]!]);
  expect(await listMembers(owner, ordinaryGroup)).toHaveLength(3);
  expectBody(await owner.client.put(fixture.path, { done: true }));
  expect(await listMembers(anna, goldGroup)).toHaveLength(3);
});
