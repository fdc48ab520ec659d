import { consoleStore, roleAtom, servicesAtom, useResources, useRole } from '@console/shared-auth';
import { hasPermission, type Permission, type Role } from '@console/shared-contract/roles';
import { isServiceGranted } from '@console/shared-contract/services';
import type { ServiceSlug } from '@console/shared-contract/api';
import { serviceMessages } from './service-messages';

/** Canonical slugs of all services that a workspace can have. */
export const knownServices = Object.keys(serviceMessages) as (keyof typeof serviceMessages)[];

/** Returns the display name of a service, or the slug if this version of the host does not know it. */
export function getServiceName(slug: string): string {
  const canonical = slug === 'custom-recognition' ? 'recognition' : slug;
  return knownServices.includes(canonical as (typeof knownServices)[number])
    ? serviceMessages[canonical as (typeof knownServices)[number]]
    : slug;
}

/** Determines which pages the user can open: the services of the active workspace and the user's role in it. */
export interface Access {
  services: readonly string[];
  /** Null without a workspace. */
  role: Role | null;
}

/** A page or card with its access rules. Without `permission`, every member may open it. */
export interface RestrictedItem {
  resources: readonly string[];
  permission?: Permission;
}

export function useAccess(): Access {
  return { services: useResources().services, role: useRole() };
}

/** Whether an item requires no service, or the workspace has one of its services. */
export function meetsServices({ resources }: RestrictedItem, services: readonly string[]): boolean {
  return resources.length === 0 || resources.some((slug) => isServiceGranted(services, slug as ServiceSlug));
}

/** Whether the role allows an item. */
export function isRoleAllowed({ permission = 'view' }: Pick<RestrictedItem, 'permission'>, role: Role | null): boolean {
  return role !== null && hasPermission(role, permission);
}

/** Whether a page or card is available to the user in the active workspace. */
export function isAvailable(item: RestrictedItem, { services, role }: Access): boolean {
  return meetsServices(item, services) && isRoleAllowed(item, role);
}

/** Like `isAvailable`, but reads the store, so that code outside React can call it. Returns false until the services are loaded. */
export const isOpenToUser = (item: RestrictedItem): boolean =>
  isAvailable(item, { services: consoleStore.get(servicesAtom), role: consoleStore.get(roleAtom) });
