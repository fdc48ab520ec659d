import type { DetectionTask, Job, TrainingImage, Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestJob, createTestLabel, createNamedRow, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { insertImageRows } from '../../testing/api/image-rows';
import { setUpTestServer } from '../../testing/api/test-server';
import type { WorkKind } from '../../platform/queue/kind';
import { matchingKind } from './matching-kind';

const IMAGES = '/recognition/v2/training-image/';
const GROUPS = '/similarity/training/v2/group/';

const server = setUpTestServer();
let client: TestClient;
let workspaceId: string;
beforeEach(async () => {
  await server.db.deleteFrom('long_work').execute();
  ({ client, workspaceId } = await server.createTenant());
});

const runWork = () => server.runWork([matchingKind]);
const startWork = async (path: string, filter: object, caller = client) =>
  expectBody<Work>(await caller.post(path, { filter }), 202);
const readWork = async ({ id }: Work) => expectBody<Work>(await client.get(`/annotate/v2/work/${id}`));
const listJobImages = async (job: Job, query = {}) =>
  expectBody<ListEnvelope<TrainingImage>>(await client.get(IMAGES, { imagejob: job.id, page_size: 1000, ...query }));

it('adds all matching images to a job, removes them again, and reports progress', async () => {
  const label = await createTestLabel(client);
  const [firstImage, secondImage, otherImage] = await uploadImages(client, 3);
  await client.post(`${IMAGES}update`, { images: [firstImage?.id, secondImage?.id], labels: [label.id] });
  const job = await createTestJob(client);
  const work = await startWork(`/annotate/v2/imagejob/${job.id}/add-matching`, {
    labels: [label.id],
    imagejob: job.id,
    not_in: 'True',
  });
  expect(work).toMatchObject({ status: 'queued', done: 0, total: null, error: null, finished: null, workspace: workspaceId });
  await runWork();
  expect(await readWork(work)).toMatchObject({ status: 'done', done: 2, total: 2, finished: expect.any(String) });
  expect((await listJobImages(job)).results.map((image) => image.id)).toEqual([secondImage?.id, firstImage?.id]);
  expect((await listJobImages(job, { not_in: true })).results.map((image) => image.id)).toEqual([otherImage?.id]);
  await startWork(`/annotate/v2/imagejob/${job.id}/remove-matching`, { imagejob: job.id, not_labels: [] });
  await runWork();
  expect((await listJobImages(job)).count).toBe(0);
});

it('processes thousands of images in steps, without images uploaded after the request', async () => {
  await insertImageRows(server, client, 1300);
  const job = await createTestJob(client);
  const work = await startWork(`/annotate/v2/imagejob/${job.id}/add-matching`, {});
  await uploadImages(client, 1);
  await runWork();
  expect(await readWork(work)).toMatchObject({ status: 'done', done: 1300, total: 1300 });
  expect(expectBody(await client.get(`/annotate/v2/imagejob/${job.id}`))).toMatchObject({ item_count: 1300 });
});

/** Each attempt loses its connection right after a step is committed. */
const interruptAfterStep = (progressCounts: number[]): WorkKind => ({
  ...matchingKind,
  run: (context) =>
    matchingKind.run({
      ...context,
      step: async (stepProgress, change) => {
        await context.step(stepProgress, change);
        progressCounts.push(stepProgress?.done ?? -1);
        throw new Error('Connection terminated unexpectedly');
      },
    }),
});

it('continues where it stopped after each interruption', async () => {
  await insertImageRows(server, client, 1300);
  const job = await createTestJob(client);
  const work = await startWork(`/annotate/v2/imagejob/${job.id}/add-matching`, {});
  const progressCounts: number[] = [];
  for (let attemptNumber = 1; attemptNumber <= 3; attemptNumber += 1) {
    expect(await server.runWork([interruptAfterStep(progressCounts)])).toBe(1);
    expect(await readWork(work)).toMatchObject({ status: 'running', done: progressCounts.at(-1), total: 1300, error: null });
  }
  expect(progressCounts).toEqual([500, 1000, 1300]);
  await runWork();
  expect(await readWork(work)).toMatchObject({ status: 'done', done: 1300, total: 1300 });
  expect((await listJobImages(job)).count).toBe(1300);
});

it('can be cancelled while queued or running, and keeps the results of finished steps', async () => {
  await insertImageRows(server, client, 1300);
  const job = await createTestJob(client);
  const queuedWork = await startWork(`/annotate/v2/imagejob/${job.id}/add-matching`, {});
  expect(expectBody(await client.post(`/annotate/v2/work/${queuedWork.id}/cancel`))).toMatchObject({
    status: 'cancelled',
    finished: expect.any(String),
  });
  expect(await runWork()).toBe(0);
  const runningWork = await startWork(`/annotate/v2/imagejob/${job.id}/add-matching`, {});
  const cancelAfterStep: WorkKind['run'] = (context) =>
    matchingKind.run({
      ...context,
      step: async (stepProgress, change) => {
        const response = await context.step(stepProgress, change);
        expectBody(await client.post(`/annotate/v2/work/${runningWork.id}/cancel`));
        return response;
      },
    });
  await server.runWork([{ ...matchingKind, run: cancelAfterStep }]);
  expect(await readWork(runningWork)).toMatchObject({ status: 'cancelled', done: 500, total: 1300 });
  expect((await listJobImages(job)).count).toBe(500);
  expect(expectBody(await client.post(`/annotate/v2/work/${runningWork.id}/cancel`))).toMatchObject({
    status: 'cancelled',
    done: 500,
  });
});

it('adds all matching images as negative images of a detection task', async () => {
  const images = await uploadImages(client, 2);
  await client.post(`${IMAGES}update`, { images: [images[0]?.id], 'unmark-real': true });
  const task = await createNamedRow<DetectionTask>(client, '/detection/v2/task/');
  const countNegativeImages = async () =>
    expectBody<DetectionTask>(await client.get(`/detection/v2/task/${task.id}`)).negative_images_count;
  await startWork(`/detection/v2/task/${task.id}/add-matching`, { real: false });
  await runWork();
  expect(await countNegativeImages()).toBe(1);
  await startWork(`/detection/v2/task/${task.id}/remove-matching`, {});
  await runWork();
  expect(await countNegativeImages()).toBe(0);
});

it('adds all matching groups to a similarity job by name and removes them', async () => {
  for (const name of ['Cc', 'aa', 'Bb', 'other']) await createNamedRow(client, GROUPS, { name });
  await sql`insert into similarity_group (workspace_id, name) select ${workspaceId}, 'many ' || n from generate_series(1, 600) n`.execute(
    server.db,
  );
  const job = await createTestJob(client, 'similarity', { randomize: false });
  const searchWork = await startWork(`/annotate/v2/similarityjob/${job.id}/add-matching`, { search: 'b' });
  const complementWork = await startWork(`/annotate/v2/similarityjob/${job.id}/add-matching`, {
    similarityjob: job.id,
    not_in: true,
  });
  await createNamedRow(client, GROUPS, { name: 'later' });
  await runWork();
  expect([await readWork(searchWork), await readWork(complementWork)]).toMatchObject([
    { status: 'done', total: 1 },
    { status: 'done', total: 603, done: 603 },
  ]);
  expect(expectBody(await client.get(`/annotate/v2/similarityjob/${job.id}`))).toMatchObject({ item_count: 604 });
  await startWork(`/annotate/v2/similarityjob/${job.id}/remove-matching`, { search: 'many' });
  await runWork();
  expect(expectBody(await client.get(`/annotate/v2/similarityjob/${job.id}`))).toMatchObject({ item_count: 4 });
});

it('rejects filters that are misspelled, missing or of another workspace', async () => {
  const job = await createTestJob(client);
  const path = `/annotate/v2/imagejob/${job.id}/add-matching`;
  const otherTenant = await server.createTenant();
  const foreignLabel = await createTestLabel(otherTenant.client);
  for (const body of [
    {},
    { filter: { label: [foreignLabel.id] } },
    { filter: { verified: 'perhaps' } },
    { filter: { created_after: 'soon' } },
  ]) {
    const response = await client.post(path, body);
    expect([response.status, response.text]).toEqual([400, expect.stringContaining('filter')]);
  }
  expect((await client.post(path, { filter: { labels: [foreignLabel.id] } })).status).toBe(404);
  expect((await otherTenant.client.post(path, { filter: {} })).status).toBe(404);
  expect((await client.post(`/annotate/v2/similarityjob/${job.id}/add-matching`, { filter: {} })).status).toBe(404);
  expect(await runWork()).toBe(0);
});

it('fails with an explanation if its job is deleted or its user leaves', async () => {
  await uploadImages(client, 1);
  const [deletedJob, job] = [await createTestJob(client), await createTestJob(client)];
  const workOfDeletedJob = await startWork(`/annotate/v2/imagejob/${deletedJob.id}/add-matching`, {});
  await client.delete(`/annotate/v2/imagejob/${deletedJob.id}`);
  await runWork();
  expect(await readWork(workOfDeletedJob)).toMatchObject({
    status: 'failed',
    error: 'The job or task has been deleted meanwhile.',
  });
  const formerMember = await server.createTestUser();
  await server.db.insertInto('membership').values({ user_id: formerMember.id, workspace_id: workspaceId }).execute();
  const workOfFormerMember = await startWork(`/annotate/v2/imagejob/${job.id}/add-matching`, {}, formerMember.client);
  await server.db.deleteFrom('membership').where('user_id', '=', formerMember.id).execute();
  await runWork();
  expect(await readWork(workOfFormerMember)).toMatchObject({
    status: 'failed',
    error: expect.stringContaining('no longer a member'),
  });
});
