import type { Location } from 'react-router-dom';

/**
 * Returns the path to open after sign-in: the page that required it, or the root. `state` is the state of the history entry,
 * which is not validated.
 */
export function getReturnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const returnLocation = state.from as Partial<Location> | null;
  if (
    typeof returnLocation?.pathname !== 'string' ||
    !returnLocation.pathname.startsWith('/') ||
    returnLocation.pathname.startsWith('//')
  )
    return '/';
  return `${returnLocation.pathname}${returnLocation.search ?? ''}${returnLocation.hash ?? ''}`;
}
