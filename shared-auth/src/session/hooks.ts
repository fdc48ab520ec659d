import type { ServiceSlug, UserDetails, Workspace } from '@console/shared-contract/api';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import type { LoadState } from '../state/load-state';
import { consoleStore } from '../state/store';
import { switchWorkspace } from './actions';
import * as atoms from '../state/atoms';
import type { SessionEnd } from '../state/atoms';
import { isServiceGranted } from '@console/shared-contract/services';

const options = { store: consoleStore };

export interface Session {
  signedIn: boolean;
  user: UserDetails | null;
  /** Load state of the user and the workspaces. */
  state: LoadState;
  endedBy: SessionEnd | null;
}

export function useSession(): Session {
  return {
    signedIn: useAtomValue(atoms.signedInAtom, options),
    user: useAtomValue(atoms.userAtom, options),
    state: useAtomValue(atoms.userStateAtom, options),
    endedBy: useAtomValue(atoms.sessionEndAtom, options),
  };
}

export interface ActiveWorkspace {
  workspaceId: string | null;
  workspace: Workspace | null;
  workspaces: readonly Workspace[];
  switchWorkspace: (id: string) => Promise<void>;
}

export function useWorkspace(): ActiveWorkspace {
  return {
    workspaceId: useAtomValue(atoms.activeWorkspaceIdAtom, options),
    workspace: useAtomValue(atoms.activeWorkspaceAtom, options),
    workspaces: useAtomValue(atoms.workspacesAtom, options),
    switchWorkspace,
  };
}

/** The active workspace, if the user is no longer a member of it; otherwise null. */
export function useLostWorkspace(): Workspace | null {
  return useAtomValue(atoms.lostWorkspaceAtom, options);
}

/** Calls `onSwitch` once after each automatic workspace switch. Pass a stable function. */
export function useAutomaticWorkspaceSwitch(onSwitch: (workspace: Workspace) => void): void {
  const automaticSwitch = useAtomValue(atoms.automaticSwitchAtom, options);
  useEffect(() => {
    if (!automaticSwitch) return;
    consoleStore.set(atoms.automaticSwitchAtom, null);
    const workspace = consoleStore.get(atoms.workspacesAtom).find(({ id }) => id === automaticSwitch.workspace);
    if (workspace) onSwitch(workspace);
  }, [automaticSwitch, onSwitch]);
}

export interface Resources {
  state: LoadState;
  services: readonly string[];
  error: unknown;
  /** False until the services are loaded. */
  hasService: (slug: ServiceSlug) => boolean;
}

export function useResources(): Resources {
  const services = useAtomValue(atoms.servicesAtom, options);
  return {
    services,
    state: useAtomValue(atoms.resourcesStateAtom, options),
    error: useAtomValue(atoms.resourcesErrorAtom, options),
    hasService: (slug) => isServiceGranted(services, slug),
  };
}

/** Whether the active workspace has a service. False until the services are loaded. */
export function useHasService(slug: ServiceSlug): boolean {
  return useResources().hasService(slug);
}

/** Like `useHasService`, for use outside React. */
export function hasService(slug: ServiceSlug): boolean {
  return isServiceGranted(consoleStore.get(atoms.servicesAtom), slug);
}
