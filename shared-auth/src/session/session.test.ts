/** @jest-environment-options {"dom": true} */
import { waitFor } from '@testing-library/react';
import { api } from '../api/api';
import { consoleStore } from '../state/store';
import { LoadState } from '../state/load-state';
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
import { activeWorkspaceIdAtom, resourcesStateAtom, servicesAtom, sessionEndAtom, signedInAtom, userAtom } from '../state/atoms';
import { login, logout, loadResources, startSession, switchWorkspace } from './actions';
import { collectLogoutWarnings, registerBeforeLogout } from './before-logout';
import { hasService } from './hooks';

const otherWorkspace = {
  ...testWorkspace,
  id: '33333333-3333-4333-8333-333333333333',
  name: 'Recognition only',
  is_default: false,
};
const createServices = (...slugs: string[]) => ({
  count: slugs.length,
  next: null,
  previous: null,
  results: slugs.map((slug) => ({ service: { slug, name: slug } })),
});
const signInResponses = {
  'POST /account/v2/login/': { access: 'a1', refresh: 'r1' },
  'GET /account/v2/details/': testUser,
  'GET /account/v2/workspace/': [testWorkspace, otherWorkspace],
  'GET /account/v2/resource': createServices('custom-recognition', 'annotate'),
};

beforeEach(resetSessionForTest);

test('login stores the tokens and loads user, default workspace and services', async () => {
  const stub = stubApi(signInResponses);
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

test('custom-recognition and recognition are the same service', async () => {
  stubApi(signInResponses);
  await login('demo@console.test', 'demo-console');
  expect(hasService('recognition')).toBe(true);
  expect(hasService('custom-recognition')).toBe(true);
  expect(hasService('flows')).toBe(false);
});

test('the last used workspace takes precedence over the default workspace', async () => {
  localStorage.setItem('workspace', otherWorkspace.id);
  stubApi(signInResponses);
  await login('demo@console.test', 'demo-console');
  expect(consoleStore.get(activeWorkspaceIdAtom)).toBe(otherWorkspace.id);
});

test('the services of the last workspace are requested in parallel with the user', async () => {
  localStorage.setItem('workspace', otherWorkspace.id);
  const user = deferred<typeof testUser>();
  const stub = stubApi({ ...signInResponses, 'GET /account/v2/details/': () => user.promise });
  const loginPromise = login('demo@console.test', 'demo-console');
  const getWorkspaces = () => stub.getRequests('GET /account/v2/resource').map(({ query }) => query.workspace);
  await waitFor(() => expect(getWorkspaces()).toEqual([otherWorkspace.id]));
  user.resolve(testUser);
  await loginPromise;
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.LOADED);
  expect(getWorkspaces()).toEqual([otherWorkspace.id]);
});

test("the services of a last workspace that is not the user's are discarded", async () => {
  localStorage.setItem('workspace', 'left');
  stubApi({
    ...signInResponses,
    'GET /account/v2/resource': ({ query }: StubRequest) => createServices(query.workspace === 'left' ? 'flows' : 'annotate'),
  });
  await login('demo@console.test', 'demo-console');
  expect(consoleStore.get(activeWorkspaceIdAtom)).toBe(testWorkspace.id);
  expect(consoleStore.get(servicesAtom)).toEqual(['annotate']);
});

test('a failed login stores no token', async () => {
  localStorage.setItem('access', 'old');
  localStorage.setItem('refresh', 'old');
  stubApi({ 'POST /account/v2/login/': failWith(401, 'Invalid credentials') });
  await expect(login('demo@console.test', 'wrong')).rejects.toMatchObject({ status: 401 });
  expect(localStorage.getItem('access')).toBeNull();
  expect(localStorage.getItem('refresh')).toBeNull();
});

test('a failure to load the user ends the session', async () => {
  stubApi({ ...signInResponses, 'GET /account/v2/details/': failWith(500) });
  await login('demo@console.test', 'demo-console');
  expect(consoleStore.get(signedInAtom)).toBe(false);
  expect(consoleStore.get(sessionEndAtom)).toBe('unread');
  expect(localStorage.getItem('access')).toBeNull();
});

test('a workspace without services has the state NO_RESOURCE', async () => {
  stubApi({ ...signInResponses, 'GET /account/v2/resource': createServices() });
  await login('demo@console.test', 'demo-console');
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.NO_RESOURCE);
});

test('loadResources loads the services after a failure', async () => {
  const stub = stubApi({ ...signInResponses, 'GET /account/v2/resource': failWith(503) });
  await login('demo@console.test', 'demo-console');
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.NOT_LOADED);
  stub.addHandlers({ 'GET /account/v2/resource': createServices('annotate') });
  await loadResources();
  expect(consoleStore.get(servicesAtom)).toEqual(['annotate']);
});

test('a late response for the previous workspace is discarded', async () => {
  signInForTest({ workspaces: [testWorkspace, otherWorkspace], services: ['annotate'] });
  const slowResponse = deferred();
  stubApi({
    'GET /account/v2/resource': ({ query }: StubRequest) =>
      query.workspace === otherWorkspace.id ? slowResponse.promise : createServices('flows'),
  });
  const firstSwitch = switchWorkspace(otherWorkspace.id);
  await switchWorkspace(testWorkspace.id);
  slowResponse.resolve(createServices('custom-similarity'));
  await firstSwitch;
  expect(consoleStore.get(activeWorkspaceIdAtom)).toBe(testWorkspace.id);
  expect(consoleStore.get(servicesAtom)).toEqual(['flows']);
  expect(localStorage.getItem('workspace')).toBe(testWorkspace.id);
});

test('switchWorkspace resets the load state until the new services are loaded', async () => {
  signInForTest({ workspaces: [testWorkspace, otherWorkspace] });
  const response = deferred();
  stubApi({ 'GET /account/v2/resource': () => response.promise });
  const switchPromise = switchWorkspace(otherWorkspace.id);
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.LOADING);
  expect(hasService('recognition')).toBe(false);
  response.resolve(createServices('recognition'));
  await switchPromise;
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.LOADED);
});

test('logout clears the session and calls the server with the old token', async () => {
  signInForTest();
  const stub = stubApi({ 'GET /account/v2/logout': {} });
  await logout();
  expect(stub.getRequests('GET /account/v2/logout')[0]?.headers.Authorization).toBe('Bearer test-access');
  expect(localStorage.length).toBe(0);
  expect(consoleStore.get(userAtom)).toBeNull();
  expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.NOT_LOADED);
  expect(consoleStore.get(sessionEndAtom)).toBe('logout');
});

test('a logout in another tab ends the session and a sign-in starts it again', async () => {
  stubApi(signInResponses);
  signInForTest();
  stubApi(signInResponses);
  const stopSession = startSession();
  localStorage.clear();
  window.dispatchEvent(new StorageEvent('storage', { key: 'access', newValue: null }));
  expect(consoleStore.get(signedInAtom)).toBe(false);
  expect(consoleStore.get(sessionEndAtom)).toBe('elsewhere');
  localStorage.setItem('access', 'a2');
  localStorage.setItem('refresh', 'r2');
  window.dispatchEvent(new StorageEvent('storage', { key: 'access', newValue: 'a2' }));
  expect(consoleStore.get(signedInAtom)).toBe(true);
  stopSession();
});

test('collectLogoutWarnings returns warnings of registered checks and ignores failed checks', async () => {
  const unregisterUnsent = registerBeforeLogout(async () => '3 changes have not been sent yet.');
  const unregisterClean = registerBeforeLogout(() => null);
  const unregisterBroken = registerBeforeLogout(() => Promise.reject(new Error('no database')));
  expect(await collectLogoutWarnings()).toEqual(['3 changes have not been sent yet.']);
  unregisterUnsent();
  expect(await collectLogoutWarnings()).toEqual([]);
  unregisterClean();
  unregisterBroken();
});

describe('another user in this browser', () => {
  const createToken = (user: string, serial: number) => `head.${btoa(JSON.stringify({ sub: user, serial }))}.signature`;
  const colleague = { ...testUser, id: '44444444-4444-4444-8444-444444444444', email: 'colleague@console.test' };

  test('a sign-in of another user in another tab switches this tab to that user', async () => {
    localStorage.setItem('access', createToken('demo', 1));
    localStorage.setItem('refresh', 'r1');
    const stub = stubApi(signInResponses);
    const stopSession = startSession();
    await waitFor(() => expect(consoleStore.get(userAtom)).toEqual(testUser));
    stub.addHandlers({ 'GET /account/v2/details/': colleague });
    localStorage.setItem('access', createToken('colleague', 1));
    window.dispatchEvent(new StorageEvent('storage', { key: 'access' }));
    await waitFor(() => expect(consoleStore.get(userAtom)).toEqual(colleague));
    stopSession();
  });

  test('a request of the first user is never sent with the token of the second', async () => {
    localStorage.setItem('access', createToken('demo', 1));
    localStorage.setItem('refresh', 'r1');
    const CREATE_LABEL = 'POST /detection/v2/label/';
    const stub = stubApi({ ...signInResponses, [CREATE_LABEL]: failWith(401) });
    const stopSession = startSession();
    await waitFor(() => expect(consoleStore.get(userAtom)).toEqual(testUser));
    stub.addHandlers({
      [CREATE_LABEL]: () => {
        localStorage.setItem('access', createToken('colleague', 1));
        return failWith(401);
      },
    });
    const body = { name: 'Cup', color: '#ff0000' };
    await expect(api.call(CREATE_LABEL, { body })).rejects.toMatchObject({ status: 401 });
    await expect(api.call(CREATE_LABEL, { body })).rejects.toMatchObject({ status: 401 });
    expect(stub.getRequests(CREATE_LABEL)).toHaveLength(1);
    stopSession();
  });
});

describe('a call refused with 403', () => {
  const LIST_TASKS = 'GET /detection/v2/task/';

  test('reloads the services in the background', async () => {
    const stub = stubApi(signInResponses);
    const stopSession = startSession();
    await login('demo@console.test', 'demo-console');
    const states: LoadState[] = [];
    const unsubscribe = consoleStore.sub(resourcesStateAtom, () => states.push(consoleStore.get(resourcesStateAtom)));
    stub.addHandlers({ [LIST_TASKS]: failWith(403), 'GET /account/v2/resource': createServices('annotate') });
    await expect(api.call(LIST_TASKS)).rejects.toMatchObject({ status: 403 });
    await waitFor(() => expect(consoleStore.get(servicesAtom)).toEqual(['annotate']));
    expect(states).toEqual([]);
    unsubscribe();
    stopSession();
  });

  test('keeps the services if they are unchanged or cannot be loaded', async () => {
    const stub = stubApi(signInResponses);
    const stopSession = startSession();
    await login('demo@console.test', 'demo-console');
    const servicesBefore = consoleStore.get(servicesAtom);
    for (const response of [createServices('custom-recognition', 'annotate'), failWith(500)]) {
      const count = stub.getRequests('GET /account/v2/resource').length;
      stub.addHandlers({ [LIST_TASKS]: failWith(403), 'GET /account/v2/resource': response });
      await expect(api.call(LIST_TASKS)).rejects.toMatchObject({ status: 403 });
      await waitFor(() => expect(stub.getRequests('GET /account/v2/resource')).toHaveLength(count + 1));
    }
    expect(consoleStore.get(servicesAtom)).toBe(servicesBefore);
    expect(consoleStore.get(resourcesStateAtom)).toBe(LoadState.LOADED);
    stopSession();
  });
});
