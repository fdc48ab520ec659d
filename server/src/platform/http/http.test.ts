import { request as httpRequest } from 'node:http';
import { connect as netConnect } from 'node:net';
import { text } from 'node:stream/consumers';
import { brotliDecompressSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { bindAccount } from '../../domain/account';
import type { TestClient } from '../../testing/api/client';
import { createTestServer, setUpTestServer, type TestServer } from '../../testing/api/test-server';
import { route } from './route/route';

interface Page {
  count: number;
  next: string | null;
  previous: string | null;
  results: unknown[];
}

const LABEL_ROW = {
  name: 'a',
  color: '#2f80ed',
  recognition_tasks: [],
  objects_count: 0,
  images_count: 0,
  tasks_count: 0,
  version: 1,
};

/** Registers a list of 25 rows, a creation that returns its input, and calls that fail. */
function bindTestRoutes(app: FastifyInstance): void {
  route(app, 'GET /detection/v2/label/', async ({ scope, page }) => {
    scope.resolveWorkspace();
    return page(25, []);
  });
  route(app, 'POST /detection/v2/label/', async ({ body, scope }) => {
    const workspace = scope.resolveWorkspace().id;
    return { ...LABEL_ROW, id: workspace, workspace, name: body.name };
  });
  route(app, 'DELETE /detection/v2/label/{id}', async ({ params, scope }) => {
    scope.requireWorkspace(params.id);
  });
  route(app, 'GET /detection/v2/label/{id}', async () => {
    throw new TypeError('a bug in the server');
  });
  route(app, 'GET /detection/v2/task/{id}', async ({ params }) => Promise.reject(new Error(params.id)));
  route(app, 'GET /recognition/v2/training-image/', async ({ query, scope, page }) => {
    scope.resolveWorkspace();
    return page(query.verified === true ? 1 : 0, []);
  });
}

const server = setUpTestServer({ modules: [bindAccount, bindTestRoutes], config: { trustProxy: true } });
let client: TestClient;
let workspaceId: string;
beforeAll(async () => {
  ({ client, workspaceId } = await server.createTenant());
});

describe('paths', () => {
  it('work with and without the final slash, without a redirect', async () => {
    for (const path of ['/detection/v2/label/', '/detection/v2/label']) {
      expect((await client.get(path)).status).toBe(200);
      expect((await client.post(path, { name: 'box' })).status).toBe(201);
    }
    for (const path of [`/detection/v2/label/${workspaceId}`, `/detection/v2/label/${workspaceId}/`]) {
      expect((await client.delete(path)).status).toBe(204);
    }
  });

  it('return an error as JSON for any method if they are unknown or invalid', async () => {
    for (const path of [
      '/nowhere',
      '/detection/v2/label/not-an-id',
      '/%',
      '/%00',
      `/detection/v2/label/${'x'.repeat(600)}`,
      '/detection/v2/label/%ff',
    ]) {
      for (const method of ['GET', 'DELETE'] as const) {
        const response = await client.send(method, path);
        expect([400, 404, 414]).toContain(response.status);
        expect(response.body).toEqual({ detail: expect.any(String) });
      }
    }
  });
});

describe('responses', () => {
  it('are JSON without a charset, including errors', async () => {
    for (const path of ['/detection/v2/label', '/nowhere', '/detection/v2/label?page=0', '/openapi.json']) {
      expect((await client.get(path)).headers['content-type']).toBe('application/json');
    }
  });

  it('are compressed above a minimum length for clients that accept compression', async () => {
    const url = '/api/openapi.json';
    const plainResponse = await server.app.inject({ url });
    expect(plainResponse.headers['content-encoding']).toBeUndefined();
    const compressedResponse = await server.app.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
    expect(compressedResponse.headers['content-encoding']).toBe('br');
    expect(compressedResponse.headers['content-type']).toBe('application/json');
    expect(compressedResponse.rawPayload.length).toBeLessThan(plainResponse.rawPayload.length / 2);
    expect(brotliDecompressSync(compressedResponse.rawPayload).toString()).toBe(plainResponse.body);
  });

  it('have no body for HEAD, with the status of GET', async () => {
    for (const path of ['/detection/v2/label', '/account/v2/token', `/detection/v2/label/${workspaceId}`]) {
      const [get, head] = [await client.get(path), await client.send('HEAD', path)];
      expect([path, head.status, head.text]).toEqual([path, get.status, '']);
    }
  });

  it('are 204 and empty for a DELETE, even with a JSON content type', async () => {
    const response = await client.delete(`/detection/v2/label/${workspaceId}`, undefined, {
      headers: { 'content-type': 'application/json' },
    });
    expect([response.status, response.text]).toEqual([204, '']);
  });

  it('contain no internal details after an unexpected error', async () => {
    const response = await client.get(`/detection/v2/label/${workspaceId}`);
    expect([response.status, response.body]).toEqual([500, { detail: 'Something went wrong on the server.' }]);
  });

  it('have the headers that prevent content type sniffing and script execution', async () => {
    const { headers } = await client.get('/detection/v2/label');
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
    });
  });
});

describe('invalid input', () => {
  it('returns a 400 that names the field', async () => {
    const postLabel = async (body: unknown) => client.post('/detection/v2/label/', body);
    expect((await postLabel({ name: 'x' })).body).toEqual({ detail: 'name: Enter at least 2 letters' });
    expect((await postLabel({})).text).toContain('name');
    expect((await postLabel({ name: 'ok', color: 'red' })).text).toContain('color');
    expect((await postLabel({ name: 7 })).text).toContain('name');
    expect((await postLabel([])).status).toBe(400);
    expect((await postLabel(null)).status).toBe(400);
    expect((await postLabel(undefined)).status).toBe(400);
    expect((await client.get('/detection/v2/label', { page_size: 1001 })).text).toContain('page_size');
    expect((await client.get('/detection/v2/label', { page: 'two' })).text).toContain('page');
    expect((await client.get('/recognition/v2/training-image', { verified: 'perhaps' })).text).toContain('verified');
  });

  it('never returns 500 for broken JSON, control characters, deep nesting or prototype keys', async () => {
    const postRaw = async (rawBody: string) => client.post('/detection/v2/label/', undefined, { rawBody });
    expect((await postRaw('{"name": ')).body).toEqual({ detail: 'The body is not valid JSON.' });
    expect((await postRaw('{"name": "nul \\u0000 inside"}')).status).toBe(400);
    expect((await postRaw('{"name": "unpaired surrogate \\ud800"}')).status).toBe(400);
    expect((await postRaw('['.repeat(100_000))).status).toBe(400);
    expect((await postRaw('['.repeat(100_000) + ']'.repeat(100_000))).status).toBe(400);
    expect((await postRaw('{"__proto__": {"name": "polluted"}}')).status).toBe(400);
    expect((await postRaw('{"name": "kept", "unknown": 1, "constructor": {"prototype": {}}}')).status).toBe(201);
  });

  it('is refused above the size limit and in formats other than JSON', async () => {
    const largeResponse = await client.post('/detection/v2/label/', { name: 'x'.repeat(6_000_000) });
    expect([largeResponse.status, largeResponse.body]).toEqual([413, { detail: 'The body is larger than 2 MB.' }]);
    const formResponse = await client.post('/detection/v2/label/', undefined, {
      rawBody: 'name=x',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    });
    expect([formResponse.status, formResponse.body]).toEqual([415, { detail: 'Send the body as application/json.' }]);
  });

  it('closes only its own connection if it is not HTTP', async () => {
    const socket = netConnect(Number(new URL(server.origin).port), '127.0.0.1');
    socket.end('NONSENSE\r\n\r\n');
    expect(await text(socket)).toContain('400');
    expect((await client.get('/detection/v2/label')).status).toBe(200);
  });
});

describe('booleans in a query', () => {
  it.each(['True', 'true', 'TRUE', '1'])('%s is true', async (verified) => {
    expect((await client.get('/recognition/v2/training-image', { verified })).body).toMatchObject({ count: 1 });
  });
  it.each(['False', 'false', '0'])('%s is false', async (verified) => {
    expect((await client.get('/recognition/v2/training-image', { verified })).body).toMatchObject({ count: 0 });
  });
});

describe('pages', () => {
  const listLabels = async (search: string, headers: Record<string, string> = {}) =>
    (await client.send('GET', `/detection/v2/label/${search}`, undefined, { headers })).body as Page;

  it('have absolute links to the previous and next page that keep every filter', async () => {
    const page = await listLabels(`?search=a%20%26b&page=2&workspace=${workspaceId}`);
    expect(page).toMatchObject({
      count: 25,
      next: `${server.origin}/api/detection/v2/label/?search=a+%26b&page=3&workspace=${workspaceId}`,
      previous: `${server.origin}/api/detection/v2/label/?search=a+%26b&page=1&workspace=${workspaceId}`,
    });
  });

  it('have no next link after the last row', async () => {
    expect(await listLabels('')).toMatchObject({ previous: null, next: expect.stringContaining('page=2') });
    expect(await listLabels('?page=3')).toMatchObject({ next: null });
    expect(await listLabels('?page_size=25')).toMatchObject({ next: null, previous: null });
    expect(await listLabels('?page=100000000&page_size=1000')).toMatchObject({ next: null, count: 25 });
  });

  it('have links with the host and scheme that the client used', async () => {
    expect((await listLabels('', { host: 'localhost:8443' })).next).toMatch(/^http:\/\/localhost:8443\/api\//);
    const forwardedHeaders = { 'x-forwarded-host': 'console.localhost', 'x-forwarded-proto': 'https' };
    expect((await listLabels('', forwardedHeaders)).next).toMatch(/^https:\/\/console\.localhost\/api\//);
  });

  it('ignore forwarded headers unless the server trusts its proxy', async () => {
    const serverWithoutProxy = await createTestServer({ modules: [bindTestRoutes] });
    const tenant = await serverWithoutProxy.createTenant();
    const response = await tenant.client.send('GET', '/detection/v2/label', undefined, {
      headers: { 'x-forwarded-host': 'evil.example' },
    });
    expect((response.body as Page).next).toContain(serverWithoutProxy.origin);
    await serverWithoutProxy.close();
  });
});

describe('the OpenAPI document', () => {
  it('describes exactly the registered calls, without authentication', async () => {
    const { paths } = (await server.anonymous.get('/openapi.json')).body as {
      paths: Record<string, Record<string, { parameters: { name: string }[] }>>;
    };
    expect(Object.keys(paths)).toContain('/api/account/v2/login/');
    expect(Object.keys(paths)).not.toContain('/api/flows/v2/flow/');
    const names = paths['/api/detection/v2/label/']?.get?.parameters.map((parameter) => parameter.name);
    expect(names).toEqual(expect.arrayContaining(['page', 'page_size', 'workspace', 'search']));
    expect(new Set(Object.values(paths).flatMap((operations) => Object.keys(operations)))).not.toContain('head');
  });
});

it('refuses every path with 421 when the Host is not a configured name', async () => {
  const serverWithPublicUrl = await createTestServer({
    modules: [bindAccount],
    config: { publicUrl: 'https://console.example', hosts: ['192.168.1.5'] },
  });
  const getStatus = async (host: string, path = '/openapi.json') =>
    (await serverWithPublicUrl.anonymous.send('GET', path, undefined, { headers: { host } })).status;
  for (const host of ['console.example', 'Console.Example.:8443', '192.168.1.5:8080', '127.0.0.1', '[::1]:80', 'localhost'])
    expect([host, await getStatus(host)]).toEqual([host, 200]);
  for (const host of ['evil.example', '127.0.0.1.evil.example', '127.evil.example', 'console.example.evil.example', '[::2]', '0'])
    for (const path of ['/openapi.json', '/nothing', '/account/v2/details/'])
      expect([host, path, await getStatus(host, path)]).toEqual([host, path, 421]);
  const refusedResponse = await serverWithPublicUrl.anonymous.send('GET', '/openapi.json', undefined, {
    headers: { host: 'evil.example' },
  });
  expect(refusedResponse.body).toEqual({ detail: expect.stringContaining('PUBLIC_URL') });
  const forwardedHeaders = { 'x-forwarded-host': 'console.example', host: 'evil.example' };
  expect(
    (await serverWithPublicUrl.anonymous.send('GET', '/openapi.json', undefined, { headers: forwardedHeaders })).status,
  ).toBe(421);
  await serverWithPublicUrl.close();
});

it('marks responses as private and forbids storing responses with secrets', async () => {
  const { user, client } = await server.createTenant();
  const signInResponse = await server.anonymous.post('/account/v2/login/', { email: user.email, password: user.password });
  const { refresh } = signInResponse.body as { refresh: string };
  for (const response of [
    signInResponse,
    await server.anonymous.post('/account/v2/jwt/refresh/', { refresh }),
    await client.get('/account/v2/token/'),
  ])
    expect([response.status, response.headers['cache-control']]).toEqual([200, 'no-store']);
  for (const [status, path] of [
    [200, '/account/v2/details/'],
    [200, '/account/v2/workspace/'],
    [404, '/files/nothing'],
  ] as const) {
    const response = await client.get(path);
    expect([path, response.status, response.headers['cache-control']]).toEqual([path, status, 'private, no-cache']);
  }
});

it('allows cross-origin requests only from configured origins', async () => {
  const serverWithCors = await createTestServer({ modules: [bindAccount], config: { corsOrigins: ['https://console.example'] } });
  const sendPreflight = (targetServer: TestServer, origin: string) =>
    new Promise<string | undefined>((resolve, reject) => {
      httpRequest(
        `${targetServer.origin}/api/account/v2/details`,
        { method: 'OPTIONS', headers: { origin, 'access-control-request-method': 'GET' } },
        (response) => {
          response.resume();
          resolve(response.headers['access-control-allow-origin']);
        },
      )
        .once('error', reject)
        .end();
    });
  expect(await sendPreflight(serverWithCors, 'https://console.example')).toBe('https://console.example');
  expect(await sendPreflight(serverWithCors, 'https://evil.example')).toBeUndefined();
  expect(await sendPreflight(server, 'https://console.example')).toBeUndefined();
  await serverWithCors.close();
});
