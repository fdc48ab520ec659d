import type { UserDetails, Workspace } from '@console/shared-contract/api';
import { api } from '../api/api';
import { ApiError, isAborted } from '../api/errors';
import { LoadState } from '../load-state';
import { consoleQueryClient } from '../query/query-client';
import { consoleStore } from '../store';
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
} from './atoms';
import { startGeneration, captureGeneration, endSession, resetResources } from './end-session';
import { belongsToSession, setSessionToken } from './session-owner';
import { clearTokens, readLastWorkspace, readTokens, watchTokens, writeLastWorkspace, writeTokens } from './tokens';

const loginTimeoutMs = 25_000;

function selectInitialWorkspace(user: UserDetails, workspaces: readonly Workspace[]): Workspace | undefined {
  const candidates = [readLastWorkspace(), user.default_workspace];
  const byId = candidates.map((id) => workspaces.find((workspace) => workspace.id === id)).find((found) => found !== undefined);
  return byId ?? workspaces.find((workspace) => workspace.is_default) ?? workspaces[0];
}

/** Reads the services of the active workspace; an answer that comes after a switch or a logout is dropped. */
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

/** Reads the services again behind a page that stays: a call was refused, and an administrator may have taken one away. */
async function recheckResources(): Promise<void> {
  const workspace = consoleStore.get(activeWorkspaceIdAtom);
  if (!workspace || isRechecking || consoleStore.get(resourcesStateAtom) !== LoadState.LOADED) return;
  isRechecking = true;
  const isCurrent = captureGeneration();
  try {
    const { results } = await api.call('GET /account/v2/resource', { query: { workspace } });
    const services = results.map((resource) => resource.service.slug);
    // The same services are no news: a new list would have every page ask for its data again.
    if (!isCurrent() || String(services) === String(consoleStore.get(servicesAtom))) return;
    consoleStore.set(servicesAtom, services);
    if (services.length === 0) consoleStore.set(resourcesStateAtom, LoadState.NO_RESOURCE);
  } catch {
    // What is shown was true a moment ago, and the refused call has said its own.
  } finally {
    isRechecking = false;
  }
}

/** Reads user, workspaces and services with the tokens held. A failure to read the user logs out. */
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

/** Starts the session of this tab: what is stored is loaded, and other tabs' sign-ins and logouts are followed. Returns the end of it. */
export function startSession(): () => void {
  void loadSession();
  const unsubscribe = consoleStore.sub(forbiddenCountAtom, () => void recheckResources());
  const unwatch = watchTokens((tokens) => {
    const isOver = !tokens || !belongsToSession(tokens.access);
    if (isOver && consoleStore.get(signedInAtom)) endSession('elsewhere');
    if (tokens && !consoleStore.get(signedInAtom)) void loadSession();
  });
  return () => {
    unsubscribe();
    unwatch();
  };
}

/** Signs in; rejects with ApiError, and then no token is held. */
export async function login(email: string, password: string): Promise<void> {
  try {
    const tokens = await api.call('POST /account/v2/login/', {
      body: { username: email, email, password },
      timeout: loginTimeoutMs,
    });
    writeTokens(tokens);
  } catch (error) {
    clearTokens();
    throw error;
  }
  await loadSession();
}

/** Ends the session here and on the server. Ask `logoutWarnings()` first. */
export async function logout(): Promise<void> {
  const told = api.call('GET /account/v2/logout', { timeout: 5000 }).catch(() => undefined);
  endSession('logout');
  // The server's side is a courtesy: a person who logs out offline is logged out.
  await told;
}

/** Makes another of the user's workspaces the active one. Answers still under way for the old one are dropped. */
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

/** Whether a row's workspace is another one of the user's than the active one. */
export function isInOtherWorkspace(workspace: string): boolean {
  if (workspace === consoleStore.get(activeWorkspaceIdAtom)) return false;
  return consoleStore.get(workspacesAtom).some(({ id }) => id === workspace);
}

/** Switches to the workspace of a row that a person opened by its link; the shell says that it did. */
export async function switchToRowWorkspace(workspace: string): Promise<void> {
  if (!isInOtherWorkspace(workspace)) return;
  consoleStore.set(automaticSwitchAtom, { workspace });
  await switchWorkspace(workspace);
}
