import type { UserDetails, Workspace } from '@console/shared-contract/api';
import { atom } from 'jotai';
import { LoadState } from '../load-state';
import { readTokens } from './tokens';

/**
 * Why the last session ended: only an end that the person did not ask for keeps the way back. 'unread': whose session it is could
 * not be read, of which the server has not said that it is over.
 */
export type SessionEnd = 'logout' | 'expired' | 'elsewhere' | 'unread';

export const signedInAtom = atom<boolean>(readTokens() !== null);
export const sessionEndAtom = atom<SessionEnd | null>(null);
export const userAtom = atom<UserDetails | null>(null);
export const userStateAtom = atom<LoadState>(LoadState.NOT_LOADED);
export const workspacesAtom = atom<readonly Workspace[]>([]);
export const activeWorkspaceIdAtom = atom<string | null>(null);
export const activeWorkspaceAtom = atom(
  (get) => get(workspacesAtom).find((workspace) => workspace.id === get(activeWorkspaceIdAtom)) ?? null,
);
/** Set when the workspace was switched because what a person opened belongs to another of theirs; a new object each time. */
export const automaticSwitchAtom = atom<{ workspace: string } | null>(null);
export const servicesAtom = atom<readonly string[]>([]);
export const resourcesStateAtom = atom<LoadState>(LoadState.NOT_LOADED);
/** Set when the services could not be read: the shell offers Retry. */
export const resourcesErrorAtom = atom<unknown>(null);
/** How many calls have been refused with 403. */
export const forbiddenCountAtom = atom(0);
