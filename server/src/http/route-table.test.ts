import type { ApiCallKey } from '@console/shared-contract/api';
import { TestClient } from '../testing/client';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { splitKey, unboundCalls } from './route';

const STRANGERS_ID = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';

let server: TestServer;
beforeAll(async () => { server = await makeTestServer(); });
afterAll(() => server.close());

const bound = () => [...server.app.boundCalls];
const pathOf = (key: ApiCallKey) => splitKey(key)[1].replaceAll(/\{\w+\}/g, STRANGERS_ID);
const OPEN = new Set<ApiCallKey>(['POST /account/v2/login/', 'POST /account/v2/jwt/refresh/']);

it('answers every call of the contract', () => {
  expect(unboundCalls(server.app)).toEqual([]);
});

it('lets nobody in without a session, on any call but the two that give one', async () => {
  for (const key of bound().filter((each) => !OPEN.has(each))) {
    const answer = await server.anonymous.send(splitKey(key)[0], pathOf(key));
    expect([key, answer.status]).toEqual([key, 401]);
  }
});

it('knows no workspace of others, on any call that takes one', async () => {
  const { user } = await server.makeTenant();
  // A logout along the way ends no API token.
  const client = new TestClient(server.origin, `Token ${user.apiToken}`);
  const theirs = await server.makeTenant();
  for (const key of bound()) {
    const [method] = splitKey(key);
    if (method !== 'GET' && method !== 'DELETE') continue;
    const answer = await client.send(method, pathOf(key), undefined, { query: { workspace: theirs.workspaceId, image: STRANGERS_ID } });
    // What is about the caller alone takes no workspace.
    const expected = /^GET \/account\/v2\/(details|user|token|workspace|logout)/.test(key) ? 200 : 404;
    expect([key, answer.status]).toEqual([key, expected]);
  }
});

it('writes into no workspace of others, on any call that takes one', async () => {
  const { client } = await server.makeTenant();
  const theirs = await server.makeTenant();
  for (const key of bound().filter((each) => !OPEN.has(each))) {
    const [method] = splitKey(key);
    if (method === 'GET' || method === 'DELETE') continue;
    const body = { workspace: theirs.workspaceId, name: 'a name', items: [], images: [], groups: [], records: [{ _url: 'x' }], service: 'flows', type: 'category' };
    const answer = await client.send(method, pathOf(key), body);
    // 400 where the call needs more than this body has.
    expect([key, answer.status === 404 || answer.status === 400]).toEqual([key, true]);
  }
});

it('answers no call with a 500, whatever it is sent', async () => {
  const { client } = await server.makeTenant();
  const bodies = ['{', 'null', '[]', '"text"', '123', '{}', '{"items":"x","name":7,"data":{},"workspace":[],"page":1e999}', '['.repeat(50_000) + ']'.repeat(50_000),
    JSON.stringify({ name: '\u0000\ud800', items: [null], images: [{}], image: 5, label_id: -1, task_id: {}, data: [1e308, 'a'], version: 1e30, meta_data: '\u0000', base64: '%%', records: [{}] })];
  for (const key of bound().filter((each) => each !== 'GET /account/v2/logout')) {
    const [method] = splitKey(key);
    const sent = method === 'GET' ? [undefined] : bodies;
    for (const rawBody of sent) {
      const answer = await client.send(method, pathOf(key), undefined, { rawBody, query: method === 'GET' ? { page: '9'.repeat(30), search: '\u0000' } : {} });
      expect([key, rawBody, answer.status < 500]).toEqual([key, rawBody, true]);
    }
  }
});
