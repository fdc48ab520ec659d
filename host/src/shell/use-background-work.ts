import { LoadState, useResources } from '@console/shared-auth';
import { useEffect } from 'react';
import { useFederation } from './federation-context';
import { isOpen } from './services';

/** Starts what remotes do without a page, such as sending work that an earlier visit left, once the first page has been drawn. */
export function useBackgroundWork(): void {
  const { routes, startBackground } = useFederation();
  const { state, services } = useResources();
  useEffect(() => {
    if (state !== LoadState.LOADED || routes.length === 0) return undefined;
    const start = () => startBackground((resources) => isOpen({ resources }, services));
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'undefined') return start();
    const handle = requestIdleCallback(start, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }, [routes, startBackground, state, services]);
}
