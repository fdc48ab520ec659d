import { LoadState, useResources } from '@console/shared-auth';
import { useEffect } from 'react';
import { useFederation } from './federation-context';
import { whenSettled } from './when-settled';

/**
 * Once the page that was asked for has come to rest: starts what remotes do without a page, such as sending work that an
 * earlier visit left, and fetches ahead what the next page will need.
 */
export function useBackgroundWork(): void {
  const { routes, startBackground, prefetchEntries } = useFederation();
  const { state, services } = useResources();
  useEffect(() => {
    if (state !== LoadState.LOADED || routes.length === 0) return undefined;
    return whenSettled(() => {
      startBackground();
      prefetchEntries();
    });
  }, [routes, startBackground, prefetchEntries, state, services]);
}
