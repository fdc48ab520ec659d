import { QueryObserver } from '@tanstack/react-query';
import { configAtom, defaultConfig } from '../config/runtime-config';
import { tabId } from '../http/tab-id';
import * as atoms from '../state/atoms';
import { endSession } from '../state/end-session';
import { consoleQueryClient } from '../state/query-client';
import { consoleStore } from '../state/store';
import { api } from '../api/api';
import { followWork } from '../work/follow-work';
import { resetSessionForTest, signInForTest, stubApi, testWorkspace } from '../testing';
import { writeTokens } from '../tokens/tokens';
import { startEventStreamServer, type EventStreamServer, type StreamConnection } from '../testing/event-stream-server.cjs';
import { onLiveEvent } from './live-events';
import { startLive } from './start-live';

const WORK_ID = '55555555-5555-4555-8555-555555555555';

/** An event target that counts its listeners. */
class CountingTarget extends EventTarget {
  listenerCount = 0;
  override addEventListener(...args: Parameters<EventTarget['addEventListener']>) {
    this.listenerCount += 1;
    super.addEventListener(...args);
  }
  override removeEventListener(...args: Parameters<EventTarget['removeEventListener']>) {
    this.listenerCount -= 1;
    super.removeEventListener(...args);
  }
}
/** Fake of the document with the properties that the stream needs, because these tests have no DOM. */
class TestDocument extends CountingTarget {
  hidden = false;
}
const fakeDocument = new TestDocument();
const browserWindow = new CountingTarget();

let server: EventStreamServer;
let stopLive: () => void;
beforeAll(async () => {
  Object.assign(globalThis, { document: fakeDocument, window: browserWindow, navigator: {} });
  server = await startEventStreamServer();
});
afterAll(() => server.close());

const fetchRows = jest.fn((key: readonly unknown[]) => Promise.resolve(key));
const unsubscribes: (() => void)[] = [];

/** Observes a query, as a component that shows its data would. */
async function observeQuery(meta: Record<string, unknown> | undefined, ...key: readonly unknown[]) {
  const queryKey = [testWorkspace.id, ...key];
  const observer = new QueryObserver(consoleQueryClient, { queryKey, meta, queryFn: () => fetchRows(key) });
  unsubscribes.push(observer.subscribe(() => undefined));
  await consoleQueryClient.refetchQueries({ queryKey });
}

beforeEach(() => {
  Object.assign(server, { connections: [], status: 200, isSilent: false });
  fakeDocument.hidden = false;
  stubApi({ 'GET /account/v2/workspace/': [testWorkspace], 'GET /account/v2/resource': { results: [] } });
  signInForTest();
  consoleStore.set(configAtom, { ...defaultConfig, apiBase: `${server.origin}/api` });
});
afterEach(() => {
  stopLive();
  for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
  server.closeConnections();
  resetSessionForTest();
});

async function waitFor(condition: () => boolean): Promise<void> {
  for (const deadline = Date.now() + 8_000; !condition();) {
    if (Date.now() > deadline) throw new Error(`not met: ${condition.toString()}`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
const isLive = () => consoleStore.get(atoms.liveAtom);
const waitForConnections = (count: number) => waitFor(() => server.connections.length === count);
const listFetchedKeys = () => fetchRows.mock.calls.map(([key]) => key.join(' '));

async function startConnectedStream(): Promise<StreamConnection> {
  stopLive = startLive();
  await waitFor(isLive);
  fetchRows.mockClear();
  return server.connections[0] as StreamConnection;
}

test('opens one stream with the token until the session ends', async () => {
  const { url, authorization, closed } = await startConnectedStream();
  const { pathname, searchParams } = new URL(url, 'http://localhost');
  expect([pathname, Object.fromEntries(searchParams), authorization]).toEqual([
    '/api/live/v2/stream',
    { workspace: testWorkspace.id, tab: tabId },
    'Bearer test-access',
  ]);
  endSession('elsewhere');
  await closed;
  await waitFor(() => !isLive());
  expect(server.connections).toHaveLength(1);
});

test('many change messages refetch each affected query only once', async () => {
  await observeQuery(undefined, 'images', 'images', {});
  await observeQuery(undefined, 'image', 'a');
  await observeQuery(undefined, 'image', 'b');
  await observeQuery(undefined, 'jobs');
  const { send } = await startConnectedStream();
  for (let index = 0; index < 50; index += 1)
    send({ event: 'change', user: null, changes: [{ topic: 'objects', ids: ['a'] }, { topic: 'future-topic' }] });
  await waitFor(() => fetchRows.mock.calls.length > 0);
  await waitFor(() => consoleQueryClient.isFetching() === 0);
  expect(listFetchedKeys().sort()).toEqual(['image a', 'images images [object Object]']);
});

test('background work refetches only the queries that show its progress', async () => {
  await observeQuery({ workKinds: ['import-run'] }, 'own:annotate', 'imports');
  await observeQuery({ workKinds: ['train-model'] }, 'recognition', 'tasks');
  const { send } = await startConnectedStream();
  await waitFor(() => consoleQueryClient.isFetching() === 0);
  fetchRows.mockClear();
  send({ event: 'work', id: WORK_ID, kind: 'import-run', status: 'running' });
  await waitFor(() => fetchRows.mock.calls.length > 0);
  expect(listFetchedKeys()).toEqual(['own:annotate imports']);
});

testInLongRun('a notice refetches the list of notices', async () => {
  await observeQuery(undefined, 'notices', 'list');
  await observeQuery(undefined, 'jobs');
  const { send } = await startConnectedStream();
  send({ event: 'notice' });
  await waitFor(() => fetchRows.mock.calls.length > 0);
  expect(listFetchedKeys()).toEqual(['notices list']);
});

test('a hidden tab refetches changed rows when it becomes visible again', async () => {
  await observeQuery(undefined, 'jobs');
  const { send } = await startConnectedStream();
  fakeDocument.hidden = true;
  const firstNotice = new Promise<void>((resolve) => onLiveEvent(({ event }) => event === 'notice' && resolve()));
  send({ event: 'change', user: null, changes: [{ topic: 'jobs' }] });
  send({ event: 'notice' });
  await firstNotice;
  const startedAt = performance.now();
  await waitFor(() => performance.now() - startedAt > 300);
  expect(listFetchedKeys()).toEqual([]);
  fakeDocument.hidden = false;
  await waitFor(() => fetchRows.mock.calls.length > 0);
  expect(listFetchedKeys()).toEqual(['jobs']);
});

test('changed rows are not refetched while the user scrolls', async () => {
  await observeQuery(undefined, 'jobs');
  const { send } = await startConnectedStream();
  fakeDocument.dispatchEvent(new Event('scroll'));
  const startedAt = performance.now();
  send({ event: 'change', user: null, changes: [{ topic: 'jobs' }] });
  await waitFor(() => fetchRows.mock.calls.length > 0);
  expect(performance.now() - startedAt).toBeGreaterThan(650);
});

test('after losing the stream, polls, reconnects after a pause and refetches everything', async () => {
  await observeQuery(undefined, 'jobs');
  const { drop } = await startConnectedStream();
  drop();
  await waitFor(() => !isLive());
  await waitForConnections(2);
  await waitFor(isLive);
  await waitFor(() => fetchRows.mock.calls.length > 0);
  expect(listFetchedKeys()).toEqual(['jobs']);
});

test('after a 404 response of an older server, reconnects only after the browser was offline', async () => {
  server.status = 404;
  stopLive = startLive();
  await waitForConnections(1);
  const startedAt = performance.now();
  await waitFor(() => performance.now() - startedAt > 1_600);
  expect([server.connections.length, isLive()]).toEqual([1, false]);
  browserWindow.dispatchEvent(new Event('online'));
  await waitForConnections(2);
});

testInLongRun('a stream without a first message does not replace polling', async () => {
  server.isSilent = true;
  stopLive = startLive();
  await waitForConnections(1);
  expect(isLive()).toBe(false);
});

test('an expired token is refreshed before the stream opens again', async () => {
  server.status = 401;
  const stub = stubApi({
    'POST /account/v2/jwt/refresh/': () => {
      server.status = 200;
      return { access: 'fresh', refresh: 'next' };
    },
  });
  writeTokens({ access: 'old', refresh: 'refresh' });
  stopLive = startLive();
  await waitFor(isLive);
  expect(server.connections.map(({ authorization }) => authorization)).toEqual(['Bearer old', 'Bearer fresh']);
  expect(stub.requests).toHaveLength(1);
});

test('writes contain the tab id only while the stream is connected', async () => {
  const stub = stubApi({ 'POST /recognition/v2/label/': {} });
  const createLabel = () => api.call('POST /recognition/v2/label/', { body: { name: 'Apple', color: '#000000', type: 'plain' } });
  await createLabel();
  await startConnectedStream();
  await createLabel();
  expect(stub.requests.map(({ headers }) => headers['Tab-Id'])).toEqual([undefined, tabId]);
});

test('a message about lost access reloads the workspaces of the user', async () => {
  const { send } = await startConnectedStream();
  const stub = stubApi({ 'GET /account/v2/workspace/': [] });
  send({ event: 'end', reason: 'access' });
  await waitFor(() => consoleStore.get(atoms.lostWorkspaceAtom) !== null);
  expect(stub.getRequests('GET /account/v2/workspace/')).toHaveLength(1);
});

test('followWork polls when the stream announces progress', async () => {
  const matchingWork = { id: WORK_ID, workspace: testWorkspace.id, kind: 'matching', done: 0, total: 2, error: null };
  const dates = { created: '2026-01-02T03:04:05Z', finished: null };
  let runningWork = { ...matchingWork, ...dates, status: 'running' as 'running' | 'done' };
  const stub = stubApi({ 'GET /annotate/v2/work/{id}': () => runningWork });
  const { send } = await startConnectedStream();
  const scope = { workspace: testWorkspace.id, signal: new AbortController().signal };
  const followed = followWork(runningWork, scope, () => undefined);
  await waitFor(() => stub.requests.length === 1);
  runningWork = { ...runningWork, status: 'done' };
  send({ event: 'work', id: WORK_ID, kind: 'matching', status: 'done' });
  expect((await followed).status).toBe('done');
  expect(stub.requests).toHaveLength(2);
});

test('stopping closes the stream and removes all listeners', async () => {
  const countListeners = () => [fakeDocument.listenerCount, browserWindow.listenerCount];
  const listenersBefore = countListeners();
  const { closed, send } = await startConnectedStream();
  expect(countListeners()).not.toEqual(listenersBefore);
  send({ event: 'change', user: null, changes: [{ topic: 'jobs' }] });
  stopLive();
  await closed;
  expect(countListeners()).toEqual(listenersBefore);
  await waitFor(() => !isLive());
});
