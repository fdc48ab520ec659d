import { consoleStore, servicesAtom } from '@console/shared-auth';
import { isServiceGranted } from '@console/shared-contract/services';
import type { ServiceSlug } from '@console/shared-contract/api';

/**
 * Whether the active workspace has one of these services. An empty list admits every workspace. Returns false
 * until the services are loaded.
 */
export function isOpenToWorkspace(resources: readonly string[]): boolean {
  const services = consoleStore.get(servicesAtom);
  return resources.length === 0 || resources.some((slug) => isServiceGranted(services, slug as ServiceSlug));
}
