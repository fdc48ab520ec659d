import type { HostServices } from '@console/shared-contract/federation';
import { createContext, useContext } from 'react';

const HostServicesContext = createContext<HostServices | null>(null);

/** Provides the services of the host (the application shell) to all content. Only the host mounts this provider. */
export const HostServicesProvider = HostServicesContext.Provider;

/** Returns the services of the host; null if the remote runs without the host. */
export function useHostServices(): HostServices | null {
  return useContext(HostServicesContext);
}
