/** @jest-environment-options {"dom": true} */
import { resetSessionForTest, signInForTest } from '../testing';
import { startRecordingServer, type RecordingServer } from '../testing/recording-server.cjs';
import { createApiClient } from './client';
import { ApiError, isAborted } from './errors';
import { toUrl } from './transport';

let server: RecordingServer;
beforeAll(async () => {
  server = await startRecordingServer();
});
afterAll(() => server.close());
beforeEach(() => {
  resetSessionForTest();
  signInForTest();
  server.requests.length = 0;
  server.reply = { status: 200, body: '{"id":"x"}' };
});
afterEach(() => jest.restoreAllMocks());

const createClient = () =>
  createApiClient({ baseUrl: () => `${server.origin}/api`, workspace: () => 'w', onSessionEnd: () => undefined });
const LABELS = 'GET /detection/v2/label/';

test('the query repeats a parameter for each value and omits missing values', () => {
  const query = { page: 2, name: 'a b&c', ids: ['x', undefined, 'y'], none: null, empty: [], flag: false };
  expect(toUrl({ baseUrl: '/api', path: '/p', query })).toBe('/api/p?page=2&name=a+b%26c&ids=x&ids=y&flag=false');
  expect(toUrl({ baseUrl: '/api', path: '/p' })).toBe('/api/p');
});

test('a write is sent as JSON, and its JSON response is parsed', async () => {
  const response = await createClient().callByName('POST /detection/v2/label/', { body: { name: 'Cup' } });
  expect(response).toEqual({ id: 'x' });
  expect(JSON.parse(server.requests[0]!.body)).toEqual({ workspace: 'w', name: 'Cup' });
  expect(server.requests[0]).toMatchObject({
    url: '/api/detection/v2/label/',
    headers: { 'content-type': 'application/json', authorization: 'Bearer test-access' },
  });
});

test('a form has the content type of the browser, and bytes that of a stream', async () => {
  const form = new FormData();
  form.append('name', 'Cup');
  await createClient().callByName('POST /form', { body: form });
  await createClient().callByName('PUT /bytes', { body: new Blob(['abc']) });
  expect(server.requests[0]!.headers['content-type']).toMatch(/^multipart\/form-data; boundary=/);
  expect(server.requests[1]).toMatchObject({ headers: { 'content-type': 'application/octet-stream' }, body: 'abc' });
});

test('a response without JSON is returned as text', async () => {
  server.reply = { status: 200, body: 'plain' };
  await expect(createClient().call(LABELS)).resolves.toBe('plain');
});

test('an error contains status, detail and request id of the response', async () => {
  server.reply = { status: 400, body: '{"detail":"The reason"}', headers: { 'X-Request-Id': '3f2a91c4-b5d6-4e7f' } };
  await expect(createClient().call(LABELS)).rejects.toMatchObject({
    name: 'ApiError',
    status: 400,
    detail: 'The reason',
    body: { detail: 'The reason' },
    requestId: '3f2a91c4-b5d6-4e7f',
  });
  server.reply = { status: 502, body: '' };
  await expect(createClient().call(LABELS)).rejects.toMatchObject({ status: 502, detail: 'Bad Gateway', requestId: null });
});

test('a request without a response fails with status 0', async () => {
  server.reply = { status: 'disconnect' };
  // jsdom prints the cause.
  jest.spyOn(console, 'error').mockImplementation(() => undefined);
  await expect(createClient().call(LABELS)).rejects.toMatchObject({ name: 'ApiError', status: 0, timedOut: false });
});

test('a request that exceeds its timeout is reported as timed out', async () => {
  server.reply = { status: 'none' };
  await expect(createClient().call(LABELS, { timeout: 20 })).rejects.toMatchObject({ status: 0, timedOut: true });
});

test('an aborted request rejects with an abort, before and after it was sent', async () => {
  server.reply = { status: 'none' };
  const abort = new AbortController();
  const response = createClient().call(LABELS, { signal: abort.signal });
  const failure = response.catch((error: unknown) => error);
  abort.abort();
  expect(isAborted(await failure)).toBe(true);
  const late = await createClient()
    .call(LABELS, { signal: abort.signal })
    .catch((error: unknown) => error);
  expect(isAborted(late)).toBe(true);
  expect(late).not.toBeInstanceOf(ApiError);
});

test('an upload reports its progress', async () => {
  const onUploadProgress = jest.fn();
  await createClient().callByName('PUT /bytes', { body: new Blob(['abcdef']), onUploadProgress });
  expect(onUploadProgress).toHaveBeenCalled();
});
