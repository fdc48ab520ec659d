import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { bindAccount } from '../../domain/account';
import type { TestClient } from '../../testing/api/client';
import { createVisitReader } from '../../operations/console-site/canary-decisions';
import { createTestServer, type TestServer } from '../../testing/api/test-server';
import { enqueueWork } from '../queue/queue';
import { route } from './route/route';

interface LogLine extends Record<string, unknown> {
  level: number;
  msg: string;
}

const LOG_LEVELS = { debug: 20, info: 30, warn: 40, error: 50 };
const REQUEST_ID = 'proxy-3f2a91c4.b5d6:4e7f';
const GENERATED_ID = /^[0-9a-f-]{18}$/;

/** Registers a list, a creation that enqueues work, and a call that fails. */
function bindTestRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/label/', async ({ scope, page }) => {
    scope.resolveWorkspace();
    return page(0, []);
  });
  route(app, 'DELETE /detection/v2/label/{id}', async ({ params, db, user, scope }) => {
    scope.requireWorkspace(params.id);
    await enqueueWork(db, { workspaceId: params.id, kind: 'test', input: {}, userId: user.id });
  });
  route(app, 'GET /detection/v2/label/{id}', async () => {
    throw new TypeError('a bug in the server');
  });
}

let lines: LogLine[] = [];
let server: TestServer;
let client: TestClient;
let workspaceId: string;
beforeAll(async () => {
  const logStream = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  server = await createTestServer({ modules: [bindAccount, bindTestRoutes], config: { logLevel: 'debug' }, logStream });
  ({ client, workspaceId } = await server.createTenant());
});
afterAll(() => server.close());
beforeEach(() => {
  lines = [];
});

/** Sends a request whose path, host and headers are not changed by a client library. */
function sendRaw(path: string, { method = 'GET', headers = {}, body = '' } = {}): Promise<{ status: number; id: unknown }> {
  const { port } = server.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    httpRequest({ host: '127.0.0.1', port, path, method, headers, agent: false }, (response) => {
      response.resume().once('end', () => resolve({ status: response.statusCode ?? 0, id: response.headers['x-request-id'] }));
    })
      .once('error', reject)
      .end(body);
  });
}
const listRequests = () => lines.filter(({ msg }) => msg === 'request');

it('logs one line per request with its route and ids, but without values', async () => {
  const { headers } = await client.get('/detection/v2/label/', { workspace: workspaceId, name: 'private' });
  expect(lines).toHaveLength(1);
  const { time, pid, hostname, duration_ms: duration, ...line }: Partial<LogLine> = lines[0] ?? {};
  expect(line).toEqual({
    level: LOG_LEVELS.info,
    msg: 'request',
    request_id: headers['x-request-id'],
    method: 'GET',
    route: '/api/detection/v2/label/',
    status: 200,
    user_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    workspace_id: workspaceId,
  });
  expect([typeof time, typeof pid, typeof hostname]).toEqual(['number', 'number', 'string']);
  expect(duration).toBeGreaterThan(0);
});

it('uses a valid request id of the proxy, and creates an id otherwise', async () => {
  const sendWithId = async (id: string) =>
    (await client.send('GET', '/account/v2/details', undefined, { headers: { 'x-request-id': id } })).headers;
  expect(await sendWithId(REQUEST_ID)).toMatchObject({ 'x-request-id': REQUEST_ID });
  for (const invalid of ['short', 'a'.repeat(65), 'with space in it', '{"level":50}', 'percent%0Aencoded'])
    expect(await sendWithId(invalid)).toMatchObject({ 'x-request-id': expect.stringMatching(GENERATED_ID) });
  expect(new Set(listRequests().map((line) => line.request_id)).size).toBe(6);
});

it.each([
  ['an unknown path', '/api/nothing', {}, 404],
  ['a request without a token', '/api/account/v2/details', {}, 401],
  ['a foreign host', '/api/account/v2/details', { headers: { host: 'foreign.example' } }, 421],
  ['an invalid URL', '/api/%E0%A4%A', {}, 400],
  ['an id that is too long', `/api/detection/v2/label/${'a'.repeat(600)}`, {}, 414],
  [
    'an invalid body',
    '/api/account/v2/login',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
    400,
  ],
])('returns and logs the request id of %s', async (_name, path, options, status) => {
  const response = await sendRaw(path, options);
  expect(response).toEqual({ status, id: expect.stringMatching(GENERATED_ID) });
  expect(listRequests()).toMatchObject([{ request_id: response.id, status }]);
});

it('logs an unexpected error and its request with the same id', async () => {
  const { headers, status } = await client.get(`/detection/v2/label/${workspaceId}`);
  expect(status).toBe(500);
  const id = headers['x-request-id'];
  expect(lines).toMatchObject([
    { level: LOG_LEVELS.error, request_id: id, err: { message: 'a bug in the server' } },
    { level: LOG_LEVELS.warn, request_id: id, msg: 'request', route: expect.stringContaining('/label/:id'), status: 500 },
  ]);
});

it('passes the request id on to the work that the request starts', async () => {
  await client.send('DELETE', `/detection/v2/label/${workspaceId}`, undefined, { headers: { 'x-request-id': REQUEST_ID } });
  const { rows } = await sql<{ payload: unknown }>`
    select payload from graphile_worker._private_jobs order by id desc limit 1`.execute(server.db);
  expect(rows).toEqual([{ payload: { work: expect.any(String), request_id: REQUEST_ID } }]);
});

it('logs failures of the console, at most 30 of a user per minute', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1));
  const fault = {
    load: 'a1b2c3d4',
    remote: 'annotate',
    version: '1.0.0',
    part: './images',
    kind: 'network',
    message: 'status 404',
  };
  for (let requestNumber = 0; requestNumber < 31; requestNumber++)
    expect((await client.post('/account/v2/console-fault', fault)).status).toBe(204);
  jest.restoreAllMocks();
  const faults = lines.filter(({ msg }) => msg === 'a part of the console failed');
  expect(faults).toHaveLength(30);
  expect(faults[0]).toMatchObject({ level: LOG_LEVELS.warn, fault, user_id: expect.any(String), request_id: expect.any(String) });
});

it('stores at most 30 page visits per user and minute, and refuses invalid ones', async () => {
  jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 0, 1));
  const visit = { remote: 'annotate', version: '1.0.0', reason: 'canary', displayed_ms: 300, ready_ms: 420, failed: false };
  const invalidVisits = [
    { ...visit, remote: '../x' },
    { ...visit, version: 'new' },
    { ...visit, reason: 'x' },
    { ...visit, ready_ms: -1 },
  ];
  for (const body of invalidVisits) expect((await client.post('/account/v2/page-visit', body)).status).toBe(400);
  for (let requestNumber = 0; requestNumber < 31; requestNumber++)
    expect((await client.post('/account/v2/page-visit', visit)).status).toBe(204);
  jest.restoreAllMocks();
  const { reason: _reason, ...storedVisit } = visit;
  const rows = await server.db.selectFrom('page_visit').selectAll().execute();
  expect(rows).toHaveLength(30);
  expect(rows[0]).toMatchObject({ ...storedVisit, is_canary: true, user_id: expect.any(String) });
  const versions = { remote: 'annotate', canary: '1.0.0', active: '0.9.0', maxVisits: 100, reportsReady: true };
  const readVisits = createVisitReader(server.app);
  // At most 20 visits of a user are compared.
  expect((await readVisits(versions)).canary).toEqual({
    visits: 20,
    ready: 20,
    failed: 0,
    times: new Float64Array(20).fill(420),
  });
  const displayedVisits = await readVisits({ ...versions, maxVisits: 5, reportsReady: false });
  expect(displayedVisits).toMatchObject({ canary: { visits: 5, times: new Float64Array(5).fill(300) }, active: { visits: 0 } });
});

it('logs health checks and files only for debugging', async () => {
  await sendRaw('/healthz');
  await sendRaw('/api/files/unknown');
  expect(listRequests().map(({ level, route: pattern }) => [level, pattern])).toEqual([
    [LOG_LEVELS.debug, '/healthz'],
    [LOG_LEVELS.debug, '/api/files/:key'],
  ]);
});
