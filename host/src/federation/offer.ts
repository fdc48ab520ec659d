import { CONTRACT_VERSION, type HostOffer } from '@console/shared-contract/federation';

// Written in by the build.
declare const __SHARED_VERSIONS__: Record<string, string> | undefined;
declare const __HOST_VERSION__: string | undefined;

/** Version of this host's package and, after the plus, of the content it was built from. */
export const hostVersion = typeof __HOST_VERSION__ === 'undefined' ? '0.0.0' : __HOST_VERSION__;

/** What this host offers to remotes. */
export const hostOffer: HostOffer = {
  contract: CONTRACT_VERSION,
  shared: typeof __SHARED_VERSIONS__ === 'undefined' ? {} : __SHARED_VERSIONS__,
};
