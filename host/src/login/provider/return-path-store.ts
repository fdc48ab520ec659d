import { getReturnPath } from '../return-path';

const KEY = 'sign-in-return-path';

/** Stores the page that this tab opens after a sign-in at the identity provider. `state` is the history state of the sign-in page. */
export function storeReturnPath(state: unknown): void {
  sessionStorage.setItem(KEY, getReturnPath(state));
}

/** Returns the stored page, which is never a URL of another site, or the root. */
export function readReturnPath(): string {
  const path = sessionStorage.getItem(KEY) ?? '/';
  return path.startsWith('/') && !path.startsWith('//') ? path : '/';
}
