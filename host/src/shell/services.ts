import { includesService } from '@console/shared-auth';
import type { ServiceSlug } from '@console/shared-contract/api';
import { messages } from '../messages';

/** The services that a workspace can have, under one name each. */
export const knownServices = Object.keys(messages.services) as (keyof typeof messages.services)[];

/** A service's name for a person; a slug of a later version stays what it is. */
export function serviceName(slug: string): string {
  const canonical = slug === 'custom-recognition' ? 'recognition' : slug;
  return knownServices.includes(canonical as (typeof knownServices)[number])
    ? messages.services[canonical as (typeof knownServices)[number]]
    : slug;
}

/** Whether a part of the console is open: it asks for nothing, or the workspace has one of the services it names. */
export function isOpen(part: { resources: readonly string[] }, held: readonly string[]): boolean {
  return part.resources.length === 0 || part.resources.some((slug) => includesService(held, slug as ServiceSlug));
}
