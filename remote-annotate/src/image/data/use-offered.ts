import { useResources } from '@console/shared-auth';
import type { ServiceSlug } from '@console/shared-contract/api';
import { useMemo } from 'react';

/**
 * Returns the values whose service the workspace has, and the values that need no service. Returns the same array while the
 * services stay the same.
 */
export function useOffered<Value extends string>(
  values: readonly Value[],
  services: Readonly<Partial<Record<Value, ServiceSlug>>>,
): readonly Value[] {
  const { hasService } = useResources();
  const isOffered = (service: ServiceSlug | undefined) => service === undefined || hasService(service);
  const offeredNames = values.filter((value) => isOffered(services[value])).join();
  return useMemo(() => values.filter((value) => offeredNames.split(',').includes(value)), [values, offeredNames]);
}
