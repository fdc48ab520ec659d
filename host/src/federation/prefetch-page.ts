import { consoleStore, LoadState, resourcesStateAtom } from '@console/shared-auth';
import type { Federation } from './federation';

/**
 * Prefetches the code of the page at the current URL once the registry and the services of the workspace are loaded. Does not
 * wait until the shell renders the page.
 */
export function prefetchPage(federation: Pick<Federation, 'prefetch'>, registryLoaded: Promise<void>): void {
  const servicesLoaded = new Promise<void>((resolve) => {
    const check = () => {
      if (consoleStore.get(resourcesStateAtom) !== LoadState.LOADED) return;
      unsubscribe();
      resolve();
    };
    const unsubscribe = consoleStore.sub(resourcesStateAtom, check);
    check();
  });
  void Promise.all([registryLoaded, servicesLoaded]).then(() => federation.prefetch(window.location.pathname));
}
