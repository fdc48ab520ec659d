import type { ApiCallKey } from '@console/shared-contract/api';
import { PUBLIC_CALLS } from '../samples/call-samples';
import { setUpTestServer } from '../api/test-server';
import { splitKey, listUnregisteredCalls } from '../../platform/http/route/route';

const UNKNOWN_ID = '6b1f0c5e-7a0b-4c3e-9a55-0d8f5b2f7c11';

const server = setUpTestServer();

const listBoundCalls = () => [...server.app.registeredCalls];
const getPath = (key: ApiCallKey) => splitKey(key)[1].replaceAll(/\{\w+\}/g, UNKNOWN_ID);

it('has a route for every call of the contract', () => {
  expect(listUnregisteredCalls(server.app)).toEqual([]);
});

it('returns 401 without a session for every call that is not public', async () => {
  for (const key of listBoundCalls().filter((boundCall) => !PUBLIC_CALLS.some((publicCall) => publicCall === boundCall))) {
    const response = await server.anonymous.send(splitKey(key)[0], getPath(key));
    expect([key, response.status]).toEqual([key, 401]);
  }
});

it('accepts bodies of several megabytes in every bulk and CSV call', async () => {
  const { client } = await server.createTenant();
  const bulkCalls = listBoundCalls().filter((key) => key.startsWith('POST ') && /\/(bulk|csv)$/.test(key));
  expect(bulkCalls.length).toBeGreaterThan(5);
  for (const key of bulkCalls) {
    const response = await client.post(getPath(key), { filler: 'x'.repeat(3_000_000) });
    expect([key, response.status]).not.toEqual([key, 413]);
  }
});
