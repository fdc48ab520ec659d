import type { ServiceSlug } from '@console/shared-contract/api';

const canonical = (slug: string) => (slug === 'custom-recognition' ? 'recognition' : slug);

/** Whether the services held include the wanted one; `custom-recognition` and `recognition` are one service. */
export function includesService(held: readonly string[], wanted: ServiceSlug): boolean {
  return held.some((slug) => canonical(slug) === canonical(wanted));
}
