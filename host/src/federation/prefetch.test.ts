/** @jest-environment-options {"dom": true} */
import { consoleStore, LoadState, resourcesStateAtom } from '@console/shared-auth';
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
