import { LoadState, startLiveWhenLoaded, useResources } from '@console/shared-auth';
import { useEffect } from 'react';
import { useFederation } from '../federation-view/federation-context';
import { runWhenIdle } from './run-when-idle';

/**
 * Starts the background work of micro-frontends and prefetches their entry scripts, once the first page is idle. For
 * example, a remote then sends the changes that an earlier visit could not send.
 */
export function useBackgroundWork(): void {
  const { routes, startBackground, prefetchEntries } = useFederation();
  const { state: resourcesState, services } = useResources();
  useEffect(() => {
    if (resourcesState !== LoadState.LOADED || routes.length === 0) return undefined;
    return runWhenIdle(() => {
      startBackground();
      prefetchEntries();
    });
  }, [routes, startBackground, prefetchEntries, resourcesState, services]);
}

/** Receives changes by other users and by background work until the user signs out. Starts once the first page is idle. */
export function useLiveStream(): void {
  useEffect(() => {
    let stopStream: (() => void) | undefined;
    const cancelStart = runWhenIdle(() => {
      stopStream = startLiveWhenLoaded();
    });
    return () => {
      cancelStart();
      stopStream?.();
    };
  }, []);
}
