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

const imageId = '55555555-5555-4555-8555-555555555555';
const maraUser = { id: '66666666-6666-4666-8666-666666666666', username: 'mara@console.test', since: '2026-01-02T03:04:05Z' };
const PUT_PRESENCE = 'PUT /live/v2/presence/';
const advanceTime = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const emitChange = (userId: string | null, ids?: string[], topic = 'images') =>
  act(() => emitLiveEvent({ event: 'change', user: userId, changes: [{ topic, ids }] }));

function renderPresence(response: unknown = { results: [maraUser] }, isLive = true) {
  const stub = stubApi({ [PUT_PRESENCE]: response });
  act(() => consoleStore.set(liveAtom, isLive));
  return { stub, ...render(<Presence kind="image" id={imageId} />, { wrapper: SessionProvider }) };
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

test('reports the open row repeatedly, and reports when the row is left', async () => {
  const { stub, unmount } = renderPresence();
  expect(stub.requests).toEqual([]);
  await advanceTime(1_000);
  const presenceReport = { tab: tabId, kind: 'image', id: imageId, workspace: testWorkspace.id };
  expect(listBodies(stub.requests)).toEqual([presenceReport]);
  expect(screen.getByText('Also here: mara')).toBeVisible();
  await advanceTime(15_000);
  expect(listBodies(stub.requests)).toEqual([presenceReport, presenceReport]);
  unmount();
  await advanceTime(0);
  expect(listBodies(stub.requests)).toEqual([presenceReport, presenceReport, { ...presenceReport, left: true }]);
});

test('reports nothing without a stream, in a hidden tab, or for a briefly opened row', async () => {
  expect(renderPresence(undefined, false).stub.requests).toEqual([]);
  const { stub, unmount } = renderPresence();
  await advanceTime(500);
  unmount();
  const hiddenMock = jest.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  const hiddenRender = renderPresence();
  await advanceTime(20_000);
  expect([stub.requests, hiddenRender.stub.requests]).toEqual([[], []]);
  hiddenMock.mockRestore();
});

test('the presence list shows who arrives and who leaves', async () => {
  const { stub } = renderPresence({ results: [] });
  await advanceTime(1_000);
  expect(screen.queryByText(/Also here/)).toBeNull();
  const benUser = { ...maraUser, id: '77777777-7777-4777-8777-777777777777', username: 'ben' };
  stub.addHandlers({ [PUT_PRESENCE]: { results: [maraUser, benUser] } });
  act(() => emitLiveEvent({ event: 'presence', kind: 'image', id: imageId }));
  await advanceTime(0);
  expect(screen.getByText('Also here: mara, ben')).toBeVisible();
  stub.addHandlers({ [PUT_PRESENCE]: failWith(404) });
  act(() => emitLiveEvent({ event: 'presence', kind: 'image', id: imageId }));
  await advanceTime(0);
  expect(screen.queryByText(/Also here/)).toBeNull();
});

test('names another user who has just changed the row', async () => {
  renderPresence();
  await advanceTime(1_000);
  emitChange(testUser.id, [imageId]);
  emitChange(maraUser.id, ['88888888-8888-4888-8888-888888888888']);
  emitChange(maraUser.id, [imageId], 'groups');
  expect(screen.queryByText(/changed/)).toBeNull();
  emitChange(maraUser.id, [imageId], 'objects');
  expect(screen.getByText('mara has just changed this image.')).toBeVisible();
  await advanceTime(14_000);
  emitChange('99999999-9999-4999-8999-999999999999', [imageId]);
  expect(screen.getByText('Another member has just changed this image.')).toBeVisible();
  await advanceTime(16_000);
  expect(screen.queryByText(/changed/)).toBeNull();
});

test('releases its timers and listeners when the row is left', async () => {
  const listeners = {
    addEventListener: jest.spyOn(document, 'addEventListener'),
    removeEventListener: jest.spyOn(document, 'removeEventListener'),
  };
  const listListeners = (name: keyof typeof listeners) =>
    listeners[name].mock.calls.filter(([type]) => type === 'visibilitychange').map(([, listener]) => listener);
  const { stub, unmount } = renderPresence();
  await advanceTime(1_000);
  emitChange(maraUser.id, [imageId]);
  unmount();
  await advanceTime(0);
  const requestCount = stub.requests.length;
  expect(listListeners('addEventListener')).toHaveLength(1);
  expect(listListeners('removeEventListener')).toEqual(listListeners('addEventListener'));
  act(() => emitLiveEvent({ event: 'presence', kind: 'image', id: imageId }));
  await advanceTime(60_000);
  expect([stub.requests.length, jest.getTimerCount()]).toEqual([requestCount, 0]);
});
