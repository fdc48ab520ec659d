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
let gold: string;
let ordinary: string;
beforeEach(async () => {
  owner = await server.createTestUser();
  const workspace = await server.createTestWorkspace({ members: [owner] });
  [anna, ben] = [await createTestMember(server, workspace, 'annotator'), await createTestMember(server, workspace, 'annotator')];
  fixture = await createGoldGroupFixture(owner);
  gold = fixture.gold[0]!;
  ordinary = (await getBatch(anna, fixture.path)).results.find((group) => fixture.ordinary.includes(group))!;
});

const createTask = () => createNamedRow(owner.client, '/similarity/training/v2/task/', { name: 'Another' });
const markDone = async ({ client }: TestUser, group: string) =>
  expectBody<Job>(await client.post(`${fixture.path}/mark-done`, { items: [group] }));
const verify = async ({ client }: TestUser, group: string) =>
  expectBody<{ id: string }>(await client.post(VERIFICATIONS, { group_id: group }), 201);
const readReport = async (user: TestUser) =>
  expectBody<QualityReport>(await user.client.get('/annotate/v2/quality-report/', { task: fixture.task }));
const findWrong = async (user: TestUser) => {
  const members = await listMembers(owner, gold);
  return (await listMembers(user, gold)).filter((image) => !members.includes(image));
};

it('makes verified groups of its types gold items of a similarity task', async () => {
  const { id: other } = await createNamedRow(owner.client, GROUPS, { name: 'Another', type: null });
  await verify(owner, other);
  const body = { domain: 'similarity', task: fixture.task, groups: [gold, ordinary, other] };
  const counts = { created: 0, already_gold: 1, not_verified: 1, other_type: 1 };
  for (const dry_run of [true, false])
    expect(expectBody(await owner.client.post('/annotate/v2/gold/', { ...body, dry_run }))).toEqual(counts);
  const [item] = expectBody<ListEnvelope<GoldItem>>(
    await owner.client.get('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task }),
  ).results;
  expect(item).toMatchObject({ image: null, group: gold, file_name: 'A group', member_count: 3 });
  expect(item?.thumb_img_path).toEqual(expect.any(String));
  expect(expectBody<JobGold>(await owner.client.get(`${fixture.path}/gold`))).toEqual({ rate: 0.5, items: 1, annotators: 2 });
  expect((await owner.client.post('/annotate/v2/gold/', { ...body, images: [], domain: 'detection' })).status).toBe(400);
});

it('annotators get gold groups with members of other groups, which nobody else sees', async () => {
  expect((await getBatch(anna, fixture.path)).results).toContain(gold);
  expect(await listMembers(anna, gold)).toHaveLength(4);
  expect(fixture.others).toEqual(expect.arrayContaining(await findWrong(anna)));
  expect(await listMembers(owner, gold)).toHaveLength(3);
  const list = async (path: string, query: Record<string, string>) =>
    expectBody<ListEnvelope<GroupRow>>(await anna.client.get(path, query));
  const groups = (await list(GROUPS, { similarityjob: fixture.path.split('/').at(-1)! })).results;
  expect(groups.map(({ images_count, verificationsCount }) => [images_count, verificationsCount])).toEqual(
    groups.map(() => [4, 0]),
  );
  expect((await list('/recognition/v2/training-image/', { group: gold })).count).toBe(4);
  // Groups that the annotator has not got are hidden.
  expect((await ben.client.get(`${GROUPS}${gold}`)).status).toBe(404);
});

it('adds members of groups of the same type, even if all are in the job', async () => {
  const { id: type } = await createNamedRow(owner.client, '/similarity/training/v2/type/', { name: 'Another type' });
  const list = expectBody<ListEnvelope<GroupRow>>(await owner.client.get(GROUPS, { image: fixture.others[0]! })).results;
  const { version } = await readGroup(owner, list[0]!.id);
  expectBody(await owner.client.put(`${GROUPS}${list[0]!.id}`, { name: 'A group', type, version }));
  expectBody(await owner.client.put(fixture.path, { todo_number: 2 }));
  await getBatch(ben, fixture.path);
  expect(await findWrong(ben)).toHaveLength(1);
  expect(fixture.others).not.toEqual(expect.arrayContaining(await findWrong(ben)));
});

it('changes take effect with the completion mark, and never in gold groups', async () => {
  const [image] = await listMembers(anna, ordinary);
  await changeMembers(anna, ordinary, 'remove', [image!]);
  expect([await listMembers(anna, ordinary), await listMembers(owner, ordinary)].map(({ length }) => length)).toEqual([3, 4]);
  // The removal can be undone, although the image is in no other group of the annotator.
  await changeMembers(anna, ordinary, 'add', [image!]);
  expect(await listMembers(anna, ordinary)).toContain(image);
  await changeMembers(anna, ordinary, 'remove', [image!]);
  await verify(anna, ordinary);
  expect((await readGroup(owner, ordinary)).verificationsCount).toBe(0);
  await markDone(anna, ordinary);
  expect(await listMembers(owner, ordinary)).not.toContain(image);
  expect((await readGroup(owner, ordinary)).verificationsCount).toBe(1);
  expect(expectBody<Job>(await owner.client.get(fixture.path))).toMatchObject({ item_count: 3, item_done_count: 1 });
  // A change after the group was marked as done takes effect at once.
  await changeMembers(anna, ordinary, 'add', [image!]);
  expect(await listMembers(owner, ordinary)).toContain(image);
  const before = await readGroup(owner, gold);
  await changeMembers(
    anna,
    gold,
    'remove',
    before.images.slice(0, 2).map(({ id }) => id),
  );
  await verify(anna, gold);
  await markDone(anna, gold);
  expect(await readGroup(owner, gold)).toEqual(before);
  expect(expectBody<Job>(await owner.client.get(fixture.path))).toMatchObject({ item_count: 3, item_done_count: 1 });
});

it('scores the members of each annotator in the report of the task', async () => {
  // Ben also gets the groups that Anna has already got.
  expectBody(await owner.client.put(fixture.path, { todo_number: 2 }));
  await getBatch(ben, fixture.path);
  await changeMembers(anna, gold, 'remove', await findWrong(anna));
  const [keptMember, removedMember] = await listMembers(owner, gold);
  await changeMembers(ben, gold, 'remove', [removedMember!]);
  expect(await listMembers(anna, gold)).toEqual(expect.arrayContaining([keptMember, removedMember]));
  for (const user of [anna, ben]) await markDone(user, gold);
  const report = await readReport(owner);
  const measure = (id: string) => {
    const { estimates } = report.people.find(({ user }) => user.id === id)!;
    return [estimates.precision.value, estimates.recall.value, estimates.image_f1.n];
  };
  expect([measure(anna.id), measure(ben.id)]).toEqual([
    [1, 1, 1],
    [2 / 3, 2 / 3, 1],
  ]);
  expect(report.labels).toMatchObject([{ label: { id: fixture.type } }]);
  const items = expectBody<ListEnvelope<QualityItem>>(
    await owner.client.get('/annotate/v2/quality-report/item/', { task: fixture.task, label: fixture.type }),
  ).results;
  expect(items.map(({ group, image, differences }) => [group, image, differences])).toEqual([
    [gold, null, { missing: 1, extra: 1, misplaced: 0, wrong_label: 0 }],
    [gold, null, { missing: 0, extra: 0, misplaced: 0, wrong_label: 0 }],
  ]);
});

it('gives feedback on the members of a gold group, and an accepted appeal corrects it', async () => {
  expectBody(await owner.client.put(fixture.path, { gold_feedback: 2 }));
  const [wrong] = await findWrong(anna);
  const getFeedback = async (item: string) =>
    expectBody<{ feedback: unknown }>(await anna.client.post(`${fixture.path}/gold-feedback`, { item })).feedback;
  for (const group of [gold, ordinary]) await markDone(anna, group);
  expect(await getFeedback(ordinary)).toBeNull();
  expect(await getFeedback(gold)).toEqual({ differences: [{ kind: 'extra', box: null }], tries_left: 1, appealed: false });
  expectBody(await anna.client.post(`${fixture.path}/appeal`, { item: gold, text: 'It is the same cup.' }));
  const job = fixture.path.split('/').at(-1)!;
  const [appeal] = expectBody<ListEnvelope<GoldAppeal>>(await owner.client.get('/annotate/v2/gold-appeal/', { job })).results;
  expect(appeal).toMatchObject({ group: gold, image: null, file_name: 'A group', user: { id: anna.id } });
  const { members } = expectBody<{ members: ComparedMember[] }>(
    await owner.client.get('/annotate/v2/quality-report/comparison', { gold: appeal!.gold, job, user: anna.id }),
  );
  expect(members.map(({ in_gold, in_work }) => [in_gold, in_work])).toEqual([[false, true], ...Array(3).fill([true, true])]);
  expect(members[0]?.id).toBe(wrong);
  // The correction does not improve the score, but the accepted appeal does.
  await changeMembers(anna, gold, 'remove', [wrong!]);
  expect(await getFeedback(gold)).toMatchObject({ differences: [], tries_left: 0 });
  expect((await readReport(owner)).total.estimates.precision.value).toBe(0.75);
  await changeMembers(anna, gold, 'add', [wrong!]);
  expectBody(await owner.client.put(`/annotate/v2/gold-appeal/${appeal!.id}`, { state: 'accepted' }));
  await server.runWork([rescoreGoldKind]);
  const report = await readReport(owner);
  expect([report.total.estimates.precision.value, report.labels.map(({ label }) => label.id)]).toEqual([1, [fixture.type]]);
});

it('an annotator can correct a group after removing the mark, and the verification', async () => {
  const { id } = await verify(anna, gold);
  await markDone(anna, gold);
  expect((await readReport(owner)).total.estimates.precision.value).toBe(0.75);
  expect((await anna.client.delete(`${VERIFICATIONS}${id}`)).status).toBe(204);
  expectBody(await anna.client.post(`${fixture.path}/unmark-done`, { items: [gold] }));
  expect((await readReport(owner)).total.estimates.precision.value).toBeNull();
  await changeMembers(anna, gold, 'remove', await findWrong(anna));
  await markDone(anna, gold);
  expect((await readReport(owner)).total.estimates.precision.value).toBe(1);
});

it('shows the annotator their verification until it is removed', async () => {
  const list = async () =>
    expectBody<ListEnvelope<{ id: string; user: { id: string } }>>(await anna.client.get(VERIFICATIONS, { group: gold })).results;
  const { id } = await verify(anna, gold);
  expect((await readGroup(anna, gold)).verificationsCount).toBe(1);
  expect(await list()).toMatchObject([{ id, user: { id: anna.id } }]);
  expect((await readGroup(owner, gold)).verificationsCount).toBe(1);
  expect((await anna.client.delete(`${VERIFICATIONS}${id}`)).status).toBe(204);
  expect([(await readGroup(anna, gold)).verificationsCount, await list()]).toEqual([0, []]);
});

it.each([
  [
    'gold items are turned off',
    () => `${fixture.path}/gold`,
    { rate: null },
    () => ({ rate: 0.5, domain: 'similarity', task: fixture.task }),
  ],
  ['the job is completed', () => fixture.path, { done: true }, () => ({ done: false })],
])('unfinished changes take effect when %s, and layers are current afterwards', async (_, getPath, close, getReopening) => {
  const [removedMember, otherMember] = await listMembers(anna, ordinary);
  await changeMembers(anna, ordinary, 'remove', [removedMember!]);
  await verify(anna, ordinary);
  expectBody(await owner.client.put(getPath(), close));
  expect(await listMembers(owner, ordinary)).not.toContain(removedMember);
  expect((await readGroup(owner, ordinary)).verificationsCount).toBe(1);
  await changeMembers(owner, ordinary, 'remove', [otherMember!]);
  expectBody(await owner.client.put(getPath(), getReopening()));
  expect(await listMembers(anna, ordinary)).toEqual(await listMembers(owner, ordinary));
  expect((await readGroup(anna, ordinary)).verificationsCount).toBe(1);
});

const switchGold = async (rate: number | null) =>
  expectBody(
    await owner.client.put(`${fixture.path}/gold`, rate === null ? { rate } : { rate, domain: 'similarity', task: fixture.task }),
  );

it('groups received while gold items were off stay visible when gold is on again', async () => {
  await switchGold(null);
  const { id } = await createNamedRow(owner.client, GROUPS, { name: 'A group', type: fixture.type });
  expectBody(await owner.client.post(`${GROUPS}${id}/add-images`, { images: fixture.others }));
  expectBody(await owner.client.post(`${fixture.path}/add-items`, { items: [id] }));
  expect((await getBatch(anna, fixture.path)).results).toContain(id);
  await verify(anna, id);
  await markDone(anna, id);
  await switchGold(0.5);
  expect((await listMembers(anna, id)).sort()).toEqual(fixture.others.toSorted());
  expect((await readGroup(anna, id)).verificationsCount).toBe(1);
  expect((await ben.client.get(`${GROUPS}${id}`)).status).toBe(404);
});

it('unfinished changes take effect when the group leaves the job, until an undo', async () => {
  const [removedMember, keptMember] = await listMembers(anna, ordinary);
  await changeMembers(anna, ordinary, 'remove', [removedMember!]);
  const removal = await postUndoable(owner.client, `${fixture.path}/remove-items`, { items: [ordinary] });
  expect(await listMembers(owner, ordinary)).not.toContain(removedMember);
  await undo(owner.client, removal);
  expect(await listMembers(owner, ordinary)).toContain(removedMember);
  const members = await listMembers(anna, ordinary);
  expect([members.includes(removedMember!), members.includes(keptMember!)]).toEqual([false, true]);
  await markDone(anna, ordinary);
  expect(await listMembers(owner, ordinary)).not.toContain(removedMember);
});

it('undoing the completion of a job makes changes unfinished again', async () => {
  const [removedMember, otherMember] = await listMembers(anna, ordinary);
  await changeMembers(anna, ordinary, 'remove', [removedMember!]);
  expectBody(await owner.client.put(fixture.path, { done: true }));
  const { workspace } = await readGroup(owner, ordinary);
  const [changeSet] = expectBody<ListEnvelope<{ id: string }>>(
    await owner.client.get('/history/v2/set/', { workspace, limit: '1' }),
  ).results;
  await changeMembers(owner, ordinary, 'remove', [otherMember!]);
  expectBody(await owner.client.post('/history/v2/undo', { workspace, change_set: changeSet!.id }));
  const members = await listMembers(owner, ordinary);
  expect([members.includes(removedMember!), members.includes(otherMember!)]).toEqual([true, false]);
  expect((await listMembers(anna, ordinary)).sort()).toEqual(members.filter((id) => id !== removedMember).sort());
  await markDone(anna, ordinary);
  expect(await listMembers(owner, ordinary)).not.toContain(removedMember);
});

it('a job needs gold items for a rate', async () => {
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
  await verify(owner, id);
  expectBody(await owner.client.post('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task, groups: [id] }));
  const [item] = expectBody<ListEnvelope<GoldItem>>(
    await owner.client.get('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task }),
  ).results;
  expect([item?.group, item?.thumb_img_path]).toEqual([id, expect.any(String)]);
  expect((await fetch(new URL(item!.thumb_img_path!, server.origin))).status).toBe(200);
});

it('a retired gold item of a group cannot be used beside its successor', async () => {
  const list = async () =>
    expectBody<ListEnvelope<GoldItem>>(await owner.client.get('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task }))
      .results;
  const [{ id }] = (await list()) as [GoldItem];
  expectBody(await owner.client.post('/annotate/v2/gold/retire', { gold: [id] }));
  expectBody(await owner.client.post('/annotate/v2/gold/', { domain: 'similarity', task: fixture.task, groups: [gold] }));
  expect(expectBody(await owner.client.post('/annotate/v2/gold/retire', { gold: [id], retired: false }))).toEqual({ changed: 0 });
  expect((await list()).map(({ retired }) => retired !== null)).toEqual([false, true]);
});

it('moves members between groups of the annotator only, and adds no groups', async () => {
  const [image] = await findWrong(anna);
  const move = (body: object) => anna.client.post(`${GROUPS}${gold}/move-members`, { images: [image], ...body });
  expect((await move({ to: fixture.gold[0] })).status).toBe(400);
  expect((await move({ new_group: { name: 'Another' } })).status).toBe(404);
  expect((await anna.client.post(`${GROUPS}${gold}/add-groups`, { groups: [ordinary] })).status).toBe(400);
  expectBody(await move({ to: ordinary }));
  expect([await listMembers(anna, gold), await listMembers(anna, ordinary)].map(({ length }) => length)).toEqual([3, 5]);
});

it('shows the groups themselves to other roles, and to annotators of a completed job', async () => {
  const manager = await createTestMember(server, (await readGroup(owner, gold)).workspace, 'manager');
  expect((await getBatch(manager, fixture.path)).results).not.toContain(gold);
  expect(await listMembers(manager, gold)).toHaveLength(3);
  await changeMembers(manager, ordinary, 'remove', [(await listMembers(manager, ordinary))[0]!]);
  expect(await listMembers(owner, ordinary)).toHaveLength(3);
  expectBody(await owner.client.put(fixture.path, { done: true }));
  expect(await listMembers(anna, gold)).toHaveLength(3);
});
