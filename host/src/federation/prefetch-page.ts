import { api, consoleStore, LoadState, resourcesStateAtom } from '@console/shared-auth';
import type { Federation } from './federation';

/**
 * Requests the declared data and the code of the page at the current URL once the registry and the services of the workspace are
 * loaded. Does not wait until the shell renders the page: it runs while the state changes, and React renders the change later.
 */
export function prefetchPage(
  federation: Pick<Federation, 'prefetch' | 'listFirstRequests'>,
  registryLoaded: Promise<void>,
): void {
  let isRegistryLoaded = false;
  const prefetch = () => {
    if (!isRegistryLoaded || consoleStore.get(resourcesStateAtom) !== LoadState.LOADED) return;
    unsubscribe();
    const { pathname, search } = window.location;
    // Query parameters may change the requests of the page.
    const requests = search === '' ? federation.listFirstRequests(pathname) : [];
    for (const { call, params, query } of requests) api.requestEarly(call, { params, query });
    federation.prefetch(pathname);
  };
  const unsubscribe = consoleStore.sub(resourcesStateAtom, prefetch);
  void registryLoaded.then(() => {
    isRegistryLoaded = true;
    prefetch();
  });
}
