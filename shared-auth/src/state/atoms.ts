import type { UserDetails, Workspace } from '@console/shared-contract/api';
import { atom } from 'jotai';
import { LoadState } from './load-state';
import { readTokens } from '../tokens/tokens';

/**
 * Why the last session ended. After every reason except 'logout', the next sign-in returns to the same page. 'elsewhere': another
 * tab ended the session. 'unread': the user could not be loaded, although the session may still be valid.
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
/** Set after an automatic switch to the workspace of a row that the user opened; a new object each time. */
export const automaticSwitchAtom = atom<{ workspace: string } | null>(null);
export const servicesAtom = atom<readonly string[]>([]);
export const resourcesStateAtom = atom<LoadState>(LoadState.NOT_LOADED);
/** Error of loading the services. The application shell then offers Retry. */
export const resourcesErrorAtom = atom<unknown>(null);
/** Whether the live stream is connected, over which the server announces every change of the active workspace. */
export const liveAtom = atom(false);
/** Number of calls to which the server has refused access. */
export const accessRefusalCountAtom = atom(0);
/** The active workspace, if the user is no longer a member of it. */
export const lostWorkspaceAtom = atom<Workspace | null>(null);
