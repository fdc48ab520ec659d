import type { ServiceSlug, UserDetails, Workspace } from '@console/shared-contract/api';
import type { Role } from '@console/shared-contract/roles';
import { LoadState } from '../state/load-state';
import { consoleQueryClient } from '../state/query-client';
import * as atoms from '../state/atoms';
import { endSession } from '../state/end-session';
import { writeTokens } from '../tokens/tokens';
import { consoleStore } from '../state/store';
import { resetCallSupport } from '../work/change-all-matching';

export const allServices: readonly ServiceSlug[] = [
  'recognition',
  'custom-object-detection',
  'custom-segmentation',
  'annotate',
  'flows',
  'custom-similarity',
  'products-management',
];

export const testWorkspace: Workspace = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'Demo',
  created: '2026-01-02T03:04:05Z',
  owner: null,
  meta_data: {},
  blur_images: false,
  is_default: true,
  role: 'owner',
  access: 'workspace',
};

export const testUser: UserDetails = {
  id: '22222222-2222-4222-8222-222222222222',
  username: 'demo@console.test',
  email: 'demo@console.test',
  default_workspace: testWorkspace.id,
  can_download_model: true,
  has_password: true,
};

export interface TestSession {
  services?: readonly ServiceSlug[];
  workspaces?: readonly Workspace[];
  user?: UserDetails;
  /** The user's role in all workspaces. Default: the `role` of each workspace. */
  role?: Role;
}

/** Sets up a loaded session without API calls. Default: one workspace with all services. */
export function signInForTest({
  services = allServices,
  workspaces = [testWorkspace],
  user = testUser,
  role,
}: TestSession = {}): void {
  resetSessionForTest();
  writeTokens({ access: 'test-access', refresh: 'test-refresh' });
  consoleStore.set(atoms.signedInAtom, true);
  consoleStore.set(atoms.userAtom, user);
  consoleStore.set(atoms.userStateAtom, LoadState.LOADED);
  consoleStore.set(atoms.workspacesAtom, role ? workspaces.map((workspace) => ({ ...workspace, role })) : workspaces);
  consoleStore.set(atoms.activeWorkspaceIdAtom, workspaces[0]?.id ?? null);
  consoleStore.set(atoms.servicesAtom, services);
  consoleStore.set(atoms.resourcesErrorAtom, null);
  consoleStore.set(atoms.resourcesStateAtom, services.length > 0 ? LoadState.LOADED : LoadState.NO_RESOURCE);
}

/** Signs out and clears all caches, storage and knowledge about the server. Failed queries are not retried. */
export function resetSessionForTest(): void {
  endSession('logout');
  consoleStore.set(atoms.sessionEndAtom, null);
  localStorage.clear();
  resetCallSupport();
  const defaults = consoleQueryClient.getDefaultOptions();
  consoleQueryClient.setDefaultOptions({ ...defaults, queries: { ...defaults.queries, retry: false } });
}
