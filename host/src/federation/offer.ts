import { CONTRACT_VERSION, type HostOffer } from '@console/shared-contract/federation';

// The build replaces these names with values. They are undefined in tests.
declare const __SHARED_VERSIONS__: Record<string, string> | undefined;
declare const __HOST_VERSION__: string | undefined;

/** Version of the host package. The part after the plus is a hash of the built sources. */
export const hostVersion = typeof __HOST_VERSION__ === 'undefined' ? '0.0.0' : __HOST_VERSION__;

/** The contract and the shared packages that this host offers to remotes. */
export const hostOffer: HostOffer = {
  contract: CONTRACT_VERSION,
  shared: typeof __SHARED_VERSIONS__ === 'undefined' ? {} : __SHARED_VERSIONS__,
};
