import type { DetectionTask, Job, TrainingImage, Work } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { rebuildFacets } from '../facets';
import { bodyOf, type TestClient } from '../testing/client';
import { makeJob, makeLabel, makeNamed, uploadImages, type ListOf } from '../testing/fixtures';
import { makeTestServer, type TestServer } from '../testing/test-server';
import type { WorkKind } from '../work/kind';
import { matchingKind } from './work';

const IMAGES = '/recognition/v2/training-image/';
const GROUPS = '/similarity/training/v2/group/';

let server: TestServer;
let client: TestClient;
let workspaceId: string;
beforeAll(async () => {
  server = await makeTestServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.db.deleteFrom('long_work').execute();
  ({ client, workspaceId } = await server.makeTenant());
});

const runWork = () => server.runWork([matchingKind]);
const ask = async (path: string, filter: object, as = client) => bodyOf<Work>(await as.post(path, { filter }), 202);
const workOf = async ({ id }: Work) => bodyOf<Work>(await client.get(`/annotate/v2/work/${id}`));
const inJob = async (job: Job, query = {}) =>
  bodyOf<ListOf<TrainingImage>>(await client.get(IMAGES, { imagejob: job.id, page_size: 1000, ...query }));

/** Rows as an upload leaves them, without the pictures: more than one step of the work. */
async function manyImages(count: number): Promise<void> {
  const [first] = await uploadImages(client, 1);
  await sql`
    insert into training_image (workspace_id, seq, img_key, thumb_key, content_type, content_hash, img_width, img_height, created)
    select workspace_id, seq + n, img_key, thumb_key, content_type, content_hash || n, img_width, img_height, created
    from training_image, generate_series(1, ${count - 1}) n where id = ${first?.id}`.execute(server.db);
  await sql`update workspace_counter set next_seq = next_seq + ${count - 1} where workspace_id = ${workspaceId} and kind = 'image'`.execute(
    server.db,
  );
  await server.db.transaction().execute((trx) => rebuildFacets(trx, workspaceId));
}

it('adds all images that match a filter to a job and takes them out again, and says how far it is', async () => {
  const label = await makeLabel(client);
  const [a, b, c] = await uploadImages(client, 3);
  await client.post(`${IMAGES}update`, { images: [a?.id, b?.id], labels: [label.id] });
  const job = await makeJob(client);
  const asked = await ask(`/annotate/v2/imagejob/${job.id}/add-matching`, {
    labels: [label.id],
    imagejob: job.id,
    not_in: 'True',
  });
  expect(asked).toMatchObject({ status: 'queued', done: 0, total: null, error: null, finished: null, workspace: workspaceId });
  await runWork();
  expect(await workOf(asked)).toMatchObject({ status: 'done', done: 2, total: 2, finished: expect.any(String) });
  expect((await inJob(job)).results.map((image) => image.id)).toEqual([b?.id, a?.id]);
  expect((await inJob(job, { not_in: true })).results.map((image) => image.id)).toEqual([c?.id]);
  await ask(`/annotate/v2/imagejob/${job.id}/remove-matching`, { imagejob: job.id, not_labels: [] });
  await runWork();
  expect((await inJob(job)).count).toBe(0);
});

it('deals with thousands in steps, without those that came after it was asked for', async () => {
  await manyImages(1300);
  const job = await makeJob(client);
  const asked = await ask(`/annotate/v2/imagejob/${job.id}/add-matching`, {});
  await uploadImages(client, 1);
  await runWork();
  expect(await workOf(asked)).toMatchObject({ status: 'done', done: 1300, total: 1300 });
  expect(bodyOf(await client.get(`/annotate/v2/imagejob/${job.id}`))).toMatchObject({ item_count: 1300 });
});

/** Each attempt loses its connection as soon as a step is committed. */
const cutAfterAStep = (seen: number[]): WorkKind => ({
  ...matchingKind,
  run: (context) =>
    matchingKind.run({
      ...context,
      step: async (place, change) => {
        await context.step(place, change);
        seen.push(place?.done ?? -1);
        throw new Error('Connection terminated unexpectedly');
      },
    }),
});

it('goes on where it stopped when it is cut off, as often as that happens', async () => {
  await manyImages(1300);
  const job = await makeJob(client);
  const asked = await ask(`/annotate/v2/imagejob/${job.id}/add-matching`, {});
  const seen: number[] = [];
  for (let attempt = 1; attempt <= 3; attempt += 1) {
    expect(await server.runWork([cutAfterAStep(seen)])).toBe(1);
    expect(await workOf(asked)).toMatchObject({ status: 'running', done: seen.at(-1), total: 1300, error: null });
  }
  expect(seen).toEqual([500, 1000, 1300]);
  await runWork();
  expect(await workOf(asked)).toMatchObject({ status: 'done', done: 1300, total: 1300 });
  expect((await inJob(job)).count).toBe(1300);
});

it('is cancelled while it waits and while it runs; what is done stays done', async () => {
  await manyImages(1300);
  const job = await makeJob(client);
  const waiting = await ask(`/annotate/v2/imagejob/${job.id}/add-matching`, {});
  expect(bodyOf(await client.post(`/annotate/v2/work/${waiting.id}/cancel`))).toMatchObject({
    status: 'cancelled',
    finished: expect.any(String),
  });
  expect(await runWork()).toBe(0);
  const running = await ask(`/annotate/v2/imagejob/${job.id}/add-matching`, {});
  const cancelledAfterAStep: WorkKind['run'] = (context) =>
    matchingKind.run({
      ...context,
      step: async (place, change) => {
        const answer = await context.step(place, change);
        bodyOf(await client.post(`/annotate/v2/work/${running.id}/cancel`));
        return answer;
      },
    });
  await server.runWork([{ ...matchingKind, run: cancelledAfterAStep }]);
  expect(await workOf(running)).toMatchObject({ status: 'cancelled', done: 500, total: 1300 });
  expect((await inJob(job)).count).toBe(500);
  expect(bodyOf(await client.post(`/annotate/v2/work/${running.id}/cancel`))).toMatchObject({ status: 'cancelled', done: 500 });
});

it('makes all that match negative images of a detection task', async () => {
  const images = await uploadImages(client, 2);
  await client.post(`${IMAGES}update`, { images: [images[0]?.id], 'unmark-real': true });
  const task = await makeNamed<DetectionTask>(client, '/detection/v2/task/');
  const count = async () => bodyOf<DetectionTask>(await client.get(`/detection/v2/task/${task.id}`)).negative_images_count;
  await ask(`/detection/v2/task/${task.id}/add-matching`, { real: false });
  await runWork();
  expect(await count()).toBe(1);
  await ask(`/detection/v2/task/${task.id}/remove-matching`, {});
  await runWork();
  expect(await count()).toBe(0);
});

it('adds all groups that match to a similarity job, by name, and takes them out again', async () => {
  for (const name of ['Cc', 'aa', 'Bb', 'other']) await makeNamed(client, GROUPS, { name });
  await sql`insert into similarity_group (workspace_id, name) select ${workspaceId}, 'many ' || n from generate_series(1, 600) n`.execute(
    server.db,
  );
  const job = await makeJob(client, 'similarity', { randomize: false });
  const few = await ask(`/annotate/v2/similarityjob/${job.id}/add-matching`, { search: 'b' });
  const all = await ask(`/annotate/v2/similarityjob/${job.id}/add-matching`, { similarityjob: job.id, not_in: true });
  await makeNamed(client, GROUPS, { name: 'later' });
  await runWork();
  expect([await workOf(few), await workOf(all)]).toMatchObject([
    { status: 'done', total: 1 },
    { status: 'done', total: 603, done: 603 },
  ]);
  expect(bodyOf(await client.get(`/annotate/v2/similarityjob/${job.id}`))).toMatchObject({ item_count: 604 });
  await ask(`/annotate/v2/similarityjob/${job.id}/remove-matching`, { search: 'many' });
  await runWork();
  expect(bodyOf(await client.get(`/annotate/v2/similarityjob/${job.id}`))).toMatchObject({ item_count: 4 });
});

it('is refused where the filter is misspelt, missing or of another workspace', async () => {
  const job = await makeJob(client);
  const path = `/annotate/v2/imagejob/${job.id}/add-matching`;
  const stranger = await server.makeTenant();
  const theirs = await makeLabel(stranger.client);
  for (const body of [
    {},
    { filter: { label: [theirs.id] } },
    { filter: { verified: 'perhaps' } },
    { filter: { created_after: 'soon' } },
  ]) {
    const answer = await client.post(path, body);
    expect([answer.status, answer.text]).toEqual([400, expect.stringContaining('filter')]);
  }
  expect((await client.post(path, { filter: { labels: [theirs.id] } })).status).toBe(404);
  expect((await stranger.client.post(path, { filter: {} })).status).toBe(404);
  expect((await client.post(`/annotate/v2/similarityjob/${job.id}/add-matching`, { filter: {} })).status).toBe(404);
  expect(await runWork()).toBe(0);
});

it('fails with a plain reason when its job is deleted, or its person leaves', async () => {
  await uploadImages(client, 1);
  const [one, other] = [await makeJob(client), await makeJob(client)];
  const orphan = await ask(`/annotate/v2/imagejob/${one.id}/add-matching`, {});
  await client.delete(`/annotate/v2/imagejob/${one.id}`);
  await runWork();
  expect(await workOf(orphan)).toMatchObject({ status: 'failed', error: 'What this was for has been deleted meanwhile.' });
  const left = await server.makeUser();
  await server.db.insertInto('membership').values({ user_id: left.id, workspace_id: workspaceId }).execute();
  const abandoned = await ask(`/annotate/v2/imagejob/${other.id}/add-matching`, {}, left.client);
  await server.db.deleteFrom('membership').where('user_id', '=', left.id).execute();
  await runWork();
  expect(await workOf(abandoned)).toMatchObject({ status: 'failed', error: expect.stringContaining('no longer a member') });
});
