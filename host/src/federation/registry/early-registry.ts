import { REGISTRY_URL } from './registry-url';

let pendingFetch: Promise<Response> | undefined;

/** Requests the registry with the session's token, if there is one: the server chooses canary versions per user. */
function requestRegistry(): Promise<Response> {
  // Read the storage directly: the first script of the page must not wait for shared-auth.
  const access = localStorage.getItem('access');
  const workspace = localStorage.getItem('workspace');
  if (access === null) return window.fetch(REGISTRY_URL);
  const headers = { Authorization: `Bearer ${access}`, ...(workspace === null ? {} : { 'X-Workspace': workspace }) };
  return window.fetch(REGISTRY_URL, { headers });
}

/** Whether this browser has stored the active workspace, so that it is known before the session is loaded. */
export function hasStoredWorkspace(): boolean {
  return localStorage.getItem('workspace') !== null;
}

/** Starts fetching the registry. Called from the first script of the page, before the code that reads the registry is loaded. */
export function fetchRegistryEarly(): void {
  // Without a stored workspace, do not fetch yet: the server chooses canary versions for a user and a workspace.
  if (!hasStoredWorkspace()) return;
  pendingFetch = requestRegistry();
  pendingFetch.catch(() => undefined);
}

/** Returns the early fetch on the first call and starts a new one on later calls. */
export function fetchRegistry(): Promise<Response> {
  const response = pendingFetch ?? requestRegistry();
  pendingFetch = undefined;
  return response;
}
