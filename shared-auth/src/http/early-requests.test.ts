/** @jest-environment-options {"dom": true} */
import { api } from '../api/api';
import { logout, switchWorkspace } from '../session/actions';
import {
  deferred,
  failWith,
  page,
  resetSessionForTest,
  signInForTest,
  stubApi,
  testWorkspace,
  type StubbedApi,
} from '../testing';
import { writeTokens } from '../tokens/tokens';

const LIST_LABELS = 'GET /detection/v2/label/';
const query = { page: 1, page_size: 25 };
const otherWorkspace = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333' };

/** Stubs the labels and sends an early request for them. Resolves when the request has reached the server. */
async function requestLabelsEarly(respond: () => unknown = () => page([{ id: 'a' }])): Promise<StubbedApi> {
  const requestReceived = deferred<void>();
  const stub = stubApi({
    [LIST_LABELS]: () => {
      requestReceived.resolve();
      return respond();
    },
    'POST /detection/v2/label/': {},
    'GET /account/v2/resource': { results: [] },
    'GET /account/v2/logout': {},
  });
  api.requestEarly(LIST_LABELS, { query });
  await requestReceived.promise;
  return stub;
}

beforeEach(() => signInForTest({ workspaces: [testWorkspace, otherWorkspace] }));
afterEach(() => {
  jest.useRealTimers();
  resetSessionForTest();
});

test('the first identical call takes the early response, and the next one is sent', async () => {
  const stub = await requestLabelsEarly();
  // The order of the parameters does not matter.
  const { results } = await api.call(LIST_LABELS, { query: { page_size: 25, page: 1 }, workspace: testWorkspace.id });
  expect(results).toEqual([{ id: 'a' }]);
  expect(stub.getRequests(LIST_LABELS)).toHaveLength(1);
  expect(stub.getRequests(LIST_LABELS)[0]).toMatchObject({
    query: { workspace: testWorkspace.id, ...query },
    headers: { Authorization: 'Bearer test-access' },
  });
  await api.call(LIST_LABELS, { query });
  expect(stub.getRequests(LIST_LABELS)).toHaveLength(2);
});

test('the early request is sent within the call, before React renders', () => {
  const stub = stubApi({ [LIST_LABELS]: page([]) });
  api.requestEarly(LIST_LABELS, { query });
  expect(stub.requests).toHaveLength(1);
});

test('path parameters are part of the call', async () => {
  const GET_OBJECT = 'GET /detection/v2/object/{id}';
  const stub = stubApi({ [GET_OBJECT]: { id: 'a' } });
  api.requestEarly(GET_OBJECT, { params: { id: 'a' } });
  await api.call(GET_OBJECT, { params: { id: 'b' } });
  await api.call(GET_OBJECT, { params: { id: 'a' } });
  expect(stub.getRequests(GET_OBJECT).map(({ params }) => params.id)).toEqual(['a', 'b']);
});

test.each<[string, () => unknown]>([
  ['another page', () => api.call(LIST_LABELS, { query: { ...query, page: 2 } })],
  ['another workspace', () => api.call(LIST_LABELS, { query, workspace: otherWorkspace.id })],
  [
    'another token',
    () => {
      writeTokens({ access: 'new-access', refresh: 'new-refresh' });
      return api.call(LIST_LABELS, { query });
    },
  ],
])('%s does not take the early response', async (_name, call) => {
  const stub = await requestLabelsEarly();
  await call();
  expect(stub.getRequests(LIST_LABELS)).toHaveLength(2);
});

test.each<[string, () => unknown]>([
  ['10 seconds', () => jest.advanceTimersByTimeAsync(10_000)],
  [
    'a switch to another workspace and back',
    async () => {
      await switchWorkspace(otherWorkspace.id);
      await switchWorkspace(testWorkspace.id);
    },
  ],
  [
    'the end of the session and another sign-in',
    async () => {
      await logout();
      signInForTest();
    },
  ],
  ['a write', () => api.call('POST /detection/v2/label/', { body: { name: 'Cup', color: '#ff0000' } })],
])('drops the early response after %s', async (_name, interrupt) => {
  jest.useFakeTimers();
  const stub = await requestLabelsEarly();
  await interrupt();
  await api.call(LIST_LABELS, { query });
  expect(stub.getRequests(LIST_LABELS)).toHaveLength(2);
});

test('an identical call takes the early response until it is 10 seconds old', async () => {
  jest.useFakeTimers();
  const stub = await requestLabelsEarly();
  await jest.advanceTimersByTimeAsync(9_999);
  await api.call(LIST_LABELS, { query });
  expect(stub.getRequests(LIST_LABELS)).toHaveLength(1);
});

test('a call is sent normally if the early request fails', async () => {
  const failures = [failWith(503)];
  const stub = await requestLabelsEarly(() => failures.pop() ?? page([{ id: 'a' }]));
  expect((await api.call(LIST_LABELS, { query })).results).toEqual([{ id: 'a' }]);
  expect(stub.getRequests(LIST_LABELS)).toHaveLength(2);
});

test('the signal of the call that takes the response aborts the early request', async () => {
  const response = deferred();
  const stub = await requestLabelsEarly(() => response.promise);
  const controller = new AbortController();
  const call = api.call(LIST_LABELS, { query, signal: controller.signal });
  controller.abort();
  response.resolve(page([]));
  await expect(call).rejects.toMatchObject({ name: 'CanceledError' });
  expect(stub.getRequests(LIST_LABELS)).toHaveLength(1);
});
