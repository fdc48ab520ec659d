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
let secondServer: TestServer;
beforeAll(async () => {
  firstServer = await createTestServer();
  secondServer = await createTestServer({ sharedWith: firstServer });
});
afterAll(async () => {
  await secondServer.close();
  await firstServer.close();
});

afterEach(closeStreams);

/** Creates a tenant with a live stream of the first server. Changes are made on the second server, and the stream announces them. */
async function createStreamedTenant() {
  const { client, workspaceId, user } = await firstServer.createTenant();
  const clientOfSecondServer = new TestClient(secondServer.origin, client.authorization);
  return { client, workspaceId, user, clientOfSecondServer };
}

const listChanges = ({ events }: OpenStream) => events.flatMap((event) => (event.event === 'change' ? event.changes : []));

describe('changes', () => {
  it('on one server reach streams of another server with topics, ids and the user', async () => {
    const { client, user, clientOfSecondServer } = await createStreamedTenant();
    const image = await uploadImage(client);
    const stream = await openStream(secondServer, clientOfSecondServer);
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
    const { client, clientOfSecondServer } = await createStreamedTenant();
    const image = await uploadImage(client);
    const { id: box } = await createNamedRow(client, '/detection/v2/label/');
    const { id: label_id } = await createNamedRow(client, '/recognition/v2/label/');
    const { id } = await createTestObject(client, image.id, box);
    const stream = await openStream(secondServer, clientOfSecondServer);
    await client.post(`/detection/v2/object/${id}/add-label`, { label_id });
    await stream.waitFor('change');
    expect(listChanges(stream)).toEqual([{ topic: 'objects', ids: [image.id] }]);
  });

  it('of a tab reach other tabs, but not the tab itself', async () => {
    const { client, clientOfSecondServer } = await createStreamedTenant();
    const [ownTab, otherTab] = [
      await openStream(firstServer, client, 'tab=first-tab'),
      await openStream(secondServer, clientOfSecondServer, 'tab=other-tab'),
    ];
    const createLabel = (name: string, tab: string) =>
      client.post('/recognition/v2/label/', { name }, { headers: { [TAB_HEADER]: tab } });
    await createLabel('Apple', 'first-tab');
    await otherTab.waitFor('change');
    await createLabel('Pear', 'other-tab');
    await ownTab.waitFor('change');
    expect([ownTab, otherTab].map((stream) => listChanges(stream))).toEqual([
      [{ topic: 'recognition-labels' }],
      [{ topic: 'recognition-labels' }],
    ]);
  });

  it('of another workspace are not announced', async () => {
    const { client, clientOfSecondServer } = await createStreamedTenant();
    const otherTenant = await firstServer.createTenant();
    const stream = await openStream(secondServer, clientOfSecondServer);
    await otherTenant.client.post('/recognition/v2/label/', { name: 'Apple' });
    await client.post('/detection/v2/label/', { name: 'Pear' });
    await stream.waitFor('change');
    expect(listChanges(stream)).toEqual([{ topic: 'detection-labels' }]);
  });

  it('of many transactions are sent at most once a second', async () => {
    const { client, clientOfSecondServer } = await createStreamedTenant();
    const stream = await openStream(secondServer, clientOfSecondServer);
    await Promise.all(
      Array.from({ length: 110 }, (_, index) => client.post('/similarity/training/v2/group/', { name: `Group ${index}` })),
    );
    await waitUntil(() => listChanges(stream).some(({ ids }) => ids === undefined || ids.length > 0), 5_000);
    const changeEventCount = stream.events.filter(({ event }) => event === 'change').length;
    expect(changeEventCount).toBeLessThanOrEqual(5);
  });

  it('announce the progress and the end of long work once a second', async () => {
    const { workspaceId, clientOfSecondServer } = await createStreamedTenant();
    const stream = await openStream(secondServer, clientOfSecondServer);
    const id = await firstServer.db
      .transaction()
      .execute((trx) => enqueueWork(trx, { workspaceId, kind: 'test', input: {}, userId: null }));
    await stream.waitFor('work');
    const reportProgress = async ({ progress }: { progress: (doneSteps: number, total: number) => Promise<void> }) => {
      for (let doneSteps = 0; doneSteps < 50; doneSteps += 1) await progress(doneSteps, 50);
    };
    await firstServer.runWork([{ name: 'test', concurrency: 1, run: reportProgress }]);
    const listWorkEvents = () => stream.events.flatMap((event) => (event.event === 'work' ? [event] : []));
    await waitUntil(() => listWorkEvents().at(-1)?.status === 'done', 5_000);
    expect(listWorkEvents()[0]).toEqual({ event: 'work', id, kind: 'test', status: 'queued' });
    expect(listWorkEvents().length).toBeLessThan(6);
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
    const tokenClient = new TestClient(firstServer.origin, `Token ${scriptedMember.apiToken}`);
    const query = `workspace=${workspaceId}`;
    const streams = await Promise.all([
      openStream(firstServer, removedMember.client, query),
      openStream(secondServer, removedMember.client, query),
      openStream(secondServer, signedOutMember.client, query),
      openStream(secondServer, tokenClient, query),
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
    expect((await openStream(secondServer, removedMember.client, query)).response.statusCode).toBe(404);
  });

  it('of a member whose role changes is announced, and the stream stays open', async () => {
    const { client, workspaceId } = await createStreamedTenant();
    const member = await createTestMember(firstServer, workspaceId, 'annotator');
    const stream = await openStream(secondServer, member.client, `workspace=${workspaceId}`);
    await firstServer.db.updateTable('membership').set({ role: 'viewer' }).where('user_id', '=', member.id).execute();
    await stream.waitFor('access');
    await client.post('/recognition/v2/label/', { name: 'Apple' });
    await stream.waitFor('change');
    expect(stream.isClosed()).toBe(false);
  });

  it('is refused without a session, to strangers, and beyond 20 streams of a user', async () => {
    const { client, clientOfSecondServer } = await createStreamedTenant();
    const otherTenant = await firstServer.createTestWorkspace();
    const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(secondServer, clientOfSecondServer)));
    const refusals = await Promise.all([
      openStream(secondServer, firstServer.anonymous),
      openStream(secondServer, client, `workspace=${otherTenant}`),
      openStream(secondServer, client),
      openStream(secondServer, client, 'tab=short'),
    ]);
    expect(refusals.map(({ response }) => response.statusCode)).toEqual([401, 404, 429, 400]);
    expect(refusals[2]?.response.headers['retry-after']).toBe('60');
    streams[0]?.request.destroy();
    await waitUntil(async () => (await openStream(secondServer, client)).response.statusCode === 200, 5_000);
  });
});

describe('presence', () => {
  it('lists other members with an open row until they leave, are removed or expire', async () => {
    const { client, workspaceId, clientOfSecondServer } = await createStreamedTenant();
    const limitedAnnotator = await createTestMember(firstServer, workspaceId, 'annotator');
    const image = await uploadImage(client);
    const putPresence = async (caller: TestClient, fields: object = {}, tab = 'tab-of-user') =>
      (await caller.put('/live/v2/presence/', { tab, kind: 'image', id: image.id, workspace: workspaceId, ...fields })).body as {
        results: { id: string; username: string }[];
      };
    const listNames = async () => (await putPresence(client)).results.map(({ username }) => username);
    const stream = await openStream(secondServer, clientOfSecondServer);
    expect(await putPresence(client)).toEqual({ results: [] });
    await putPresence(limitedAnnotator.client);
    await putPresence(limitedAnnotator.client, {}, 'second-tab');
    expect(await stream.waitFor('presence')).toEqual({ event: 'presence', kind: 'image', id: image.id });
    expect(await putPresence(client)).toEqual({
      results: [{ id: limitedAnnotator.id, username: limitedAnnotator.email, since: expect.any(String) }],
    });
    await putPresence(limitedAnnotator.client, { left: true });
    expect(await listNames()).toEqual([limitedAnnotator.email]);
    await putPresence(limitedAnnotator.client, { left: true }, 'second-tab');
    expect(await listNames()).toEqual([]);
    await putPresence(limitedAnnotator.client);
    await sql`update presence set seen = seen - interval '31 seconds'`.execute(firstServer.db);
    expect(await listNames()).toEqual([]);
    await putPresence(limitedAnnotator.client);
    await removeMember(firstServer.db, workspaceId, limitedAnnotator.id);
    expect(await listNames()).toEqual([]);
    expect(
      (await limitedAnnotator.client.put('/live/v2/presence/', { tab: randomUUID(), kind: 'image', id: image.id })).status,
    ).toBe(404);
  });
});

describe('limited access', () => {
  it('hides ids outside of their jobs in the streams of annotators', async () => {
    const { client, workspaceId, clientOfSecondServer } = await createStreamedTenant();
    const limitedAnnotator = await createTestMember(firstServer, workspaceId, 'annotator');
    const [imageInJob, deletedImage, imageOutsideJob] = [
      await uploadImage(client),
      await uploadImage(client),
      await uploadImage(client),
    ];
    const job = await createTestJob(client, 'image', { assignees: [limitedAnnotator.id] });
    expectBody(await client.post(`/annotate/v2/imagejob/${job.id}/add-items`, { items: [imageInJob.id, deletedImage.id] }));
    expectBody(await client.patch(`/account/v2/workspace/${workspaceId}/`, { annotator_access: 'jobs' }));
    const limitedStream = await openStream(secondServer, limitedAnnotator.client);
    const fullStream = await openStream(secondServer, clientOfSecondServer);
    const { id: label } = await createNamedRow(client, '/detection/v2/label/');
    await createTestObject(client, imageOutsideJob.id, label);
    await createTestObject(client, imageInJob.id, label);
    for (const { id } of [imageOutsideJob, imageInJob])
      await client.put('/live/v2/presence/', { tab: 'tab-of-user', kind: 'image', id, workspace: workspaceId });
    await waitUntil(() => limitedStream.events.some((event) => event.event === 'presence' && event.id === imageInJob.id), 5_000);
    expect(listChanges(limitedStream)).toEqual(expect.arrayContaining([{ topic: 'objects', ids: [imageInJob.id] }]));
    // A deleted image is announced without its id.
    await client.delete(`/recognition/v2/training-image/${deletedImage.id}`);
    await waitUntil(() => listChanges(limitedStream).some(({ topic, ids }) => topic === 'images' && ids === undefined), 5_000);
    expect(JSON.stringify(fullStream.events)).toContain(imageOutsideJob.id);
    expect(JSON.stringify(limitedStream.events)).not.toContain(imageOutsideJob.id);
    expect(JSON.stringify(limitedStream.events)).not.toContain(deletedImage.id);
  });
});

describe('outages', () => {
  it('of the listening connection end all streams, and new streams receive changes again', async () => {
    const { client, clientOfSecondServer } = await createStreamedTenant();
    const stream = await openStream(secondServer, clientOfSecondServer);
    await withClient(firstServer.connection, (admin) =>
      admin.query(`select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and application_name = 'annotation-console-live'`),
    );
    await waitUntil(stream.isClosed, 5_000);
    expect(stream.events.at(-1)).toEqual({ event: 'end', reason: 'outage' });
    const reopenedStream = await openStream(secondServer, clientOfSecondServer);
    await client.post('/recognition/v2/label/', { name: 'Apple' });
    await reopenedStream.waitFor('change');
  });

  it('caused by a server stop end its streams, and the server refuses new ones', async () => {
    const thirdServer = await createTestServer({ sharedWith: firstServer });
    const { client } = await createStreamedTenant();
    const stream = await openStream(thirdServer, client);
    thirdServer.app.deps.live?.drain();
    await waitUntil(stream.isClosed, 5_000);
    expect(stream.events.at(-1)).toEqual({ event: 'end', reason: 'stopping' });
    expect((await openStream(thirdServer, client)).response.statusCode).toBe(503);
    await thirdServer.close();
  });
});
