import type { ApiCalls } from '@console/shared-contract/api';
import { hasPermission, type Permission, type Role } from '@console/shared-contract/roles';
import { atom, useAtomValue } from 'jotai';
import type { ApiKey } from '../http/call-types';
import { activeWorkspaceAtom } from '../state/atoms';
import { consoleStore } from '../state/store';

const options = { store: consoleStore };

/** The user's role in the active workspace; null without a workspace. On servers without roles, every member counts as owner. */
export const roleAtom = atom<Role | null>((get) => {
  const workspace = get(activeWorkspaceAtom);
  return workspace && ((workspace.role as Role | undefined) ?? 'owner');
});

/** Whether the user can access the complete workspace. Older servers omit `access` and let every member do so. */
const canViewWorkspaceAtom = atom((get) => get(activeWorkspaceAtom)?.access !== 'jobs');

const isGranted = (role: Role | null, permission: Permission) => role !== null && hasPermission(role, permission);

/** Returns the user's role in the active workspace, or null without a workspace. */
export function useRole(): Role | null {
  return useAtomValue(roleAtom, options);
}

/** Whether the user's role in the active workspace includes a permission. */
export function usePermission(permission: Permission): boolean {
  return isGranted(useRole(), permission);
}

/**
 * Whether the user can access the complete workspace. False for annotators who can access only the content of their jobs. The server
 * refuses calls with `coversWorkspace`, such as history, to these annotators.
 */
export function useSeesWorkspace(): boolean {
  return useAtomValue(canViewWorkspaceAtom, options);
}

/** Like `usePermission`, for use outside React. */
export function isPermitted(permission: Permission): boolean {
  return isGranted(consoleStore.get(roleAtom), permission);
}

/** The permission that the contract requires for a call. */
export type PermissionOf<Key extends ApiKey> = ApiCalls[Key] extends { permission: infer P extends Permission }
  ? P
  : Key extends `GET ${string}`
    ? 'view'
    : never;

/**
 * Whether the user may send a call: `useCanCall<'DELETE /product/v2/set/{id}/'>('manage')`. The compiler checks that the API contract
 * requires this permission for the call, so the browser need not load the contract.
 */
export function useCanCall<Key extends ApiKey>(permission: PermissionOf<Key>): boolean {
  return usePermission(permission);
}

/** Returns `permission`. The compiler checks that the API contract requires this permission for the call. */
export const permissionOf = <Key extends ApiKey>(permission: PermissionOf<Key>): Permission => permission;
