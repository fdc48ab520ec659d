import type { Location } from 'react-router-dom';

/**
 * Returns the path to open after sign-in: the page that required it, or the root. `state` is the state of the history entry,
 * which is not validated.
 */
export function getReturnPath(locationState: unknown): string {
  if (typeof locationState !== 'object' || locationState === null || !('from' in locationState)) return '/';
  const returnLocation = locationState.from as Partial<Location> | null;
  if (
    typeof returnLocation?.pathname !== 'string' ||
    !returnLocation.pathname.startsWith('/') ||
    returnLocation.pathname.startsWith('//')
  )
    return '/';
  return `${returnLocation.pathname}${returnLocation.search ?? ''}${returnLocation.hash ?? ''}`;
}
