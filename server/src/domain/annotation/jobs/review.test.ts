import type { Job, JobMember, Remark, TrainingImage } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../../testing/api/client';
import { createTestJob, uploadImages, type ListEnvelope } from '../../../testing/api/fixtures';
import type { TestUser } from '../../../testing/api/test-users';
import { removeMember, setRole } from '../../account/workspaces';
import { setUpTestServer } from '../../../testing/api/test-server';

const REMARKS = '/annotate/v2/remark/';
const server = setUpTestServer();
let firstUser: TestUser;
let secondUser: TestUser;
let reviewer: TestUser;
let workspaceId: string;
beforeEach(async () => {
  [firstUser, secondUser, reviewer] = [
    await server.createTestUser(),
    await server.createTestUser(),
    await server.createTestUser(),
  ];
  workspaceId = await server.createTestWorkspace({ members: [firstUser, secondUser, reviewer] });
});

async function createJob(count: number, fields: Record<string, unknown> = {}) {
  const imageIds = (await uploadImages(firstUser.client, count)).map((image) => image.id);
  const job = await createTestJob(firstUser.client, 'image', { randomize: false, ...fields });
  const path = `/annotate/v2/imagejob/${job.id}`;
  await firstUser.client.post(`${path}/add-items`, { items: imageIds });
  return { job, imageIds, path };
}
const getBatch = async (path: string, user: TestUser) =>
  expectBody<{ results: string[] }>(await user.client.get(`${path}/get-batch/`)).results;
const markDone = (path: string, user: TestUser, items: readonly (string | undefined)[]) =>
  user.client.post(`${path}/mark-done`, { items });
const readJob = async (path: string) => expectBody<Job>(await firstUser.client.get(path));
const listRemarks = async (user: TestUser, query: Record<string, string | boolean | undefined>) =>
  expectBody<ListEnvelope<Remark>>(await user.client.get(REMARKS, query)).results;
const sendBack = async (path: string, item: string | undefined, fields: object = {}, client: TestClient = reviewer.client) =>
  expectBody<Remark>(await client.post(`${path}/send-back`, { item, text: 'Tighter, please', ...fields }));

describe('job with assignees', () => {
  it('assigns items only to assignees and rejects done marks of others', async () => {
    const { path, imageIds } = await createJob(2, { instructions: '# Cells', assignees: [firstUser.id] });
    expect(await readJob(path)).toMatchObject({
      instructions: '# Cells',
      assignees: [{ id: firstUser.id, username: firstUser.email }],
    });
    expect([await getBatch(path, firstUser), await getBatch(path, secondUser)]).toEqual([imageIds, []]);
    const rejectedResponse = await markDone(path, secondUser, [imageIds[0]]);
    expect([rejectedResponse.status, rejectedResponse.text]).toEqual([403, expect.stringContaining('assigned to other people')]);
    expectBody(await firstUser.client.put(path, { assignees: [secondUser.id, secondUser.id], instructions: '' }));
    expect(await readJob(path)).toMatchObject({ instructions: '', assignees: [{ id: secondUser.id }] });
    expect((await markDone(path, secondUser, [imageIds[0]])).status).toBe(200);
    expectBody(await firstUser.client.put(path, { name: 'Another name' }));
    expect((await readJob(path)).assignees).toHaveLength(1);
    expectBody(await firstUser.client.put(path, { assignees: [] }));
    expect((await markDone(path, firstUser, [imageIds[1]])).status).toBe(200);
  });

  it('refuses assignees who may not annotate', async () => {
    await setRole(server.db, workspaceId, secondUser.id, 'viewer');
    const response = await firstUser.client.post('/annotate/v2/imagejob/', { name: 'Cells', assignees: [secondUser.id] });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('assignees: contains a member')]);
  });

  it('refuses fewer assignees than each item needs', async () => {
    const refusal = { status: 400, body: { detail: expect.stringContaining('could never be completed') as string } };
    const body = { name: 'Cells', todo_number: 2, assignees: [firstUser.id, firstUser.id] };
    expect(await firstUser.client.post('/annotate/v2/imagejob/', body)).toMatchObject(refusal);
    const { path } = await createJob(1, { todo_number: 2, assignees: [firstUser.id, secondUser.id] });
    expect(await firstUser.client.put(path, { assignees: [secondUser.id] })).toMatchObject(refusal);
    expect(await firstUser.client.put(path, { todo_number: 3 })).toMatchObject(refusal);
    expect((await readJob(path)).assignees).toHaveLength(2);
    expectBody(await firstUser.client.put(path, { assignees: [secondUser.id], todo_number: 1 }));
    expectBody(await firstUser.client.put(path, { assignees: [], todo_number: 4 }));
  });

  it('accepts a write that repeats too few assignees of an older job', async () => {
    const { job, path } = await createJob(1, { todo_number: 1, assignees: [firstUser.id] });
    await server.db.updateTable('annotation_job').set({ todo_number: 2 }).where('id', '=', job.id).execute();
    expectBody(await firstUser.client.put(path, { name: 'Renamed', todo_number: 2, assignees: [firstUser.id] }));
    expectBody(await firstUser.client.put(path, { done: true }));
  });

  it('accepts only members as assignees', async () => {
    const { path } = await createJob(0);
    const nonMember = await server.createTestUser();
    expect((await firstUser.client.put(path, { assignees: [nonMember.id] })).status).toBe(404);
    expect((await readJob(path)).assignees).toEqual([]);
    const members = expectBody<{ results: { id: string }[] }>(await firstUser.client.get('/account/v2/member/')).results;
    expect(members.map(({ id }) => id)).toEqual([firstUser.id, secondUser.id, reviewer.id]);
  });
});

describe('item sent back', () => {
  it('returns to its author unverified, and then to the same reviewer', async () => {
    const { path, imageIds, job } = await createJob(3);
    await firstUser.client.post('/annotate/v2/verification/', { image_id: imageIds[2] });
    await markDone(path, firstUser, [imageIds[2]]);
    expect(await readJob(path)).toMatchObject({ item_done_count: 1 });
    const remark = await sendBack(path, imageIds[2], { data: [3, 4] });
    expect(remark).toMatchObject({
      image: imageIds[2],
      data: [3, 4],
      state: 'open',
      author: { id: firstUser.id },
      reviewer: { id: reviewer.id },
    });
    expect(await readJob(path)).toMatchObject({ item_done_count: 0 });
    expect(expectBody<TrainingImage>(await firstUser.client.get(`/recognition/v2/training-image/${imageIds[2]}`))).toMatchObject({
      verificationsCount: 0,
    });
    const unverifiedImages = await firstUser.client.get('/recognition/v2/training-image/', { imagejob: job.id, verified: false });
    expect(expectBody<ListEnvelope<unknown>>(unverifiedImages).count).toBe(3);
    expect(await getBatch(path, firstUser)).toEqual([imageIds[2], imageIds[0], imageIds[1]]);
    // The item stays assigned to the author, even after the lease expires.
    await server.db
      .updateTable('item_work')
      .set({ leased_until: new Date(Date.now() - 1000) })
      .execute();
    expect(await getBatch(path, secondUser)).toEqual([imageIds[0], imageIds[1]]);

    expect([(await listRemarks(firstUser, { mine: true })).length, (await listRemarks(reviewer, { mine: true })).length]).toEqual(
      [1, 0],
    );
    await markDone(path, firstUser, [imageIds[2]]);
    expect([(await listRemarks(firstUser, { mine: true })).length, (await listRemarks(reviewer, { mine: true })).length]).toEqual(
      [0, 1],
    );
    const [answeredRemark] = await listRemarks(secondUser, { job: job.id, image: imageIds[2], state: 'answered' });
    expect(answeredRemark).toMatchObject({ id: remark.id, version: 2, answered: expect.any(String) });
    await firstUser.client.post(`${path}/unmark-done`, { items: [imageIds[2]] });
    expect((await listRemarks(firstUser, { mine: true })).map(({ state }) => state)).toEqual(['open']);
    await markDone(path, firstUser, [imageIds[2]]);

    const version = (await listRemarks(reviewer, { mine: true }))[0]?.version;
    const decideRemark = (user: TestUser, body: object) => user.client.put(`${REMARKS}${remark.id}`, body);
    expect((await decideRemark(firstUser, { state: 'closed' })).status).toBe(403);
    expect((await decideRemark(reviewer, { state: 'closed', version: 1 })).status).toBe(409);
    expect(expectBody(await decideRemark(reviewer, { state: 'open', text: 'Still wide', version }))).toMatchObject({
      state: 'open',
      text: 'Still wide',
    });
    expect(await readJob(path)).toMatchObject({ item_done_count: 0 });
    await markDone(path, firstUser, [imageIds[2]]);
    expect(expectBody(await decideRemark(reviewer, { state: 'closed' }))).toMatchObject({ state: 'closed' });
    expect([...(await listRemarks(reviewer, { mine: true })), ...(await listRemarks(firstUser, { mine: true }))]).toEqual([]);
    expect(await readJob(path)).toMatchObject({ item_done_count: 1 });
  });

  it('requires a done mark, a text and a position inside the image', async () => {
    const { path, imageIds } = await createJob(2, { todo_number: 2 });
    const sendBackError = async (body: object) => {
      const response = await reviewer.client.post(`${path}/send-back`, { item: imageIds[0], text: 'Tighter', ...body });
      return [response.status, (response.body as { detail?: string }).detail];
    };
    expect(await sendBackError({})).toEqual([400, 'item: has not been marked as done, so there is nobody to send it back to']);
    await markDone(path, firstUser, imageIds);
    await markDone(path, secondUser, [imageIds[0]]);
    expect((await sendBackError({ text: '  ' }))[0]).toBe(400);
    expect((await sendBackError({ data: [100_000, 1] }))[0]).toBe(400);
    expect((await sendBackError({ item: (await uploadImages(firstUser.client, 1))[0]?.id }))[0]).toBe(400);
    expect(await sendBackError({ to: reviewer.id })).toEqual([400, expect.stringMatching(/^to: /)]);
    expect(await sendBack(path, imageIds[0])).toMatchObject({ author: { id: secondUser.id }, data: null });
    // A second remark (a reviewer's comment on an item) goes to the same author; the done mark of the other user remains.
    expect(await sendBack(path, imageIds[0], { to: secondUser.id })).toMatchObject({ author: { id: secondUser.id } });
    expect(await getBatch(path, firstUser)).toEqual([]);
    expect((await getBatch(path, secondUser))[0]).toBe(imageIds[0]);
    await markDone(path, secondUser, [imageIds[0]]);
    expect((await listRemarks(reviewer, { mine: true })).length).toBe(2);
  });

  it.each([
    ['has left', async () => removeMember(server.db, workspaceId, secondUser.id)],
    ['may no longer annotate', async () => setRole(server.db, workspaceId, secondUser.id, 'viewer')],
  ])('assigns the item to other users if its author %s', async (_, changeAuthor) => {
    const { path, imageIds } = await createJob(1);
    await markDone(path, secondUser, imageIds);
    await changeAuthor();
    expect(await sendBack(path, imageIds[0])).toMatchObject({ author: { id: secondUser.id } });
    expect(await getBatch(path, firstUser)).toEqual(imageIds);
  });

  it('is listed only for its author and for reviewers', async () => {
    const { path, imageIds } = await createJob(2);
    for (const [index, user] of [firstUser, secondUser].entries()) {
      expectBody(await markDone(path, user, [imageIds[index]]));
      await sendBack(path, imageIds[index]);
    }
    await setRole(server.db, workspaceId, secondUser.id, 'annotator');
    expect((await listRemarks(secondUser, {})).map(({ author }) => author.id)).toEqual([secondUser.id]);
    expect(await listRemarks(secondUser, { image: imageIds[0] })).toEqual([]);
    expect(await listRemarks(reviewer, {})).toHaveLength(2);
  });

  it('can be closed by another reviewer once its reviewer may no longer review', async () => {
    const { path, imageIds } = await createJob(1);
    await markDone(path, firstUser, imageIds);
    const remark = await sendBack(path, imageIds[0]);
    const closeRemark = async () => secondUser.client.put(`${REMARKS}${remark.id}`, { state: 'closed' });
    expect((await closeRemark()).status).toBe(403);
    await setRole(server.db, workspaceId, reviewer.id, 'annotator');
    expect((await closeRemark()).status).toBe(200);
  });

  it('can be closed by any member once its reviewer has left', async () => {
    const { path, imageIds } = await createJob(1);
    await markDone(path, firstUser, imageIds);
    const remark = await sendBack(path, imageIds[0]);
    await server.db.deleteFrom('membership').where('user_id', '=', reviewer.id).execute();
    expect(expectBody(await secondUser.client.put(`${REMARKS}${remark.id}`, { state: 'closed' }))).toMatchObject({
      reviewer: { id: secondUser.id },
    });
  });
});

it('reports items per user and the median time between done items', async () => {
  const { path, imageIds, job } = await createJob(5);
  await getBatch(path, firstUser);
  for (const id of imageIds.slice(0, 4)) await markDone(path, firstUser, [id]);
  await markDone(path, secondUser, [imageIds[4]]);
  const seconds = [10, 20, 60, null];
  const getDateSecondsAgo = (count: number) => new Date(Date.now() - count * 1000);
  const rows = await server.db
    .selectFrom('item_work')
    .select(['item_id', 'seconds'])
    .where('job_id', '=', job.id)
    .where('user_id', '=', firstUser.id)
    .where('done_at', 'is not', null)
    .execute();
  expect(rows.filter((row) => row.seconds !== null)).toHaveLength(4);
  for (const [index, row] of rows.entries())
    await server.db
      .updateTable('item_work')
      .set({ seconds: seconds[index] ?? null, done_at: getDateSecondsAgo(100 * (4 - index)) })
      .where('item_id', '=', row.item_id)
      .execute();
  await sendBack(path, imageIds[4]);
  const { results } = expectBody<{ results: JobMember[] }>(await firstUser.client.get(`${path}/people`));
  expect(results).toEqual([
    {
      user: { id: firstUser.id, username: firstUser.email },
      done: 4,
      median_seconds: 20,
      measured: 3,
      remarks: 0,
      open_remarks: 0,
    },
    {
      user: { id: secondUser.id, username: secondUser.email },
      done: 0,
      median_seconds: null,
      measured: 0,
      remarks: 1,
      open_remarks: 1,
    },
  ]);
});

it('divides the time equally among items marked as done in a burst', async () => {
  const { path, imageIds, job } = await createJob(4);
  await getBatch(path, firstUser);
  for (const id of imageIds) await markDone(path, firstUser, [id]);
  const rows = await server.db.selectFrom('item_work').select('item_id').where('job_id', '=', job.id).execute();
  // One item of 20 seconds, then 90 seconds offline with three marks sent 50 milliseconds apart.
  const verifications = [
    [20, 500],
    [90, 400],
    [0.05, 399.95],
    [0.05, 399.9],
  ] as const;
  for (const [index, { item_id }] of rows.entries())
    await server.db
      .updateTable('item_work')
      .set({
        seconds: verifications[index]?.[0] ?? null,
        done_at: new Date(Date.now() - 1000 * (verifications[index]?.[1] ?? 0)),
      })
      .where('item_id', '=', item_id)
      .execute();
  const { results } = expectBody<{ results: JobMember[] }>(await firstUser.client.get(`${path}/people`));
  expect(results).toMatchObject([{ done: 4, measured: 4 }]);
  expect(Math.round(results[0]?.median_seconds ?? 0)).toBe(30);
});

it('does not measure the time after the lease of an item has expired', async () => {
  const { path, imageIds, job } = await createJob(3);
  await getBatch(path, firstUser);
  const HOUR_MS = 60 * 60 * 1000;
  const getDateBefore = (ms: number) => new Date(Date.now() - ms);
  await server.db
    .updateTable('item_work')
    .set({ leased_until: getDateBefore(HOUR_MS) })
    .where('job_id', '=', job.id)
    .execute();
  await markDone(path, firstUser, [imageIds[0]]);
  await server.db
    .updateTable('item_work')
    .set({ done_at: getDateBefore(90_000) })
    .where('done_at', 'is not', null)
    .execute();
  await markDone(path, firstUser, imageIds.slice(1));
  const rows = await server.db.selectFrom('item_work').select('seconds').where('job_id', '=', job.id).execute();
  // Two items that were marked in one call share 90 seconds.
  expect(rows.map(({ seconds }) => seconds && Math.round(seconds / 5) * 5).sort()).toEqual([45, 45, null]);
});

it('lists images that others have done until the reviewer verifies them or sends them back', async () => {
  const { path, imageIds } = await createJob(4);
  for (const [user, item] of [
    [firstUser, imageIds[2]],
    [secondUser, imageIds[0]],
    [reviewer, imageIds[1]],
  ] as const)
    await markDone(path, user, [item]);
  const listReviewItems = async () =>
    expectBody<ListEnvelope<{ image: string }>>(await reviewer.client.get(`${path}/to-review/`)).results.map(
      ({ image }) => image,
    );
  expect(await listReviewItems()).toEqual([imageIds[2], imageIds[0]]);
  expectBody(await reviewer.client.post('/annotate/v2/verification/', { image_id: imageIds[2] }), 201);
  expect(await listReviewItems()).toEqual([imageIds[0]]);
  await sendBack(path, imageIds[0]);
  expect(await listReviewItems()).toEqual([]);
});
