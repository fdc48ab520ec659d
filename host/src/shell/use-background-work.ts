import { LoadState, useResources } from '@console/shared-auth';
import { useEffect } from 'react';
import { useFederation } from './federation-context';

/**
 * Once the first page has been drawn: starts what remotes do without a page, such as sending work that an earlier visit
 * left, and fetches ahead what the next page will need.
 */
export function useBackgroundWork(): void {
  const { routes, startBackground, prefetchEntries } = useFederation();
  const { state, services } = useResources();
  useEffect(() => {
    if (state !== LoadState.LOADED || routes.length === 0) return undefined;
    const start = () => {
      startBackground();
      prefetchEntries();
    };
    // Safari has no idle callback.
    if (typeof requestIdleCallback === 'undefined') return start();
    const handle = requestIdleCallback(start, { timeout: 5000 });
    return () => cancelIdleCallback(handle);
  }, [routes, startBackground, prefetchEntries, state, services]);
}
