export const SERVICE_SLUGS = [
  'recognition',
  'custom-recognition',
  'custom-object-detection',
  'custom-segmentation',
  'annotate',
  'flows',
  'custom-similarity',
  'products-management',
] as const;
export type ServiceSlug = (typeof SERVICE_SLUGS)[number];

/** Whether the services of a workspace include the wanted one. `custom-recognition` and `recognition` are the same service. */
export function isServiceGranted(owned: readonly string[], wanted: ServiceSlug): boolean {
  if (owned.includes(wanted)) return true;
  if (wanted === 'recognition') return owned.includes('custom-recognition');
  if (wanted === 'custom-recognition') return owned.includes('recognition');
  return false;
}
