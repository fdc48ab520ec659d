import type { Federation } from './federation';

/** How soon an open tab learns that a version was made live. */
export const CHECK_MS = 60_000;

/** Looks for other live versions once a minute while the tab is in view, and when it comes back into view. Gives the end of it. */
export function watchVersions(federation: Pick<Federation, 'getState' | 'check'>, isSignedIn: () => boolean): () => void {
  const check = () => {
    const isInUse = document.visibilityState === 'visible' && federation.getState().status === 'ready';
    if (isInUse && isSignedIn()) void federation.check();
  };
  const timer = setInterval(check, CHECK_MS);
  document.addEventListener('visibilitychange', check);
  return () => {
    clearInterval(timer);
    document.removeEventListener('visibilitychange', check);
  };
}
