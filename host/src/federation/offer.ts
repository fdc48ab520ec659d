import { CONTRACT_VERSION, type HostOffer } from '@console/shared-contract/federation';

// Written in by the build.
declare const __SHARED_VERSIONS__: Record<string, string> | undefined;

/** What this host offers to remotes. */
export const hostOffer: HostOffer = {
  contract: CONTRACT_VERSION,
  shared: typeof __SHARED_VERSIONS__ === 'undefined' ? {} : __SHARED_VERSIONS__,
};
