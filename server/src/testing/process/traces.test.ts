import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createUser } from '../../domain/account/users';
import { addMember, ALL_SERVICES, createWorkspace } from '../../domain/account/workspaces';
import { expectBody, TestClient } from '../api/client';
import { createNamedRow } from '../api/fixtures';
import { startWebhookReceiver, type WebhookReceiver } from '../api/webhook-receiver';
import { cloneDatabase, toDatabaseUrl, type TestDatabase } from '../database/test-database';
import { bundleServer, getBundlePath, startProcess, stopLeftovers } from '../servers/server-process';
import { waitUntil } from '../wait/wait-until';

jest.setTimeout(120_000);

interface ReceivedSpan {
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  name: string;
  status: { code?: number };
  attributes: { key: string; value: { stringValue?: string; intValue?: number } }[];
}
interface TraceRequest {
  resourceSpans: { resource: { attributes: ReceivedSpan['attributes'] }; scopeSpans: { spans: ReceivedSpan[] }[] }[];
}

const EMAIL = 'anna@test.example';
/** The trace id and span id of a client, from an example in the W3C Trace Context specification. */
const CLIENT_TRACE = '0af7651916cd43dd8448eb211c80319c';
const CLIENT_SPAN = 'b7ad6b7169203331';
/** Maximum time until the server has stopped. The server waits three seconds for the trace collector. */
const MAX_STOP_MS = 15_000;

let folder: string;
let database: TestDatabase;
let webhookReceiver: WebhookReceiver;
let collector: WebhookReceiver;
let apiToken: string;
let workspaceId: string;
beforeAll(async () => {
  bundleServer();
  folder = await mkdtemp(join(tmpdir(), 'console-traces-'));
  database = await cloneDatabase();
  [webhookReceiver, collector] = [await startWebhookReceiver(), await startWebhookReceiver()];
  collector.answer(200);
  const user = await createUser(database.db, { email: EMAIL, password: 'a long secret' });
  workspaceId = await createWorkspace(database.db, { name: 'Private name', services: ALL_SERVICES, ownerId: user.id });
  await addMember(database.db, workspaceId, user.id);
  apiToken = user.api_token;
});
afterAll(async () => {
  await stopLeftovers();
  await Promise.all([webhookReceiver.close(), collector.close()]);
  await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function startServer(environment: Record<string, string>) {
  const server = await startProcess({
    DATABASE_URL: toDatabaseUrl(database),
    DATA_DIR: folder,
    PORT: '0',
    DEMO: 'off',
    API_ONLY: 'on',
    LOG_LEVEL: 'info',
    WEBHOOK_PRIVATE_HOSTS: webhookReceiver.host,
    OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: collector.url,
    ...environment,
  });
  return { server, client: new TestClient(server.origin, `Token ${apiToken}`) };
}

const toObject = (attributes: ReceivedSpan['attributes']) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));

it('traces contain requests with their statements, jobs and webhooks, and arrive before a stop', async () => {
  const { server, client } = await startServer({ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json', OTEL_SERVICE_NAME: 'console-test' });
  const { id: label } = await createNamedRow(client, '/detection/v2/label/');
  const traceparent = `00-${CLIENT_TRACE}-${CLIENT_SPAN}-01`;
  await client.send('GET', `/detection/v2/label/?search=hidden-search`, undefined, { headers: { traceparent } });
  expect((await client.get(`/detection/v2/label/${workspaceId}`)).status).toBe(404);
  const webhook = { name: 'Hidden hook', url: webhookReceiver.url, kinds: ['image.created'] };
  const { id, secret } = expectBody<{ id: string; secret: string }>(await client.post('/webhooks/v2/webhook/', webhook), 201);
  const delivery = expectBody<{ id: string }>(await client.post(`/webhooks/v2/webhook/${id}/test`), 201);
  await waitUntil(() => webhookReceiver.messages.length === 1);
  await client.post(`/webhooks/v2/delivery/${delivery.id}/replay`);
  await waitUntil(() => webhookReceiver.messages.length === 2);
  expect(await server.end('SIGTERM')).toBe(0);

  const receivedSpans = collector.messages.flatMap(({ body }) => (JSON.parse(body) as TraceRequest).resourceSpans);
  expect(toObject(receivedSpans[0]!.resource.attributes)).toEqual({
    'service.name': 'console-test',
    'service.version': expect.any(String),
    'service.instance.id': expect.any(String),
  });
  const spans = receivedSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  const findSpan = (name: string, traceId?: string) =>
    spans.find((span) => span.name === name && (traceId === undefined || span.traceId === traceId));
  const listChildren = ({ spanId }: ReceivedSpan) => spans.filter(({ parentSpanId }) => parentSpanId === spanId);

  const creationSpan = findSpan('POST /api/detection/v2/label/')!;
  expect(toObject(creationSpan.attributes)).toEqual({
    'http.request.method': 'POST',
    'http.route': '/api/detection/v2/label/',
    'http.response.status_code': 201,
    'console.request_id': expect.any(String),
    'console.workspace_id': workspaceId,
  });
  expect(listChildren(creationSpan).map(({ name }) => name)).toEqual(
    expect.arrayContaining(['begin', 'insert detection_label', 'commit']),
  );
  expect(findSpan('GET /api/detection/v2/label/', CLIENT_TRACE)?.parentSpanId).toBe(CLIENT_SPAN);
  expect(findSpan('GET /api/detection/v2/label/:id')?.status.code).toBeFalsy();
  const replaySpan = findSpan('POST /api/webhooks/v2/delivery/:id/replay')!;
  const jobSpan = findSpan('job deliver-webhook', replaySpan.traceId)!;
  expect([jobSpan.parentSpanId, findSpan('POST webhook', replaySpan.traceId)?.parentSpanId]).toEqual([
    replaySpan.spanId,
    jobSpan.spanId,
  ]);
  expect(server.output()).toMatch(new RegExp(`"trace_id":"${creationSpan.traceId}"[^\n]*"status":201`));
  // The spans contain neither values, such as names, nor anything about the user or the receiver.
  const text = JSON.stringify(receivedSpans);
  for (const hiddenText of [label, EMAIL, apiToken, secret, 'idden', webhookReceiver.url, 'Private name'])
    expect(text).not.toContain(hiddenText);
});

it('a collector that does not respond delays neither requests nor the stop', async () => {
  collector.messages.length = 0;
  collector.answer(() => undefined);
  const { server, client } = await startServer({ OTEL_BSP_SCHEDULE_DELAY: '10', OTEL_BSP_MAX_QUEUE_SIZE: '20' });
  await client.get('/detection/v2/label/');
  await waitUntil(() => collector.messages.length > 0);
  expect(collector.messages[0]).toMatchObject({
    headers: { 'content-type': 'application/x-protobuf' },
    body: expect.stringContaining('annotation-console'),
  });
  for (let createdCount = 0; createdCount < 30; createdCount += 1)
    expect((await client.get('/detection/v2/label/')).status).toBe(200);
  const stoppedAt = performance.now();
  expect(await server.end('SIGTERM')).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(MAX_STOP_MS);
});

it('a server without a collector does not contain the SDK', () => {
  const readBundle = (name: string) => readFileSync(getBundlePath(name), 'utf8');
  expect(readBundle('tracing.cjs')).toContain('BatchSpanProcessor');
  expect(readBundle('main.cjs')).not.toContain('BatchSpanProcessor');
});
