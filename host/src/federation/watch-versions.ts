import type { Federation } from './federation';

/** Interval in which an open tab checks for newly activated versions. */
export const CHECK_INTERVAL_MS = 60_000;

/**
 * Checks for newly activated versions once a minute while the tab is visible, and when it becomes visible.
 * @returns a function that stops watching
 */
export function watchVersions(federation: Pick<Federation, 'getState' | 'check'>, isSignedIn: () => boolean): () => void {
  const checkIfInUse = () => {
    const isInUse = document.visibilityState === 'visible' && federation.getState().status === 'ready';
    if (isInUse && isSignedIn()) void federation.check();
  };
  const timer = setInterval(checkIfInUse, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', checkIfInUse);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', checkIfInUse);
  };
}
