import type { Location } from 'react-router-dom';

/** Where a sign-in leads: to the page that asked for it, else to the root. Reads the history entry's state, which anything could be. */
export function returnPath(state: unknown): string {
  if (typeof state !== 'object' || state === null || !('from' in state)) return '/';
  const from = state.from as Partial<Location> | null;
  if (typeof from?.pathname !== 'string' || !from.pathname.startsWith('/') || from.pathname.startsWith('//')) return '/';
  return `${from.pathname}${from.search ?? ''}${from.hash ?? ''}`;
}
