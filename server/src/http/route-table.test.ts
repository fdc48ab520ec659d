import type { ApiCallKey } from '@console/shared-contract/api';
import { makeTestServer, type TestServer } from '../testing/test-server';
import { splitKey, unboundCalls } from './route';

const STRANGERS_ID = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';

let server: TestServer;
beforeAll(async () => {
  server = await makeTestServer();
});
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
