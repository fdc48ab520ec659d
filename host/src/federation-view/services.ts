import { consoleStore, servicesAtom } from '@console/shared-auth';
import { isServiceGranted } from '@console/shared-contract/services';
import type { ServiceSlug } from '@console/shared-contract/api';
import { messages } from '../messages';

/** Canonical slugs of all services that a workspace can have. */
export const knownServices = Object.keys(messages.services) as (keyof typeof messages.services)[];

/** Returns the display name of a service, or the slug if this version of the host does not know it. */
export function getServiceName(slug: string): string {
  const canonical = slug === 'custom-recognition' ? 'recognition' : slug;
  return knownServices.includes(canonical as (typeof knownServices)[number])
    ? messages.services[canonical as (typeof knownServices)[number]]
    : slug;
}

/** Whether a page or card is available in the workspace: it requires no service, or the workspace has one of its services. */
export function isOpenTo(item: { resources: readonly string[] }, services: readonly string[]): boolean {
  return item.resources.length === 0 || item.resources.some((slug) => isServiceGranted(services, slug as ServiceSlug));
}

/** Whether the active workspace may open a page with these services. False for every service until they are loaded. */
export const isOpenToWorkspace = (resources: readonly string[]): boolean =>
  isOpenTo({ resources }, consoleStore.get(servicesAtom));
