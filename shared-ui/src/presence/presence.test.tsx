import { consoleStore, liveAtom, SessionProvider, tabId } from '@console/shared-auth';
import {
  emitLiveEvent,
  failWith,
  signInForTest,
  stubApi,
  testUser,
  testWorkspace,
  type StubRequest,
} from '@console/shared-auth/testing';
import { act, render, screen } from '@testing-library/react';
import { Presence } from './presence';

const id = '55555555-5555-4555-8555-555555555555';
const mara = { id: '66666666-6666-4666-8666-666666666666', username: 'mara@console.test', since: '2026-01-02T03:04:05Z' };
const PUT = 'PUT /live/v2/presence/';
const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const change = (user: string | null, ids?: string[], topic = 'images') =>
  act(() => emitLiveEvent({ event: 'change', user, changes: [{ topic, ids }] }));

function show(response: unknown = { results: [mara] }, isLive = true) {
  const stub = stubApi({ [PUT]: response });
  act(() => consoleStore.set(liveAtom, isLive));
  return { stub, ...render(<Presence kind="image" id={id} />, { wrapper: SessionProvider }) };
}
const listBodies = (requests: StubRequest[]) => requests.map(({ body }) => body);

beforeEach(() => {
  jest.useFakeTimers();
  signInForTest();
});
afterEach(() => {
  jest.useRealTimers();
  act(() => consoleStore.set(liveAtom, false));
});

test('reports the open row, repeats it, and leaves it', async () => {
  const { stub, unmount } = show();
  expect(stub.requests).toEqual([]);
  await advance(1_000);
  const report = { tab: tabId, kind: 'image', id, workspace: testWorkspace.id };
  expect(listBodies(stub.requests)).toEqual([report]);
  expect(screen.getByText('Also here: mara')).toBeVisible();
  await advance(15_000);
  expect(listBodies(stub.requests)).toEqual([report, report]);
  unmount();
  await advance(0);
  expect(listBodies(stub.requests)).toEqual([report, report, { ...report, left: true }]);
});

test('reports nothing without a stream, in a hidden tab, or for a briefly opened row', async () => {
  expect(show(undefined, false).stub.requests).toEqual([]);
  const { stub, unmount } = show();
  await advance(500);
  unmount();
  const hiddenMock = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const second = show();
  await advance(20_000);
  expect([stub.requests, second.stub.requests]).toEqual([[], []]);
  hiddenMock.mockRestore();
});

test('the presence list shows who arrives and who leaves', async () => {
  const { stub } = show({ results: [] });
  await advance(1_000);
  expect(screen.queryByText(/Also here/)).toBeNull();
  const ben = { ...mara, id: '77777777-7777-4777-8777-777777777777', username: 'ben' };
  stub.addHandlers({ [PUT]: { results: [mara, ben] } });
  act(() => emitLiveEvent({ event: 'presence', kind: 'image', id }));
  await advance(0);
  expect(screen.getByText('Also here: mara, ben')).toBeVisible();
  stub.addHandlers({ [PUT]: failWith(404) });
  act(() => emitLiveEvent({ event: 'presence', kind: 'image', id }));
  await advance(0);
  expect(screen.queryByText(/Also here/)).toBeNull();
});

test('names another user who has just changed the row', async () => {
  show();
  await advance(1_000);
  change(testUser.id, [id]);
  change(mara.id, ['88888888-8888-4888-8888-888888888888']);
  change(mara.id, [id], 'groups');
  expect(screen.queryByText(/changed/)).toBeNull();
  change(mara.id, [id], 'objects');
  expect(screen.getByText('mara has just changed this image.')).toBeVisible();
  await advance(14_000);
  change('99999999-9999-4999-8999-999999999999', [id]);
  expect(screen.getByText('Another member has just changed this image.')).toBeVisible();
  await advance(16_000);
  expect(screen.queryByText(/changed/)).toBeNull();
});

test('releases its timers and listeners when the row is left', async () => {
  const listeners = {
    addEventListener: jest.spyOn(document, 'addEventListener'),
    removeEventListener: jest.spyOn(document, 'removeEventListener'),
  };
  const list = (name: keyof typeof listeners) =>
    listeners[name].mock.calls.filter(([type]) => type === 'visibilitychange').map(([, listener]) => listener);
  const { stub, unmount } = show();
  await advance(1_000);
  change(mara.id, [id]);
  unmount();
  await advance(0);
  const requestCount = stub.requests.length;
  expect(list('addEventListener')).toHaveLength(1);
  expect(list('removeEventListener')).toEqual(list('addEventListener'));
  act(() => emitLiveEvent({ event: 'presence', kind: 'image', id }));
  await advance(60_000);
  expect([stub.requests.length, jest.getTimerCount()]).toEqual([requestCount, 0]);
});
