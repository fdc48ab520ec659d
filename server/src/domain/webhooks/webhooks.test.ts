import type { Webhook, WebhookDelivery, WebhookWithSecret } from '@console/shared-contract/api';
import { sql } from 'kysely';
import { Webhook as Verifier } from 'standardwebhooks';
import { expectBody, type TestClient } from '../../testing/api/client';
import { createTestJob, uploadImage, uploadImages, type ListEnvelope } from '../../testing/api/fixtures';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { startWebhookReceiver, type ReceivedMessage, type WebhookReceiver } from '../../testing/api/webhook-receiver';
import { createResumeTask } from './deliver';
import { deleteExpiredDeliveries } from './write';

const WEBHOOKS = '/webhooks/v2/webhook/';

let receiver: WebhookReceiver;
let server: TestServer;
let client: TestClient;
let workspaceId: string;
beforeAll(async () => {
  receiver = await startWebhookReceiver();
  server = await createTestServer({ config: { webhookHosts: [receiver.host] } });
});
afterAll(async () => {
  await server.close();
  await receiver.close();
});
beforeEach(async () => {
  // Deliveries of earlier tests may still be waiting.
  await server.db.deleteFrom('webhook').execute();
  ({ client, workspaceId } = await server.createTenant());
  receiver.messages.length = 0;
  receiver.answer(204);
});

const createWebhook = async (fields: object = {}) =>
  expectBody<WebhookWithSecret>(
    await client.post(WEBHOOKS, { name: 'Pipeline', url: receiver.url, kinds: ['image.created', 'image.verified'], ...fields }),
    201,
  );
const readWebhook = async () => expectBody<ListEnvelope<Webhook>>(await client.get(WEBHOOKS)).results[0];
const listDeliveries = async ({ id }: { id: string }, query = {}) =>
  expectBody<ListEnvelope<WebhookDelivery>>(await client.get(`${WEBHOOKS}${id}/delivery/`, query)).results;
const verifyImage = (image: string) => client.post('/annotate/v2/verification/', { image_id: image });
const parseBody = ({ body }: ReceivedMessage) =>
  JSON.parse(body) as { type: string; timestamp: string; data: Record<string, unknown> };
const listReceived = () => receiver.messages.map((message) => [parseBody(message).type, parseBody(message).data.entity]);
const verifySignature = (secret: string, { headers, body }: ReceivedMessage) =>
  new Verifier(secret).verify(body, headers as Record<string, string>);
/** Runs the queue until no delivery is waiting: jobs for later run at once in tests. */
const deliverAll = () => server.runWork();

describe('webhook', () => {
  it('receives the events that it selects, signed as Standard Webhooks defines', async () => {
    const { secret, ...webhook } = await createWebhook();
    await createWebhook({ kinds: ['job.completed'] });
    const image = await uploadImage(client);
    await deliverAll();
    const [message] = receiver.messages;
    expect(receiver.messages).toHaveLength(1);
    expect(verifySignature(secret, message!)).toEqual({
      type: 'image.created',
      timestamp: expect.stringMatching(/^\d{4}-.*Z$/),
      data: { count: 1, ids: [image.id], entity: image.id, workspace: workspaceId, user: expect.any(String) },
    });
    expect(() => verifySignature(secret, { ...message!, body: `${message!.body} ` })).toThrow('No matching signature');
    expect(message!.headers['content-type']).toBe('application/json');
    expect(await listDeliveries(webhook)).toMatchObject([
      { id: message!.headers['webhook-id'], state: 'delivered', status: 204, attempts: 1, next_attempt: null, error: null },
    ]);
  });

  it('shows its secret once, and stores it only in the table of secrets', async () => {
    const headers = { 'idempotency-key': 'a webhook' };
    const body = { name: 'Pipeline', url: receiver.url, kinds: ['image.created'] };
    const { secret, id } = expectBody<WebhookWithSecret>(await client.post(WEBHOOKS, body, { headers }), 201);
    expect((await client.post(WEBHOOKS, body, { headers })).status).toBe(409);
    expect(Buffer.from(secret.replace('whsec_', ''), 'base64')).toHaveLength(32);
    await uploadImage(client);
    await deliverAll();
    expectBody(await client.patch(`${WEBHOOKS}${id}`, { name: 'Renamed' }));
    for (const path of [WEBHOOKS, `${WEBHOOKS}${id}/delivery/`, '/account/v2/audit/', '/history/v2/set/'])
      expect((await client.get(path)).text).not.toContain(secret.slice(6));
    const key = Buffer.from(secret.slice(6), 'base64').toString('hex');
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(
      server.db,
    );
    const checks = tables.map(
      ({ name }) => sql`select ${name}::text as name where exists (
        select from ${sql.table(name)} t where strpos(t::text, ${key}) > 0 or strpos(t::text, ${secret.slice(6)}) > 0)`,
    );
    const { rows: tablesWithSecret } = await sql`${sql.join(checks, sql` union all `)}`.execute(server.db);
    expect(tablesWithSecret).toEqual([{ name: 'webhook_secret' }]);
  });

  it('is signed with both secrets for 24 hours after a rotation', async () => {
    const { id, secret: previousSecret } = await createWebhook();
    const { secret, previous_secret_expires } = expectBody<WebhookWithSecret>(
      await client.post(`${WEBHOOKS}${id}/rotate-secret`),
    );
    expect(Date.parse(previous_secret_expires ?? '') - Date.now()).toBeGreaterThan(23 * 3_600_000);
    await uploadImage(client);
    await deliverAll();
    for (const signingSecret of [previousSecret, secret])
      expect(verifySignature(signingSecret, receiver.messages[0]!)).toBeDefined();
    await server.db.updateTable('webhook_secret').set({ expires: new Date() }).where('expires', 'is not', null).execute();
    await uploadImage(client);
    await deliverAll();
    expect(verifySignature(secret, receiver.messages[1]!)).toBeDefined();
    expect(() => verifySignature(previousSecret, receiver.messages[1]!)).toThrow('No matching signature');
    await deleteExpiredDeliveries(server.db);
    expect(await server.db.selectFrom('webhook_secret').where('webhook_id', '=', id).selectAll().execute()).toHaveLength(1);
  });

  it('is managed by the owner alone, and each change is in the audit log', async () => {
    const { id } = await createWebhook();
    const manager = await server.createTestUser();
    await server.db
      .insertInto('membership')
      .values({ user_id: manager.id, workspace_id: workspaceId, role: 'manager' })
      .execute();
    expect((await manager.client.get(WEBHOOKS, { workspace: workspaceId })).status).toBe(403);
    expectBody(await client.patch(`${WEBHOOKS}${id}`, { kinds: ['job.completed', 'job.completed'] }));
    expect((await readWebhook())?.kinds).toEqual(['job.completed']);
    expect((await client.delete(`${WEBHOOKS}${id}`)).status).toBe(204);
    const auditLog = expectBody<ListEnvelope<{ action: string }>>(await client.get('/account/v2/audit/'));
    expect(auditLog.results.map(({ action }) => action).filter((action) => action.startsWith('webhook'))).toEqual([
      'webhook-deleted',
      'webhook-changed',
      'webhook-created',
    ]);
  });

  it('is refused with a private address, or if the workspace has 20 webhooks already', async () => {
    const body = { name: 'X', kinds: ['image.created'] };
    for (const url of ['https://10.0.0.1/', 'http://receiver.example/', 'https://x.example/\r\nA: b'])
      expect((await client.post(WEBHOOKS, { ...body, url })).status).toBe(400);
    const { id } = await createWebhook();
    expect((await client.patch(`${WEBHOOKS}${id}`, { url: 'https://[::1]/' })).status).toBe(400);
    const row = { workspace_id: workspaceId, name: 'X', url: receiver.url, kinds: ['image.created' as const], created_by: null };
    await server.db
      .insertInto('webhook')
      .values(Array.from({ length: 18 }, () => row))
      .execute();
    const responses = await Promise.all(
      [1, 2, 3].map(() => client.post(WEBHOOKS, { ...body, kinds: ['job.completed'], url: 'https://x.example/' })),
    );
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409]);
  });
});

describe('delivery', () => {
  it('is repeated until the receiver accepts it, with the same id', async () => {
    const webhook = await createWebhook();
    await uploadImage(client);
    let failures = 0;
    receiver.answer((response) => void response.writeHead(++failures <= 2 ? 500 : 200).end('a response'));
    while (receiver.messages.length < 3) await deliverAll();
    const { secret } = webhook;
    expect(new Set(receiver.messages.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    for (const message of receiver.messages) expect(verifySignature(secret, message)).toBeDefined();
    expect(await listDeliveries(webhook)).toMatchObject([{ state: 'delivered', attempts: 3, response: 'a response' }]);
    expect((await readWebhook())?.failing_since).toBeNull();
  });

  it('waits longer after each attempt and fails after about a day', async () => {
    const webhook = await createWebhook();
    await uploadImage(client);
    receiver.answer(500);
    const retryDelays: number[] = [];
    for (const attemptNumber of process.env.LONG ? [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11] : [1, 2, 6, 10, 11]) {
      await server.db
        .updateTable('webhook_delivery')
        .set({ attempts: attemptNumber - 1 })
        .where('webhook_id', '=', webhook.id)
        .execute();
      await deliverAll();
      const [delivery] = await listDeliveries(webhook);
      if (delivery?.next_attempt) retryDelays.push(Date.parse(delivery.next_attempt) - Date.parse(delivery.attempted ?? ''));
      if (delivery?.state === 'failed') break;
    }
    expect(await listDeliveries(webhook)).toMatchObject([{ state: 'failed', next_attempt: null, status: 500 }]);
    expect((await readWebhook())?.failing_since).not.toBeNull();
    expect(retryDelays).toEqual([...retryDelays].sort((a, b) => a - b));
  });

  it('keeps the order of an entity: a later event waits for the earlier one', async () => {
    const webhook = await createWebhook();
    const [firstImage, secondImage] = await uploadImages(client, 2);
    receiver.answer((response, message) => {
      const { data } = parseBody(message);
      response.writeHead(data.entity === firstImage!.id && listReceived().length < 6 ? 500 : 200).end();
    });
    for (const { id } of [firstImage!, secondImage!]) expectBody(await verifyImage(id), 201);
    for (let round = 0; round < 20 && (await listDeliveries(webhook, { state: 'waiting' })).length > 0; round += 1)
      await deliverAll();
    const receivedRequests = listReceived();
    expect(receivedRequests.filter(([, entity]) => entity === secondImage!.id)).toEqual([
      ['image.created', secondImage!.id],
      ['image.verified', secondImage!.id],
    ]);
    const eventsOfFirst = receivedRequests.filter(([, entity]) => entity === firstImage!.id).map(([type]) => type);
    expect(eventsOfFirst.length).toBeGreaterThan(2);
    expect(eventsOfFirst.lastIndexOf('image.created')).toBe(eventsOfFirst.length - 2);
    expect(eventsOfFirst.at(-1)).toBe('image.verified');
  });

  it('sends the next event of an entity after an event has failed permanently', async () => {
    const webhook = await createWebhook();
    const { id } = await uploadImage(client);
    await server.db.updateTable('webhook_delivery').set({ attempts: 10 }).where('webhook_id', '=', webhook.id).execute();
    expectBody(await verifyImage(id), 201);
    receiver.answer(
      (response, message) => void response.writeHead(parseBody(message).type === 'image.created' ? 500 : 200).end(),
    );
    await deliverAll();
    expect((await listDeliveries(webhook)).map(({ kind, state }) => [kind, state])).toEqual([
      ['image.verified', 'delivered'],
      ['image.created', 'failed'],
    ]);
  });

  it('to a failing receiver does not delay other webhooks', async () => {
    await createWebhook({ url: `http://${receiver.host}/broken` });
    const workingWebhook = await createWebhook();
    receiver.answer((response) => void response.writeHead(response.req.url === '/broken' ? 503 : 200).end());
    await uploadImage(client);
    await deliverAll();
    expect(await listDeliveries(workingWebhook)).toMatchObject([{ state: 'delivered' }]);
  });

  it('can be replayed with the same id and body', async () => {
    const webhook = await createWebhook();
    await uploadImage(client);
    await deliverAll();
    const [delivery] = await listDeliveries(webhook);
    expect(expectBody(await client.post(`/webhooks/v2/delivery/${delivery!.id}/replay`))).toMatchObject({ state: 'waiting' });
    await deliverAll();
    const [firstMessage, secondMessage] = receiver.messages;
    expect([secondMessage!.headers['webhook-id'], secondMessage!.body]).toEqual([
      firstMessage!.headers['webhook-id'],
      firstMessage!.body,
    ]);
    expectBody(await client.patch(`${WEBHOOKS}${webhook.id}`, { enabled: false }));
    expect((await client.post(`/webhooks/v2/delivery/${delivery!.id}/replay`)).status).toBe(409);
  });

  it('of a test message is sent only once', async () => {
    const webhook = await createWebhook();
    receiver.answer(500);
    expectBody(await client.post(`${WEBHOOKS}${webhook.id}/test`), 201);
    await deliverAll();
    await deliverAll();
    expect(receiver.messages.map((message) => parseBody(message).type)).toEqual(['test']);
    expect(await listDeliveries(webhook)).toMatchObject([{ kind: 'test', state: 'failed', status: 500, attempts: 1 }]);
  });

  it('with the response 410 disables the webhook, which can be enabled again', async () => {
    const webhook = await createWebhook();
    await uploadImages(client, 2);
    receiver.answer(410);
    await deliverAll();
    expect(receiver.messages).toHaveLength(1);
    expect(await readWebhook()).toMatchObject({ enabled: false, problem: 'gone' });
    expect((await listDeliveries(webhook)).map(({ state }) => state)).toEqual(['failed', 'failed']);
    await uploadImage(client);
    expect(await listDeliveries(webhook)).toHaveLength(2);
    expect((await client.post(`${WEBHOOKS}${webhook.id}/test`)).status).toBe(409);
    expect(expectBody(await client.patch(`${WEBHOOKS}${webhook.id}`, { enabled: true }))).toMatchObject({
      enabled: true,
      problem: null,
      failing_since: null,
    });
  });

  it('disables a webhook that has been failing for more than five days', async () => {
    const webhook = await createWebhook();
    receiver.answer(500);
    const setFailingDays = (days: number) =>
      server.db
        .updateTable('webhook')
        .set({ failing_since: new Date(Date.now() - days * 86_400_000) })
        .where('id', '=', webhook.id)
        .execute();
    await setFailingDays(4.9);
    await uploadImage(client);
    await client.post(`${WEBHOOKS}${webhook.id}/test`);
    await deliverAll();
    expect(await readWebhook()).toMatchObject({ enabled: true, problem: null });
    await setFailingDays(5.1);
    await deliverAll();
    expect(await readWebhook()).toMatchObject({ enabled: false, problem: 'failing' });
  });

  it('whose queue job is missing gets a new job, for example after a restored backup', async () => {
    const webhook = await createWebhook();
    await uploadImage(client);
    await sql`delete from graphile_worker._private_jobs`.execute(server.db);
    await deliverAll();
    const next_attempt = new Date(Date.now() - 6 * 60_000);
    await server.db.updateTable('webhook_delivery').set({ next_attempt }).where('webhook_id', '=', webhook.id).execute();
    await createResumeTask(server.db).run(null);
    await deliverAll();
    expect(await listDeliveries(webhook)).toMatchObject([{ state: 'delivered' }]);
  });

  it('is deleted with its response after 30 days', async () => {
    const webhook = await createWebhook();
    await uploadImages(client, 2);
    const [recentDelivery, expiredDelivery] = await listDeliveries(webhook);
    const creationTime = new Date(Date.now() - 30.1 * 86_400_000);
    await server.db
      .updateTable('webhook_delivery')
      .set({ created: creationTime })
      .where('id', '=', expiredDelivery!.id)
      .execute();
    await deleteExpiredDeliveries(server.db);
    expect((await listDeliveries(webhook)).map(({ id }) => id)).toEqual([recentDelivery!.id]);
  });

  it('of a change that is rolled back does not exist', async () => {
    const webhook = await createWebhook({ kinds: ['job.completed'] });
    const job = await createTestJob(client);
    await server.db.transaction().execute(async (trx) => {
      const event = { workspace_id: workspaceId, kind: 'job.completed' as const, user_id: null, entity_id: job.id, data: '{}' };
      await trx.insertInto('event').values(event).execute();
      await sql`savepoint a`.execute(trx);
      await trx.insertInto('event').values(event).execute();
      await sql`rollback to savepoint a`.execute(trx);
    });
    expect(await listDeliveries(webhook)).toHaveLength(1);
  });
});
