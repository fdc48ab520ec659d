/** @jest-environment-options {"dom": true} */
import { api, consoleStore, LoadState, resourcesStateAtom } from '@console/shared-auth';
import { waitFor } from '@testing-library/react';
import { prefetchPage } from './prefetch-page';
import { createRemote } from './testing/fake-remotes';
import { createTestFederation } from './testing/federation-harness';

const component = './images#ImagesPage';
const createRoute = (path: string, resources: string[]) => {
  const nav = { label: path, order: 10, icon: 'images' };
  return { path, title: path, resources, component, nav };
};
const registry = {
  ok: true,
  remotes: [
    createRemote('annotate', { routes: [createRoute('/images', [])] }),
    createRemote('training', { routes: [createRoute('/jobs', ['annotate']), createRoute('/detection', ['detection'])] }),
    createRemote('similarity', { routes: [createRoute('/groups', ['similarity'])] }),
    createRemote('catalogue', {
      routes: [createRoute('/products', ['products']), { path: '/manage', title: 'Manage', resources: [], component }],
    }),
  ],
  faults: [],
};
const getEntryUrl = (name: string) => `http://localhost/remotes/${name}/1.0.0/entry.js`;

it("prefetches only the entries of remotes in the workspace's sidebar", async () => {
  const prefetchedUrls: string[] = [];
  const prefetchFile = async (url: string) => void prefetchedUrls.push(url);
  const federation = createTestFederation({}, { registries: [registry], services: ['annotate'], prefetchFile });
  await federation.refresh();
  federation.prefetchEntries();
  expect(prefetchedUrls).toEqual([getEntryUrl('annotate'), getEntryUrl('training')]);
});

it('does not prefetch a page that the workspace may not open', async () => {
  const loadEntry = jest.fn(async () => Promise.reject(new Error('unexpected request')));
  const federation = createTestFederation({}, { registries: [registry], services: ['annotate'], entries: [loadEntry] });
  await federation.refresh();
  federation.prefetch('/groups');
  federation.prefetch('/detection');
  federation.prefetch('/no-such-page');
  expect(loadEntry).not.toHaveBeenCalled();
  federation.prefetch('/jobs');
  expect(loadEntry).toHaveBeenCalledTimes(1);
});

it('prefetches the open page once the services are loaded, before the shell renders it', async () => {
  window.history.replaceState(null, '', '/jobs');
  const loadEntry = jest.fn(async () => Promise.reject(new Error('unused')));
  const federation = createTestFederation({}, { registries: [registry], services: ['annotate'], entries: [loadEntry] });
  const registryLoaded = federation.refresh();
  prefetchPage(federation, registryLoaded);
  await registryLoaded;
  expect(loadEntry).not.toHaveBeenCalled();
  consoleStore.set(resourcesStateAtom, LoadState.LOADED);
  await waitFor(() => expect(loadEntry).toHaveBeenCalledTimes(1));
});

describe('the first requests of a page', () => {
  const LIST_LABELS = 'GET /detection/v2/label/';
  const GET_LABEL = 'GET /recognition/v2/label/{id}';
  const query = { page: 1, page_size: 25 };
  const routes = [
    { ...createRoute('/detection', ['detection']), firstRequests: [{ call: LIST_LABELS, query }] },
    { ...createRoute('/label/:id', []), firstRequests: [{ call: GET_LABEL }] },
  ];
  const override = { name: 'training', source: '2.0.0', releaseUrl: '', isPublished: true };
  const registryOptions = { registries: [{ ok: true, remotes: [createRemote('training', { routes })], faults: [] }] };

  it.each<[string, Parameters<typeof createTestFederation>[1], string, object[]]>([
    ['are listed', { services: ['detection'] }, '/detection', [{ call: LIST_LABELS, query, params: {} }]],
    ['contain the parameters of the path', {}, '/label/a', [{ call: GET_LABEL, params: { id: 'a' } }]],
    ['are not listed if the workspace may not open the page', { services: [] }, '/detection', []],
    [
      'are not listed if the remote is disabled in this tab',
      { tab: { choice: async () => ({ overrides: [], refused: [], disabled: ['training'] }) } },
      '/label/a',
      [],
    ],
    [
      'are those of an override',
      {
        tab: {
          choice: async () => ({ overrides: [override], refused: [], disabled: [] }),
          resolveOverride: async () => ({ remote: createRemote('training', { routes: [createRoute('/label/:id', [])] }) }),
        },
      },
      '/label/a',
      [],
    ],
  ])('%s', async (_behavior, overrides, path, expected) => {
    const federation = createTestFederation(
      {},
      { ...registryOptions, registries: [...registryOptions.registries], ...overrides },
    );
    await federation.refresh();
    expect(federation.listFirstRequests(path)).toEqual(expected);
  });

  it.each([
    ['/detection', [[LIST_LABELS, { query, params: {} }]]],
    ['/detection?search=cup', []],
  ])('at %s are sent before the code of the page is requested: %j', async (url, expected) => {
    const requestEarly = jest.spyOn(api, 'requestEarly').mockImplementation(() => undefined);
    const prefetch = jest.fn(() => expect(requestEarly.mock.calls).toEqual(expected));
    window.history.replaceState(null, '', url);
    consoleStore.set(resourcesStateAtom, LoadState.LOADING);
    prefetchPage({ prefetch, listFirstRequests: () => [{ call: LIST_LABELS, query, params: {} }] }, Promise.resolve());
    await Promise.resolve();
    expect(prefetch).not.toHaveBeenCalled();
    consoleStore.set(resourcesStateAtom, LoadState.LOADED);
    expect(prefetch).toHaveBeenCalledWith('/detection');
    expect(prefetch).toHaveReturned();
    requestEarly.mockRestore();
  });
});
