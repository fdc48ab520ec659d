import { REGISTRY_URL } from './registry-url';

let begun: Promise<Response> | undefined;

/** Asks as the person who is signed in, if anyone is: who is on a canary is decided by the server. */
function ask(): Promise<Response> {
  // Read here and not through shared-auth, which this page's first script would have to wait for.
  const access = localStorage.getItem('access');
  const workspace = localStorage.getItem('workspace');
  if (access === null) return window.fetch(REGISTRY_URL);
  const headers = { Authorization: `Bearer ${access}`, ...(workspace === null ? {} : { 'X-Workspace': workspace }) };
  return window.fetch(REGISTRY_URL, { headers });
}

/** Whether this browser knows the workspace that it will be in before the session is loaded. */
export function knowsWorkspace(): boolean {
  return localStorage.getItem('workspace') !== null;
}

/** Begins to fetch the registry; called from the page's first script, before the code that reads it is there. */
export function fetchRegistryEarly(): void {
  // Its canary would be missed.
  if (!knowsWorkspace()) return;
  begun = ask();
  begun.catch(() => undefined);
}

/** The fetch that was begun early, the first time; a new one after that. */
export function fetchRegistry(): Promise<Response> {
  const response = begun ?? ask();
  begun = undefined;
  return response;
}
