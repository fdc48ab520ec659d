import type { Job, TrainingImage } from '@console/shared-contract/api';
import { expectBody, type TestClient } from '../../../testing/api/client';
import {
  createTestJob,
  createTestLabel,
  createNamedRow,
  createTestTask,
  uploadImages,
  type ListEnvelope,
} from '../../../testing/api/fixtures';
import type { TestUser } from '../../../testing/api/test-users';
import { setUpTestServer } from '../../../testing/api/test-server';

const JOBS = '/annotate/v2/imagejob/';
const IMAGES = '/recognition/v2/training-image/';

const server = setUpTestServer();
let client: TestClient;
let workspaceId: string;
beforeEach(async () => {
  ({ client, workspaceId } = await server.createTenant());
});

async function createMember(): Promise<TestUser> {
  const user = await server.createTestUser();
  await server.db.insertInto('membership').values({ user_id: user.id, workspace_id: workspaceId }).execute();
  return user;
}

async function createJob(count: number, fields: Record<string, unknown> = {}) {
  const images = await uploadImages(client, count);
  const job = await createTestJob(client, 'image', { randomize: false, ...fields });
  const imageIds = images.map((image) => image.id);
  await client.post(`${JOBS}${job.id}/add-items`, { items: imageIds });
  return { job, imageIds, path: `${JOBS}${job.id}` };
}

const getBatch = async (path: string, member: TestClient = client) =>
  expectBody<{ results: string[] }>(await member.get(`${path}/get-batch/`)).results;
const readJob = async (path: string) => expectBody<Job>(await client.get(path));
const listImages = async (query: object) =>
  expectBody<ListEnvelope<TrainingImage>>(await client.get(IMAGES, { page_size: 100, ...query }));

describe('job', () => {
  it('has default settings, is listed by name and edited partially', async () => {
    const [jobB, jobA] = [
      await createTestJob(client, 'image', { name: 'beta' }),
      await createTestJob(client, 'image', { name: 'Alpha' }),
    ];
    expect(jobA).toMatchObject({
      todo_number: 1,
      randomize: true,
      auto_complete: false,
      done: false,
      item_count: 0,
      item_done_count: 0,
      recognition_tasks: [],
      flow: null,
      mark_done_label: null,
    });
    expect(expectBody<ListEnvelope<Job>>(await client.get(JOBS)).results.map((job) => job.id)).toEqual([jobA.id, jobB.id]);
    expect(expectBody(await client.put(`${JOBS}${jobA.id}`, { todo_number: 3 }))).toMatchObject({
      name: 'Alpha',
      todo_number: 3,
      version: 2,
    });
    expect((await client.put(`${JOBS}${jobA.id}`, { name: 'Older', version: 1 })).status).toBe(409);
    expect((await client.delete(`${JOBS}${jobA.id}`)).status).toBe(204);
    expect((await client.get(`${JOBS}${jobA.id}`)).status).toBe(404);
  });

  it.each([
    [{ name: 'ab' }, 'Enter at least 3 letters'],
    [{ todo_number: 0 }, 'todo_number'],
    [{ todo_number: 5 }, 'todo_number'],
  ])('rejects %p', async (fields, message) => {
    const response = await client.post(JOBS, { name: 'A job', ...fields });
    expect([response.status, response.text]).toEqual([400, expect.stringContaining(message)]);
  });

  it('is found only by the routes of its kind', async () => {
    const job = await createTestJob(client, 'similarity');
    expect((await client.get(`${JOBS}${job.id}`)).status).toBe(404);
    expect((await client.get(`/annotate/v2/similarityjob/${job.id}`)).status).toBe(200);
    expect(expectBody<ListEnvelope<Job>>(await client.get(JOBS)).count).toBe(0);
  });

  it('has tasks, a flow and a label for done items', async () => {
    const { path } = await createJob(0);
    const [task, flow, label] = [
      await createTestTask(client),
      await createNamedRow(client, '/flows/v2/flow/'),
      await createTestLabel(client),
    ];
    await client.post(`${path}/add-task`, { task_id: task.id });
    await client.post(`${path}/set-flow`, { flow_id: flow.id });
    expect(expectBody(await client.post(`${path}/set-label`, { label_id: label.id }))).toMatchObject({
      recognition_tasks: [task.id],
      flow: flow.id,
      mark_done_label: label.id,
    });
    await client.post(`${path}/set-flow`, { flow_id: null });
    expect(expectBody(await client.post(`${path}/remove-task`, { task_id: task.id }))).toMatchObject({
      recognition_tasks: [],
      flow: null,
    });
  });
});

describe('job items', () => {
  it('are filtered by job, added once and removed', async () => {
    const { job, imageIds, path } = await createJob(3);
    await client.post(`${path}/add-images`, { images: imageIds.slice(0, 1) });
    expect(await readJob(path)).toMatchObject({ item_count: 3 });
    expect((await listImages({ imagejob: job.id })).results.map((image) => image.id)).toEqual([...imageIds].reverse());
    await client.post(`${path}/remove-items`, { items: [imageIds[0]] });
    await client.post(`${path}/remove-images`, { images: [imageIds[1]] });
    expect((await listImages({ imagejob: job.id })).results.map((image) => image.id)).toEqual([imageIds[2]]);
    expect((await listImages({ imagejob: job.id, not_in: 'True' })).count).toBe(2);
    expect(expectBody<ListEnvelope<Job>>(await client.get(JOBS, { image: imageIds[2] })).results.map((row) => row.id)).toEqual([
      job.id,
    ]);
    await client.delete(`${IMAGES}${imageIds[2]}`);
    expect(await readJob(path)).toMatchObject({ item_count: 0 });
  });

  it('of other workspaces are rejected without adding any item', async () => {
    const { imageIds, path } = await createJob(1);
    const { client: otherClient } = await server.createTenant();
    const [foreignImage] = await uploadImages(otherClient, 1);
    const [ownImage] = await uploadImages(client, 1);
    expect((await client.post(`${path}/add-items`, { items: [ownImage?.id, foreignImage?.id] })).status).toBe(404);
    expect(await readJob(path)).toMatchObject({ item_count: 1 });
    expect((await otherClient.get(`${path}/get-batch/`)).status).toBe(404);
    expect((await otherClient.post(`${path}/mark-done`, { items: imageIds })).status).toBe(404);
    expect((await otherClient.get(IMAGES, { imagejob: path.split('/').at(-1) })).status).toBe(404);
  });
});

describe('batch', () => {
  it('assigns ten different items to each of two users, repeatably', async () => {
    const { imageIds, path } = await createJob(25);
    const otherMember = await createMember();
    const [firstBatch, secondBatch] = await Promise.all([getBatch(path), getBatch(path, otherMember.client)]);
    expect([firstBatch.length, secondBatch.length]).toEqual([10, 10]);
    expect(new Set([...firstBatch, ...secondBatch]).size).toBe(20);
    expect(await getBatch(path)).toEqual(firstBatch);
    const thirdMember = await createMember();
    expect(await getBatch(path, thirdMember.client)).toEqual(imageIds.slice(20));
  });

  it('returns already assigned items until all of them are done', async () => {
    const { imageIds, path } = await createJob(12);
    const firstBatch = await getBatch(path);
    expect(firstBatch).toEqual(imageIds.slice(0, 10));
    await client.post(`${path}/mark-done`, { items: firstBatch.slice(0, 3) });
    expect(await getBatch(path)).toEqual([...firstBatch.slice(3), ...imageIds.slice(10)]);
    expect(expectBody(await client.post(`${path}/mark-done`, { items: imageIds }))).toMatchObject({
      item_count: 12,
      item_done_count: 12,
    });
    expect(expectBody(await client.get(`${path}/get-batch/`))).toEqual({ results: [], with_others: 0 });
  });

  it('reassigns an item after the user removes the done mark', async () => {
    const { imageIds, path } = await createJob(2, { todo_number: 2 });
    const otherMember = await createMember();
    await client.post(`${path}/mark-done`, { items: imageIds });
    await otherMember.client.post(`${path}/mark-done`, { items: imageIds });
    expect(await readJob(path)).toMatchObject({ item_done_count: 2 });
    expect(expectBody(await client.post(`${path}/unmark-done`, { items: [imageIds[0]] }))).toMatchObject({ item_done_count: 1 });
    await client.post(`${path}/unmark-done`, { items: [imageIds[0]] });
    expect([await getBatch(path), await getBatch(path, otherMember.client)]).toEqual([[imageIds[0]], []]);
    expect(expectBody(await client.post(`${path}/mark-done`, { items: [imageIds[0]] }))).toMatchObject({ item_done_count: 2 });
  });

  it('assigns each item to as many users as the job requires', async () => {
    const { imageIds, path } = await createJob(2, { todo_number: 2 });
    const [secondMember, thirdMember] = [await createMember(), await createMember()];
    expect(await getBatch(path)).toEqual(imageIds);
    expect(await getBatch(path, secondMember.client)).toEqual(imageIds);
    expect(await getBatch(path, thirdMember.client)).toEqual([]);
    await client.post(`${path}/mark-done`, { items: imageIds });
    await client.post(`${path}/mark-done`, { items: imageIds });
    expect(await readJob(path)).toMatchObject({ item_done_count: 0 });
    expect(await getBatch(path)).toEqual([]);
    await secondMember.client.post(`${path}/mark-done`, { items: imageIds.slice(0, 1) });
    expect(await readJob(path)).toMatchObject({ item_done_count: 1 });
  });

  it('reassigns items whose lease has expired', async () => {
    const { imageIds, path } = await createJob(2);
    const otherMember = await createMember();
    await getBatch(path);
    expect(expectBody(await otherMember.client.get(`${path}/get-batch/`))).toEqual({ results: [], with_others: 2 });
    await server.db
      .updateTable('item_work')
      .set({ leased_until: new Date(Date.now() - 1000) })
      .execute();
    expect(await getBatch(path, otherMember.client)).toEqual(imageIds);
  });

  it('keeps one random order for a randomized job', async () => {
    const { imageIds, path } = await createJob(10, { randomize: true });
    await server.db
      .updateTable('job_item')
      .set((eb) => ({ shuffle: eb.ref('position') }))
      .execute();
    expect(await getBatch(path)).toEqual(imageIds);
  });
});

it('adds the job label to items that enough users have done', async () => {
  const { imageIds, path } = await createJob(2, { todo_number: 2 });
  const label = await createTestLabel(client);
  await client.post(`${path}/set-label`, { label_id: label.id });
  await client.post(`${path}/mark-done`, { items: [imageIds[0]] });
  expect((await listImages({ labels: label.id })).count).toBe(0);
  await (await createMember()).client.post(`${path}/mark-done`, { items: [imageIds[0]] });
  expect((await listImages({ labels: label.id })).results.map((image) => image.id)).toEqual([imageIds[0]]);
  const [otherImage] = await uploadImages(client, 1);
  expect((await client.post(`${path}/mark-done`, { items: [otherImage?.id] })).status).toBe(400);
});

it('completing a job verifies its images unless it has been reopened', async () => {
  const { path } = await createJob(3);
  await uploadImages(client, 1);
  await client.put(path, { done: true, workspace: workspaceId });
  await client.put(path, { done: false, workspace: workspaceId });
  expect(await server.runWork()).toBe(1);
  expect((await listImages({ verified: true })).count).toBe(0);
  expect(expectBody(await client.put(path, { done: true }))).toMatchObject({ done: true });
  expect(await server.runWork()).toBe(1);
  expect((await listImages({ verified: true })).count).toBe(3);
  expect(await server.runWork()).toBe(0);
});

it('a similarity job assigns groups', async () => {
  const groups = [
    await createNamedRow(client, '/similarity/training/v2/group/', { name: 'Ga' }),
    await createNamedRow(client, '/similarity/training/v2/group/', { name: 'Gb' }),
  ];
  const job = await createTestJob(client, 'similarity', { randomize: false });
  const path = `/annotate/v2/similarityjob/${job.id}`;
  await client.post(`${path}/add-items`, { items: groups.map((group) => group.id) });
  const countGroups = async (query: object) =>
    expectBody<ListEnvelope<{ id: string }>>(
      await client.get('/similarity/training/v2/group/', { similarityjob: job.id, ...query }),
    ).count;
  expect([await countGroups({}), await countGroups({ not_in: true })]).toEqual([2, 0]);
  expect(await getBatch(path)).toEqual(groups.map((group) => group.id));
  expect(expectBody(await client.post(`${path}/mark-done`, { items: [groups[0]?.id] }))).toMatchObject({ item_done_count: 1 });
  expect(expectBody(await client.post(`${path}/unmark-done`, { items: [groups[0]?.id] }))).toMatchObject({ item_done_count: 0 });
  const listJobsWithGroup = async (group: { id: unknown } | undefined) =>
    expectBody<ListEnvelope<{ id: string }>>(
      await client.get('/annotate/v2/similarityjob/', { group: String(group?.id) }),
    ).results.map(({ id }) => id);
  const otherGroup = await createNamedRow(client, '/similarity/training/v2/group/', { name: 'Gc' });
  expect([await listJobsWithGroup(groups[0]), await listJobsWithGroup(otherGroup)]).toEqual([[job.id], []]);
});
