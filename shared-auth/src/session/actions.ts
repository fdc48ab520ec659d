import type { UserDetails, Workspace } from '@console/shared-contract/api';
import { api } from '../api/api';
import { ApiError, isAborted } from '../http/errors';
import { LoadState } from '../state/load-state';
import { consoleQueryClient } from '../state/query-client';
import { consoleStore } from '../state/store';
import {
  activeWorkspaceIdAtom,
  automaticSwitchAtom,
  forbiddenCountAtom,
  resourcesErrorAtom,
  resourcesStateAtom,
  servicesAtom,
  sessionEndAtom,
  signedInAtom,
  userAtom,
  userStateAtom,
  workspacesAtom,
} from '../state/atoms';
import { startGeneration, captureGeneration, endSession, resetResources } from '../state/end-session';
import { belongsToSession, setSessionToken } from '../tokens/session-owner';
import { clearTokens, readLastWorkspace, readTokens, watchTokens, writeLastWorkspace, writeTokens } from '../tokens/tokens';

const LOGIN_TIMEOUT_MS = 25_000;

function selectInitialWorkspace(user: UserDetails, workspaces: readonly Workspace[]): Workspace | undefined {
  const candidates = [readLastWorkspace(), user.default_workspace];
  const byId = candidates
    .map((id) => workspaces.find((workspace) => workspace.id === id))
    .find((workspace) => workspace !== undefined);
  return byId ?? workspaces.find((workspace) => workspace.is_default) ?? workspaces[0];
}

/** Loads the services of the active workspace. A response after a switch or logout is discarded. */
export async function loadResources(): Promise<void> {
  const workspace = consoleStore.get(activeWorkspaceIdAtom);
  const isCurrent = startGeneration();
  resetResources();
  if (!workspace) {
    consoleStore.set(resourcesStateAtom, LoadState.NO_RESOURCE);
    return;
  }
  consoleStore.set(resourcesStateAtom, LoadState.LOADING);
  try {
    const { results } = await api.call('GET /account/v2/resource', { query: { workspace } });
    if (!isCurrent()) return;
    consoleStore.set(
      servicesAtom,
      results.map((resource) => resource.service.slug),
    );
    consoleStore.set(resourcesStateAtom, results.length > 0 ? LoadState.LOADED : LoadState.NO_RESOURCE);
  } catch (error) {
    if (!isCurrent()) return;
    consoleStore.set(resourcesErrorAtom, error);
    consoleStore.set(resourcesStateAtom, LoadState.NOT_LOADED);
  }
}

let isRechecking = false;

/** Reloads the services in the background after a refused call: an administrator may have removed a service. */
async function recheckResources(): Promise<void> {
  const workspace = consoleStore.get(activeWorkspaceIdAtom);
  if (!workspace || isRechecking || consoleStore.get(resourcesStateAtom) !== LoadState.LOADED) return;
  isRechecking = true;
  const isCurrent = captureGeneration();
  try {
    const { results } = await api.call('GET /account/v2/resource', { query: { workspace } });
    const services = results.map((resource) => resource.service.slug);
    // Keep the list if it is unchanged: a new list would refetch the data of every page.
    if (!isCurrent() || String(services) === String(consoleStore.get(servicesAtom))) return;
    consoleStore.set(servicesAtom, services);
    if (services.length === 0) consoleStore.set(resourcesStateAtom, LoadState.NO_RESOURCE);
  } catch {
    // Keep the current services: the refused call has already reported its own error.
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
  consoleStore.set(sessionEndAtom, null);
  consoleStore.set(signedInAtom, true);
  consoleStore.set(userStateAtom, LoadState.LOADING);
  try {
    const [user, workspaces] = await Promise.all([api.call('GET /account/v2/details/'), api.call('GET /account/v2/workspace/')]);
    if (!isCurrent()) return;
    consoleStore.set(userAtom, user);
    consoleStore.set(workspacesAtom, workspaces);
    const active = selectInitialWorkspace(user, workspaces)?.id ?? null;
    consoleStore.set(activeWorkspaceIdAtom, active);
    if (active) writeLastWorkspace(active);
    consoleStore.set(userStateAtom, LoadState.LOADED);
  } catch (error) {
    if (!isCurrent() || isAborted(error)) return;
    endSession(error instanceof ApiError && error.status === 401 ? 'expired' : 'unread');
    return;
  }
  await loadResources();
}

/** Loads the stored session and follows sign-ins and logouts of other tabs. Returns a function that stops this. */
export function startSession(): () => void {
  void loadSession();
  const unsubscribe = consoleStore.sub(forbiddenCountAtom, () => void recheckResources());
  const stopWatching = watchTokens((tokens) => {
    const isOver = !tokens || !belongsToSession(tokens.access);
    if (isOver && consoleStore.get(signedInAtom)) endSession('elsewhere');
    if (tokens && !consoleStore.get(signedInAtom)) void loadSession();
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

/** Ends the session in this browser and on the server. Call `logoutWarnings()` first. */
export async function logout(): Promise<void> {
  const serverLogout = api.call('GET /account/v2/logout', { timeout: 5000 }).catch(() => undefined);
  endSession('logout');
  // The local logout does not depend on the server: it also works offline.
  await serverLogout;
}

/** Switches to another workspace of the user. Pending responses of the previous workspace are discarded. */
export async function switchWorkspace(id: string): Promise<void> {
  const previous = consoleStore.get(activeWorkspaceIdAtom);
  const isKnown = consoleStore.get(workspacesAtom).some((workspace) => workspace.id === id);
  if (!isKnown || id === previous) return;
  resetResources();
  consoleStore.set(activeWorkspaceIdAtom, id);
  writeLastWorkspace(id);
  void consoleQueryClient.cancelQueries({ queryKey: [previous] });
  await loadResources();
}

/** Whether this is one of the user's workspaces but not the active one. */
export function isInOtherWorkspace(workspace: string): boolean {
  if (workspace === consoleStore.get(activeWorkspaceIdAtom)) return false;
  return consoleStore.get(workspacesAtom).some(({ id }) => id === workspace);
}

/** Switches to the workspace of a row that the user opened by a link. The shell notifies the user. */
export async function switchToRowWorkspace(workspace: string): Promise<void> {
  if (!isInOtherWorkspace(workspace)) return;
  consoleStore.set(automaticSwitchAtom, { workspace });
  await switchWorkspace(workspace);
}
