import type { HostServices } from '@console/shared-contract/federation';
import { createContext, useContext } from 'react';

const HostServicesContext = createContext<HostServices | null>(null);

/** Mounted by the host around everything it shows. */
export const HostServicesProvider = HostServicesContext.Provider;

/** What the host does for remotes, or null where a remote runs alone. */
export function useHostServices(): HostServices | null {
  return useContext(HostServicesContext);
}
