import { randomUUID } from 'node:crypto';
import { TAB_HEADER } from '@console/shared-contract/limits';
import { sql } from 'kysely';
import { removeMember } from '../account/workspaces';
import { enqueueWork } from '../../platform/queue/queue';
import { withClient } from '../../platform/database/connection';
import { expectBody, TestClient } from '../../testing/api/client';
import { createNamedRow, createTestJob, createTestObject, uploadImage } from '../../testing/api/fixtures';
import { createTestMember } from '../../testing/api/members';
import { closeStreams, openStream, type OpenStream } from '../../testing/api/open-stream';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { waitUntil } from '../../testing/wait/wait-until';

/** Two servers share the database, like behind a proxy. */
let firstServer: TestServer;
let second: TestServer;
beforeAll(async () => {
  firstServer = await createTestServer();
  second = await createTestServer({ sharedWith: firstServer });
});
afterAll(async () => {
  await second.close();
  await firstServer.close();
});

afterEach(closeStreams);

/** Creates a tenant with a live stream of the first server. Changes are made on the second server, and the stream announces them. */
async function createStreamedTenant() {
  const { client, workspaceId, user } = await firstServer.createTenant();
  const onSecond = new TestClient(second.origin, client.authorization);
  return { client, workspaceId, user, onSecond };
}

const listChanges = ({ events }: OpenStream) => events.flatMap((event) => (event.event === 'change' ? event.changes : []));

describe('changes', () => {
  it('on one server reach a stream of another with topics, ids and the user', async () => {
    const { client, user, onSecond } = await createStreamedTenant();
    const image = await uploadImage(client);
    const stream = await openStream(second, onSecond);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'x-accel-buffering': 'no',
      'cache-control': 'no-store, no-transform',
      'x-request-id': expect.any(String),
    });
    const { id: label } = await createNamedRow(client, '/detection/v2/label/');
    await createTestObject(client, image.id, label);
    await waitUntil(() => listChanges(stream).some(({ topic }) => topic === 'objects'), 5_000);
    expect(listChanges(stream)).toEqual(
      expect.arrayContaining([{ topic: 'detection-labels' }, { topic: 'objects', ids: [image.id] }]),
    );
    expect((await stream.waitFor('change')).user).toBe(user.id);
  });

  it('name the image of a changed label of an object', async () => {
    const { client, onSecond } = await createStreamedTenant();
    const image = await uploadImage(client);
    const { id: box } = await createNamedRow(client, '/detection/v2/label/');
    const { id: label_id } = await createNamedRow(client, '/recognition/v2/label/');
    const { id } = await createTestObject(client, image.id, box);
    const stream = await openStream(second, onSecond);
    await client.post(`/detection/v2/object/${id}/add-label`, { label_id });
    await stream.waitFor('change');
    expect(listChanges(stream)).toEqual([{ topic: 'objects', ids: [image.id] }]);
  });

  it('of a tab reach other tabs, but not the tab itself', async () => {
    const { client, onSecond } = await createStreamedTenant();
    const [ownTab, otherTab] = [
      await openStream(firstServer, client, 'tab=first-tab'),
      await openStream(second, onSecond, 'tab=other-tab'),
    ];
    const create = (name: string, tab: string) =>
      client.post('/recognition/v2/label/', { name }, { headers: { [TAB_HEADER]: tab } });
    await create('Apple', 'first-tab');
    await otherTab.waitFor('change');
    await create('Pear', 'other-tab');
    await ownTab.waitFor('change');
    expect([ownTab, otherTab].map((stream) => listChanges(stream))).toEqual([
      [{ topic: 'recognition-labels' }],
      [{ topic: 'recognition-labels' }],
    ]);
  });

  it('of another workspace are not announced', async () => {
    const { client, onSecond } = await createStreamedTenant();
    const stranger = await firstServer.createTenant();
    const stream = await openStream(second, onSecond);
    await stranger.client.post('/recognition/v2/label/', { name: 'Apple' });
    await client.post('/detection/v2/label/', { name: 'Pear' });
    await stream.waitFor('change');
    expect(listChanges(stream)).toEqual([{ topic: 'detection-labels' }]);
  });

  it('of many transactions are sent at most once a second', async () => {
    const { client, onSecond } = await createStreamedTenant();
    const stream = await openStream(second, onSecond);
    await Promise.all(
      Array.from({ length: 110 }, (_, index) => client.post('/similarity/training/v2/group/', { name: `Group ${index}` })),
    );
    await waitUntil(() => listChanges(stream).some(({ ids }) => ids === undefined || ids.length > 0), 5_000);
    const times = stream.events.filter(({ event }) => event === 'change').length;
    expect(times).toBeLessThanOrEqual(5);
  });

  it('announce the progress and the end of long work once a second', async () => {
    const { workspaceId, onSecond } = await createStreamedTenant();
    const stream = await openStream(second, onSecond);
    const id = await firstServer.db
      .transaction()
      .execute((trx) => enqueueWork(trx, { workspaceId, kind: 'test', input: {}, userId: null }));
    await stream.waitFor('work');
    const run = async ({ progress }: { progress: (done: number, total: number) => Promise<void> }) => {
      for (let done = 0; done < 50; done += 1) await progress(done, 50);
    };
    await firstServer.runWork([{ name: 'test', concurrency: 1, run }]);
    const work = () => stream.events.flatMap((event) => (event.event === 'work' ? [event] : []));
    await waitUntil(() => work().at(-1)?.status === 'done', 5_000);
    expect(work()[0]).toEqual({ event: 'work', id, kind: 'test', status: 'queued' });
    expect(work().length).toBeLessThan(6);
  });
});

describe('access', () => {
  it('of a removed member, ended session or deleted token closes all streams within a second', async () => {
    const { workspaceId } = await createStreamedTenant();
    const [removedMember, signedOutMember, scriptedMember] = [
      await createTestMember(firstServer, workspaceId, 'annotator'),
      await createTestMember(firstServer, workspaceId, 'annotator'),
      await createTestMember(firstServer, workspaceId, 'annotator'),
    ];
    const withToken = new TestClient(firstServer.origin, `Token ${scriptedMember.apiToken}`);
    const query = `workspace=${workspaceId}`;
    const streams = await Promise.all([
      openStream(firstServer, removedMember.client, query),
      openStream(second, removedMember.client, query),
      openStream(second, signedOutMember.client, query),
      openStream(second, withToken, query),
    ]);
    const startedAt = performance.now();
    await removeMember(firstServer.db, workspaceId, removedMember.id);
    await signedOutMember.client.get('/account/v2/logout');
    await firstServer.db
      .updateTable('app_user')
      .set({ api_token: 'x'.repeat(40) })
      .where('id', '=', scriptedMember.id)
      .execute();
    await waitUntil(() => streams.every(({ isClosed }) => isClosed()), 5_000);
    expect(performance.now() - startedAt).toBeLessThan(1_000);
    for (const { events } of streams) expect(events.at(-1)).toEqual({ event: 'end', reason: 'access' });
    expect((await openStream(second, removedMember.client, query)).response.statusCode).toBe(404);
  });

  it('of a member whose role changes is announced, and the stream stays open', async () => {
    const { client, workspaceId } = await createStreamedTenant();
    const member = await createTestMember(firstServer, workspaceId, 'annotator');
    const stream = await openStream(second, member.client, `workspace=${workspaceId}`);
    await firstServer.db.updateTable('membership').set({ role: 'viewer' }).where('user_id', '=', member.id).execute();
    await stream.waitFor('access');
    await client.post('/recognition/v2/label/', { name: 'Apple' });
    await stream.waitFor('change');
    expect(stream.isClosed()).toBe(false);
  });

  it('is refused without a session, to strangers, and beyond 20 streams of a user', async () => {
    const { client, onSecond } = await createStreamedTenant();
    const stranger = await firstServer.createTestWorkspace();
    const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(second, onSecond)));
    const refusals = await Promise.all([
      openStream(second, firstServer.anonymous),
      openStream(second, client, `workspace=${stranger}`),
      openStream(second, client),
      openStream(second, client, 'tab=short'),
    ]);
    expect(refusals.map(({ response }) => response.statusCode)).toEqual([401, 404, 429, 400]);
    expect(refusals[2]?.response.headers['retry-after']).toBe('60');
    streams[0]?.request.destroy();
    await waitUntil(async () => (await openStream(second, client)).response.statusCode === 200, 5_000);
  });
});

describe('presence', () => {
  it('lists other members with an open row until they leave, are removed or expire', async () => {
    const { client, workspaceId, onSecond } = await createStreamedTenant();
    const mara = await createTestMember(firstServer, workspaceId, 'annotator');
    const image = await uploadImage(client);
    const putPresence = async (caller: TestClient, fields: object = {}, tab = 'tab-of-user') =>
      (await caller.put('/live/v2/presence/', { tab, kind: 'image', id: image.id, workspace: workspaceId, ...fields })).body as {
        results: { id: string; username: string }[];
      };
    const listNames = async () => (await putPresence(client)).results.map(({ username }) => username);
    const stream = await openStream(second, onSecond);
    expect(await putPresence(client)).toEqual({ results: [] });
    await putPresence(mara.client);
    await putPresence(mara.client, {}, 'second-tab');
    expect(await stream.waitFor('presence')).toEqual({ event: 'presence', kind: 'image', id: image.id });
    expect(await putPresence(client)).toEqual({ results: [{ id: mara.id, username: mara.email, since: expect.any(String) }] });
    await putPresence(mara.client, { left: true });
    expect(await listNames()).toEqual([mara.email]);
    await putPresence(mara.client, { left: true }, 'second-tab');
    expect(await listNames()).toEqual([]);
    await putPresence(mara.client);
    await sql`update presence set seen = seen - interval '31 seconds'`.execute(firstServer.db);
    expect(await listNames()).toEqual([]);
    await putPresence(mara.client);
    await removeMember(firstServer.db, workspaceId, mara.id);
    expect(await listNames()).toEqual([]);
    expect((await mara.client.put('/live/v2/presence/', { tab: randomUUID(), kind: 'image', id: image.id })).status).toBe(404);
  });
});

describe('limited access', () => {
  it('hides ids outside of their jobs from streams of annotators', async () => {
    const { client, workspaceId, onSecond } = await createStreamedTenant();
    const mara = await createTestMember(firstServer, workspaceId, 'annotator');
    const [inJob, deletedImage, notInJob] = [await uploadImage(client), await uploadImage(client), await uploadImage(client)];
    const job = await createTestJob(client, 'image', { assignees: [mara.id] });
    expectBody(await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [inJob.id, deletedImage.id] }));
    expectBody(await client.patch(`/account/v2/workspace/${workspaceId}/`, { annotator_access: 'jobs' }));
    const limited = await openStream(second, mara.client);
    const complete = await openStream(second, onSecond);
    const { id: label } = await createNamedRow(client, '/detection/v2/label/');
    await createTestObject(client, notInJob.id, label);
    await createTestObject(client, inJob.id, label);
    for (const { id } of [notInJob, inJob])
      await client.put('/live/v2/presence/', { tab: 'tab-of-user', kind: 'image', id, workspace: workspaceId });
    await waitUntil(() => limited.events.some((event) => event.event === 'presence' && event.id === inJob.id), 5_000);
    expect(listChanges(limited)).toEqual(expect.arrayContaining([{ topic: 'objects', ids: [inJob.id] }]));
    // A deleted image is announced without its id.
    await client.delete(`/recognition/v2/training-image/${deletedImage.id}`);
    await waitUntil(() => listChanges(limited).some(({ topic, ids }) => topic === 'images' && ids === undefined), 5_000);
    expect(JSON.stringify(complete.events)).toContain(notInJob.id);
    expect(JSON.stringify(limited.events)).not.toContain(notInJob.id);
    expect(JSON.stringify(limited.events)).not.toContain(deletedImage.id);
  });
});

describe('outages', () => {
  it('of the listening connection end the streams, and new ones are announced changes again', async () => {
    const { client, onSecond } = await createStreamedTenant();
    const stream = await openStream(second, onSecond);
    await withClient(firstServer.connection, (admin) =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'annotation-console-live'`),
    );
    await waitUntil(stream.isClosed, 5_000);
    expect(stream.events.at(-1)).toEqual({ event: 'end', reason: 'outage' });
    const reopened = await openStream(second, onSecond);
    await client.post('/recognition/v2/label/', { name: 'Apple' });
    await reopened.waitFor('change');
  });

  it('by a server stop ends its streams and refuses new ones until another server accepts', async () => {
    const third = await createTestServer({ sharedWith: firstServer });
    const { client } = await createStreamedTenant();
    const stream = await openStream(third, client);
    third.app.deps.live?.drain();
    await waitUntil(stream.isClosed, 5_000);
    expect(stream.events.at(-1)).toEqual({ event: 'end', reason: 'stopping' });
    expect((await openStream(third, client)).response.statusCode).toBe(503);
    await third.close();
  });
});
