import type { UserDetails, Workspace } from '@console/shared-contract/api';
import { api } from '../api/api';
import { ApiError, isAborted, isAccessRefused } from '../http/errors';
import { LoadState } from '../state/load-state';
import { consoleQueryClient } from '../state/query-client';
import { consoleStore } from '../state/store';
import * as atoms from '../state/atoms';
import { startGeneration, captureGeneration, endSession, resetResources } from '../state/end-session';
import { belongsToSession, setSessionToken } from '../tokens/session-owner';
import {
  clearTokens,
  readLastWorkspace,
  readTokens,
  type Tokens,
  watchTokens,
  writeLastWorkspace,
  writeTokens,
} from '../tokens/tokens';

const LOGIN_TIMEOUT_MS = 25_000;

function selectInitialWorkspace(user: UserDetails, workspaces: readonly Workspace[]): Workspace | undefined {
  const candidates = [readLastWorkspace(), user.default_workspace];
  const preferredWorkspace = candidates
    .map((id) => workspaces.find((workspace) => workspace.id === id))
    .find((workspace) => workspace !== undefined);
  return preferredWorkspace ?? workspaces.find((workspace) => workspace.is_default) ?? workspaces[0];
}

async function fetchServices(workspaceId: string): Promise<string[]> {
  const { results } = await api.call('GET /account/v2/resource', { query: { workspace: workspaceId } });
  return results.map((resource) => resource.service.slug);
}

function storeServices(services: readonly string[]): void {
  consoleStore.set(atoms.servicesAtom, services);
  consoleStore.set(atoms.resourcesStateAtom, services.length > 0 ? LoadState.LOADED : LoadState.NO_RESOURCE);
}

/**
 * Loads the services of the active workspace. Discards the response if the user has switched the workspace or logged out.
 * @param pendingServices a request for these services that was already sent
 */
export async function loadResources(pendingServices?: Promise<string[]>): Promise<void> {
  const workspace = consoleStore.get(atoms.activeWorkspaceIdAtom);
  const isCurrent = startGeneration();
  resetResources();
  if (!workspace) return storeServices([]);
  consoleStore.set(atoms.resourcesStateAtom, LoadState.LOADING);
  try {
    const services = await (pendingServices ?? fetchServices(workspace));
    if (isCurrent()) storeServices(services);
  } catch (error) {
    if (!isCurrent()) return;
    consoleStore.set(atoms.resourcesErrorAtom, error);
    consoleStore.set(atoms.resourcesStateAtom, LoadState.NOT_LOADED);
    // Call `recheckAccess` explicitly: the automatic check after a refused call does not run while the services are loading.
    if (error instanceof ApiError && isAccessRefused(error)) await recheckAccess();
  }
}

/** Reloads the user's workspaces after the workspaces or the user's role have changed. */
export async function reloadWorkspaces(): Promise<void> {
  const isCurrent = captureGeneration();
  const workspaces = await api.call('GET /account/v2/workspace/');
  if (!isCurrent()) return;
  const active = consoleStore.get(atoms.activeWorkspaceAtom) ?? consoleStore.get(atoms.lostWorkspaceAtom);
  const isLost = active !== null && !workspaces.some(({ id }) => id === active.id);
  // Keep the list if it is unchanged: a new list would render every page again.
  if (JSON.stringify(workspaces) !== JSON.stringify(consoleStore.get(atoms.workspacesAtom)))
    consoleStore.set(atoms.workspacesAtom, workspaces);
  consoleStore.set(atoms.lostWorkspaceAtom, isLost ? active : null);
}

let isRechecking = false;

/**
 * Reloads the role and the services in the background after a refused call. An administrator may have changed them, or removed the user
 * from the workspace.
 */
export async function recheckAccess(): Promise<void> {
  const workspace = consoleStore.get(atoms.activeWorkspaceIdAtom);
  if (!workspace || isRechecking || consoleStore.get(atoms.resourcesStateAtom) === LoadState.LOADING) return;
  isRechecking = true;
  const isCurrent = captureGeneration();
  try {
    await reloadWorkspaces();
    if (!isCurrent() || consoleStore.get(atoms.lostWorkspaceAtom)) return;
    const services = await fetchServices(workspace);
    // Keep the list if it is unchanged: a new list would refetch the data of every page.
    if (isCurrent() && String(services) !== String(consoleStore.get(atoms.servicesAtom))) storeServices(services);
  } catch {
    // Keep the current state: the refused call has already reported its own error.
  } finally {
    isRechecking = false;
  }
}

/** Loads user, workspaces and services with the stored tokens. If the user cannot be loaded, the session ends. */
export async function loadSession(): Promise<void> {
  const tokens = readTokens();
  if (!tokens) return;
  const isCurrent = startGeneration();
  setSessionToken(tokens.access);
  consoleStore.set(atoms.sessionEndAtom, null);
  consoleStore.set(atoms.signedInAtom, true);
  consoleStore.set(atoms.userStateAtom, LoadState.LOADING);
  // The last used workspace nearly always becomes the active one, so request its services in parallel with the user.
  const lastWorkspace = readLastWorkspace();
  const pendingServices = lastWorkspace === null ? undefined : fetchServices(lastWorkspace);
  pendingServices?.catch(() => undefined);
  try {
    const [user, workspaces] = await Promise.all([api.call('GET /account/v2/details/'), api.call('GET /account/v2/workspace/')]);
    if (!isCurrent()) return;
    consoleStore.set(atoms.userAtom, user);
    consoleStore.set(atoms.workspacesAtom, workspaces);
    const active = selectInitialWorkspace(user, workspaces)?.id ?? null;
    consoleStore.set(atoms.activeWorkspaceIdAtom, active);
    if (active) writeLastWorkspace(active);
    consoleStore.set(atoms.userStateAtom, LoadState.LOADED);
  } catch (error) {
    if (!isCurrent() || isAborted(error)) return;
    endSession(error instanceof ApiError && error.status === 401 ? 'expired' : 'unread');
    return;
  }
  const isLastActive = consoleStore.get(atoms.activeWorkspaceIdAtom) === lastWorkspace;
  await loadResources(isLastActive ? pendingServices : undefined);
}

/** Loads the stored session and reacts to sign-ins and logouts in other tabs. Returns a function that stops this. */
export function startSession(): () => void {
  void loadSession();
  const unsubscribe = consoleStore.sub(atoms.accessRefusalCountAtom, () => void recheckAccess());
  const stopWatching = watchTokens((tokens) => {
    const isOver = !tokens || !belongsToSession(tokens.access);
    if (isOver && consoleStore.get(atoms.signedInAtom)) endSession('elsewhere');
    if (tokens && !consoleStore.get(atoms.signedInAtom)) void loadSession();
  });
  return () => {
    unsubscribe();
    stopWatching();
  };
}

/** Signs in. If it rejects with ApiError, no token is stored. */
export async function login(email: string, password: string): Promise<void> {
  try {
    const tokens = await api.call('POST /account/v2/login/', {
      body: { username: email, email, password },
      timeout: LOGIN_TIMEOUT_MS,
    });
    writeTokens(tokens);
  } catch (error) {
    clearTokens();
    throw error;
  }
  await loadSession();
}

/** Starts a session with the tokens of a response, for example of a new account. */
export async function startSessionWithTokens(tokens: Tokens): Promise<void> {
  writeTokens(tokens);
  await loadSession();
}

/**
 * Ends the session in this browser and on the server. Call `collectLogoutWarnings()` first. Returns the URL of the page that ends the
 * session at the identity provider, or null if the user did not sign in there.
 */
export async function logout(): Promise<string | null> {
  const serverLogout = api.call('GET /account/v2/logout', { timeout: 5000 }).catch(() => null);
  endSession('logout');
  // The session in this browser has already ended, so a failed request does not matter. Logout also works offline.
  return (await serverLogout)?.provider_url ?? null;
}

/** Switches to another workspace of the user. Pending responses of the previous workspace are discarded. */
export async function switchWorkspace(id: string): Promise<void> {
  const previousId = consoleStore.get(atoms.activeWorkspaceIdAtom);
  const isKnown = consoleStore.get(atoms.workspacesAtom).some((workspace) => workspace.id === id);
  if (!isKnown || id === previousId) return;
  resetResources();
  consoleStore.set(atoms.lostWorkspaceAtom, null);
  consoleStore.set(atoms.activeWorkspaceIdAtom, id);
  writeLastWorkspace(id);
  void consoleQueryClient.cancelQueries({ queryKey: [previousId] });
  await loadResources();
}

/** Whether this is one of the user's workspaces but not the active one. */
export function isInOtherWorkspace(workspaceId: string): boolean {
  if (workspaceId === consoleStore.get(atoms.activeWorkspaceIdAtom)) return false;
  return consoleStore.get(atoms.workspacesAtom).some(({ id }) => id === workspaceId);
}

/** Switches to the workspace of a row that the user opened by a link. The application shell notifies the user. */
export async function switchToRowWorkspace(workspaceId: string): Promise<void> {
  if (!isInOtherWorkspace(workspaceId)) return;
  consoleStore.set(atoms.automaticSwitchAtom, { workspace: workspaceId });
  await switchWorkspace(workspaceId);
}
