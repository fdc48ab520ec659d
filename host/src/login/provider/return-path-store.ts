import { getReturnPath } from '../return-path';

const STORAGE_KEY = 'sign-in-return-path';

/** Stores the page that this tab opens after a sign-in at the identity provider. `state` is the history state of the sign-in page. */
export function storeReturnPath(state: unknown): void {
  sessionStorage.setItem(STORAGE_KEY, getReturnPath(state));
}

/** Returns the stored path, or the root if no path is stored or the value could lead to another site. */
export function readReturnPath(): string {
  const path = sessionStorage.getItem(STORAGE_KEY) ?? '/';
  return path.startsWith('/') && !path.startsWith('//') ? path : '/';
}
