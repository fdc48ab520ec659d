import { useSyncExternalStore } from 'react';

/** Device pixels to a CSS pixel; changes with the browser's zoom, and when the window goes to another screen. */
export function usePixelRatio(): number {
  return useSyncExternalStore(subscribe, () => window.devicePixelRatio || 1);
}

function subscribe(listener: () => void): () => void {
  let query: MediaQueryList | null = null;
  // A query knows one ratio only: each change needs a new one.
  const watch = () => {
    query?.removeEventListener('change', onChange);
    query = window.matchMedia(`(resolution: ${window.devicePixelRatio}dppx)`);
    query.addEventListener('change', onChange);
  };
  const onChange = () => {
    watch();
    listener();
  };
  watch();
  return () => query?.removeEventListener('change', onChange);
}
