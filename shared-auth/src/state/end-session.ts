import { dropEarlyRequests } from '../http/early-requests';
import { LoadState } from './load-state';
import { consoleQueryClient } from './query-client';
import { consoleStore } from './store';
import * as atoms from './atoms';
import type { SessionEnd } from './atoms';
import { setSessionToken } from '../tokens/session-owner';
import { clearLastWorkspace, clearTokens } from '../tokens/tokens';

let generation = 0;

/**
 * Starts a new generation: responses to earlier session requests are then ignored. Returns a function that tells whether this
 * generation is still current.
 */
export function startGeneration(): () => boolean {
  generation += 1;
  return captureGeneration();
}

/** Returns a function that tells whether the generation is the same as at the time of this call. */
export function captureGeneration(): () => boolean {
  const capturedGeneration = generation;
  return () => capturedGeneration === generation;
}

/** Clears the session of this tab, and the stored tokens unless another tab has already changed them. */
export function endSession(reason: SessionEnd): void {
  startGeneration();
  setSessionToken(null);
  if (reason !== 'elsewhere') clearTokens();
  if (reason === 'logout') clearLastWorkspace();
  consoleQueryClient.clear();
  consoleStore.set(atoms.sessionEndAtom, reason);
  consoleStore.set(atoms.signedInAtom, false);
  consoleStore.set(atoms.userAtom, null);
  consoleStore.set(atoms.userStateAtom, LoadState.NOT_LOADED);
  consoleStore.set(atoms.workspacesAtom, []);
  consoleStore.set(atoms.activeWorkspaceIdAtom, null);
  consoleStore.set(atoms.lostWorkspaceAtom, null);
  consoleStore.set(atoms.automaticSwitchAtom, null);
  resetResources();
}

export function resetResources(): void {
  dropEarlyRequests();
  consoleStore.set(atoms.servicesAtom, []);
  consoleStore.set(atoms.resourcesErrorAtom, null);
  consoleStore.set(atoms.resourcesStateAtom, LoadState.NOT_LOADED);
}
