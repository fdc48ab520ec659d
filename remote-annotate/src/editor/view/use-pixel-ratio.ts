import { useSyncExternalStore } from 'react';

/** Returns the device pixels for each CSS pixel. The ratio changes with the zoom of the browser and between screens. */
export function usePixelRatio(): number {
  return useSyncExternalStore(subscribe, () => window.devicePixelRatio || 1);
}

function subscribe(listener: () => void): () => void {
  let query: MediaQueryList | null = null;
  // A media query matches only one ratio, so create a new query after each change.
  const watchCurrentRatio = () => {
    query?.removeEventListener('change', onChange);
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', onChange);
  };
  const onChange = () => {
    watchCurrentRatio();
    listener();
  };
  watchCurrentRatio();
  return () => query?.removeEventListener('change', onChange);
}
