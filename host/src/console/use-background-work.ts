import { LoadState, startLiveWhenLoaded, useResources } from '@console/shared-auth';
import { useEffect } from 'react';
import { useFederation } from '../federation-view/federation-context';
import { runWhenIdle } from './run-when-idle';

/**
 * Once the first page is idle, starts the background work of remotes, such as sending unsent work of an earlier visit, and
 * prefetches the entries of remotes.
 */
export function useBackgroundWork(): void {
  const { routes, startBackground, prefetchEntries } = useFederation();
  const { state, services } = useResources();
  useEffect(() => {
    if (state !== LoadState.LOADED || routes.length === 0) return undefined;
    return runWhenIdle(() => {
      startBackground();
      prefetchEntries();
    });
  }, [routes, startBackground, prefetchEntries, state, services]);
}

/** Once the first page is idle, follows the changes of other users and of long work, until the user signs out. */
export function useLiveStream(): void {
  useEffect(() => {
    let stop: (() => void) | undefined;
    const cancel = runWhenIdle(() => {
      stop = startLiveWhenLoaded();
    });
    return () => {
      cancel();
      stop?.();
    };
  }, []);
}
