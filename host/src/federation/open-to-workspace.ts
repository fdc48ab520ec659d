import { consoleStore, includesService, servicesAtom } from '@console/shared-auth';
import type { ServiceSlug } from '@console/shared-contract/api';

/** Whether the active workspace has one of these services; none asked for: open to everyone. Until they are known it has none. */
export function isOpenToWorkspace(resources: readonly string[]): boolean {
  const held = consoleStore.get(servicesAtom);
  return resources.length === 0 || resources.some((slug) => includesService(held, slug as ServiceSlug));
}
