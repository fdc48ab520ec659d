import { waitFor } from '@testing-library/react';
import { api } from '../api/api';
import { consoleStore } from '../store';
import { LoadState } from '../load-state';
import {
  deferred,
  failWith,
  resetSessionForTest,
  signInForTest,
  stubApi,
  testUser,
  testWorkspace,
  type StubRequest,
} from '../testing';
import { activeWorkspaceIdAtom, resourcesStateAtom, servicesAtom, sessionEndAtom, signedInAtom, userAtom } from './atoms';
import { login, logout, loadResources, startSession, switchWorkspace } from './actions';
import { logoutWarnings, registerBeforeLogout } from './before-logout';
import { hasService } from './hooks';

const other = { ...testWorkspace, id: '33333333-3333-4333-8333-333333333333', name: 'Recognition only', is_default: false };
const services = (...slugs: string[]) => ({
  count: slugs.length,
  next: null,
  previous: null,
  results: slugs.map((slug) => ({ service: { slug, name: slug } })),
});
const signInAnswers = {
  'POST /account/v2/login/': { access: 'a1', refresh: 'r1' },
  'GET /account/v2/details/': testUser,
  'GET /account/v2/workspace/': [testWorkspace, other],
  'GET /account/v2/resource': services('custom-recognition', 'annotate'),
};

beforeEach(resetSessionForTest);

test('signing in stores the tokens and loads user, default workspace and services', async () => {
  const stub = stubApi(signInAnswers);
  await login('demo@console.test', 'demo-console');
  expect(localStorage.getItem('access')).toBe('a1');
  expect(localStorage.getItem('refresh')).toBe('r1');
  expect(localStorage.getItem('workspace')).toBe(testWorkspace.id);
  expect(consoleStore.get(userAtom)?.email).toBe('demo@console.test');
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.LOADED);
  expect(stub.getRequests('POST /account/v2/login/')[0]?.timeout).toBe(25_000);
  expect(stub.getRequests('POST /account/v2/login/')[0]?.body).toEqual({
    username: 'demo@console.test',
    email: 'demo@console.test',
    password: 'demo-console',
  });
});

test('custom-recognition and recognition are one service', async () => {
  stubApi(signInAnswers);
  await login('demo@console.test', 'demo-console');
  expect(hasService('recognition')).toBe(true);
  expect(hasService('custom-recognition')).toBe(true);
  expect(hasService('flows')).toBe(false);
});

test('the workspace used last wins over the default one', async () => {
  localStorage.setItem('workspace', other.id);
  stubApi(signInAnswers);
  await login('demo@console.test', 'demo-console');
  expect(consoleStore.get(activeWorkspaceIdAtom)).toBe(other.id);
});

test('a failed sign-in leaves no token behind', async () => {
  localStorage.setItem('access', 'old');
  localStorage.setItem('refresh', 'old');
  stubApi({ 'POST /account/v2/login/': failWith(401, 'Invalid credentials') });
  await expect(login('demo@console.test', 'wrong')).rejects.toMatchObject({ status: 401 });
  expect(localStorage.getItem('access')).toBeNull();
  expect(localStorage.getItem('refresh')).toBeNull();
});

test('a failure to read the user logs out', async () => {
  stubApi({ ...signInAnswers, 'GET /account/v2/details/': failWith(500) });
  await login('demo@console.test', 'demo-console');
  expect(consoleStore.get(signedInAtom)).toBe(false);
  expect(consoleStore.get(sessionEndAtom)).toBe('unread');
  expect(localStorage.getItem('access')).toBeNull();
});

test('a workspace without services is told apart from one that is not loaded', async () => {
  stubApi({ ...signInAnswers, 'GET /account/v2/resource': services() });
  await login('demo@console.test', 'demo-console');
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.NO_RESOURCE);
});

test('services that could not be read can be asked for again', async () => {
  const stub = stubApi({ ...signInAnswers, 'GET /account/v2/resource': failWith(503) });
  await login('demo@console.test', 'demo-console');
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.NOT_LOADED);
  stub.addHandlers({ 'GET /account/v2/resource': services('annotate') });
  await loadResources();
  expect(consoleStore.get(servicesAtom)).toEqual(['annotate']);
});

test('an answer for the workspace that was left is dropped', async () => {
  signInForTest({ workspaces: [testWorkspace, other], services: ['annotate'] });
  const slow = deferred();
  stubApi({
    'GET /account/v2/resource': ({ query }: StubRequest) => (query.workspace === other.id ? slow.promise : services('flows')),
  });
  const first = switchWorkspace(other.id);
  await switchWorkspace(testWorkspace.id);
  slow.resolve(services('custom-similarity'));
  await first;
  expect(consoleStore.get(activeWorkspaceIdAtom)).toBe(testWorkspace.id);
  expect(consoleStore.get(servicesAtom)).toEqual(['flows']);
  expect(localStorage.getItem('workspace')).toBe(testWorkspace.id);
});

test('a switch resets the load state until the new services are there', async () => {
  signInForTest({ workspaces: [testWorkspace, other] });
  const answer = deferred();
  stubApi({ 'GET /account/v2/resource': () => answer.promise });
  const switching = switchWorkspace(other.id);
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.LOADING);
  expect(hasService('recognition')).toBe(false);
  answer.resolve(services('recognition'));
  await switching;
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.LOADED);
});

test('logging out clears everything and tells the server with the old token', async () => {
  signInForTest();
  const stub = stubApi({ 'GET /account/v2/logout': {} });
  await logout();
  expect(stub.getRequests('GET /account/v2/logout')[0]?.headers.Authorization).toBe('Bearer test-access');
  expect(localStorage.length).toBe(0);
  expect(consoleStore.get(userAtom)).toBeNull();
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.NOT_LOADED);
  expect(consoleStore.get(sessionEndAtom)).toBe('logout');
});

test('a logout in another tab ends the session here, a sign-in starts it', async () => {
  stubApi(signInAnswers);
  signInForTest();
  stubApi(signInAnswers);
  const stop = startSession();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'access', newValue: null }));
  expect(consoleStore.get(signedInAtom)).toBe(false);
  expect(consoleStore.get(sessionEndAtom)).toBe('elsewhere');
  localStorage.setItem('access', 'a2');
  localStorage.setItem('refresh', 'r2');
  window.dispatchEvent(new StorageEvent('storage', { key: 'access', newValue: 'a2' }));
  expect(consoleStore.get(signedInAtom)).toBe(true);
  stop();
});

test('checks before a logout speak until they are removed; one that fails is silent', async () => {
  const removeUnsent = registerBeforeLogout(async () => '3 changes have not been sent yet.');
  const removeClean = registerBeforeLogout(() => null);
  const removeBroken = registerBeforeLogout(() => Promise.reject(new Error('no database')));
  expect(await logoutWarnings()).toEqual(['3 changes have not been sent yet.']);
  removeUnsent();
  expect(await logoutWarnings()).toEqual([]);
  removeClean();
  removeBroken();
});

describe('another person in this browser', () => {
  const tokenOf = (person: string, serial: number) => `head.${btoa(JSON.stringify({ sub: person, serial }))}.signature`;
  const colleague = { ...testUser, id: '44444444-4444-4444-8444-444444444444', email: 'colleague@console.test' };

  test('who signs in in another tab, with no time between, is who this tab works for', async () => {
    localStorage.setItem('access', tokenOf('demo', 1));
    localStorage.setItem('refresh', 'r1');
    const stub = stubApi(signInAnswers);
    const stop = startSession();
    await waitFor(() => expect(consoleStore.get(userAtom)).toEqual(testUser));
    stub.addHandlers({ 'GET /account/v2/details/': colleague });
    localStorage.setItem('access', tokenOf('colleague', 1));
    window.dispatchEvent(new StorageEvent('storage', { key: 'access' }));
    await waitFor(() => expect(consoleStore.get(userAtom)).toEqual(colleague));
    stop();
  });

  test('never sends what the first one began, neither at first nor after a 401', async () => {
    localStorage.setItem('access', tokenOf('demo', 1));
    localStorage.setItem('refresh', 'r1');
    const labels = 'POST /detection/v2/label/';
    const stub = stubApi({ ...signInAnswers, [labels]: failWith(401) });
    const stop = startSession();
    await waitFor(() => expect(consoleStore.get(userAtom)).toEqual(testUser));
    stub.addHandlers({
      [labels]: () => {
        localStorage.setItem('access', tokenOf('colleague', 1));
        return failWith(401);
      },
    });
    const body = { name: 'Cup', color: '#ff0000' };
    await expect(api.call(labels, { body })).rejects.toMatchObject({ status: 401 });
    await expect(api.call(labels, { body })).rejects.toMatchObject({ status: 401 });
    expect(stub.getRequests(labels)).toHaveLength(1);
    stop();
  });
});

describe('a call refused with 403', () => {
  const tasks = 'GET /detection/v2/task/';

  test('has the services read again behind the page; one that was taken away is gone', async () => {
    const stub = stubApi(signInAnswers);
    const stop = startSession();
    await login('demo@console.test', 'demo-console');
    const states: LoadState[] = [];
    const end = consoleStore.sub(resourcesStateAtom, () => states.push(consoleStore.get(resourcesStateAtom)));
    stub.addHandlers({ [tasks]: failWith(403), 'GET /account/v2/resource': services('annotate') });
    await expect(api.call(tasks)).rejects.toMatchObject({ status: 403 });
    await waitFor(() => expect(consoleStore.get(servicesAtom)).toEqual(['annotate']));
    expect(states).toEqual([]);
    end();
    stop();
  });

  test('changes nothing where the services are the same, or cannot be read', async () => {
    const stub = stubApi(signInAnswers);
    const stop = startSession();
    await login('demo@console.test', 'demo-console');
    const before = consoleStore.get(servicesAtom);
    for (const answer of [services('custom-recognition', 'annotate'), failWith(500)]) {
      const count = stub.getRequests('GET /account/v2/resource').length;
      stub.addHandlers({ [tasks]: failWith(403), 'GET /account/v2/resource': answer });
      await expect(api.call(tasks)).rejects.toMatchObject({ status: 403 });
      await waitFor(() => expect(stub.getRequests('GET /account/v2/resource')).toHaveLength(count + 1));
    }
    expect(consoleStore.get(servicesAtom)).toBe(before);
    expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.LOADED);
    stop();
  });
});
