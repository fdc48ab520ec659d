import { api, consoleStore, LoadState, resourcesStateAtom } from '@console/shared-auth';
import type { Federation } from './federation';

/**
 * Requests the code and the declared data of the page at the current URL once the registry and the services of the workspace are
 * loaded. Does not wait until the shell renders the page.
 */
export function prefetchPage(
  federation: Pick<Federation, 'prefetch' | 'listFirstRequests'>,
  registryLoaded: Promise<void>,
): void {
  const servicesLoaded = new Promise<void>((resolve) => {
    const check = () => {
      if (consoleStore.get(resourcesStateAtom) !== LoadState.LOADED) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = consoleStore.sub(resourcesStateAtom, check);
    check();
  });
  void Promise.all([registryLoaded, servicesLoaded]).then(() => {
    const { pathname, search } = window.location;
    // Query parameters may change the requests of the page.
    const requests = search === '' ? federation.listFirstRequests(pathname) : [];
    for (const { call, params, query } of requests) api.requestEarly(call, { params, query });
    federation.prefetch(pathname);
  });
}
