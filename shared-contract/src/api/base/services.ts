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

/** Whether the services of a workspace include a service. `custom-recognition` and `recognition` are the same service. */
export function isServiceGranted(grantedServices: readonly string[], service: ServiceSlug): boolean {
  if (grantedServices.includes(service)) return true;
  if (service === 'recognition') return grantedServices.includes('custom-recognition');
  if (service === 'custom-recognition') return grantedServices.includes('recognition');
  return false;
}

/** The service that labels of boxes (detection) or polygons (segmentation) need. */
export const DOMAIN_SERVICES = { detection: 'custom-object-detection', segmentation: 'custom-segmentation' } as const;
