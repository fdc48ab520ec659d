// Free of zod, so that a remote may take these values without carrying the schemas.

/** Version of the federation contract that this host speaks; a manifest names the range it needs. 1.1: `under` and `row` of a route, `title` of a card, `canOpen`; the federation runtime is the host's. */
export const CONTRACT_VERSION = '1.1.0';

/** What the host provides once for all: a remote never carries a copy of these. */
export const SHARED_PACKAGES = [
  'react',
  'react-dom',
  'react-router-dom',
  'jotai',
  '@tanstack/react-query',
  '@console/shared-auth',
  '@console/shared-ui',
] as const;
/** What entries of remotes are built without, though it is no shared package: the host puts its core into the page. */
export const FEDERATION_RUNTIME = '@module-federation/runtime';
export type SharedPackage = (typeof SHARED_PACKAGES)[number];

/** How a load can end, other than well. */
export const LOAD_FAULT_KINDS = [
  'manifest',
  'network',
  'timeout',
  'integrity',
  'chunk',
  'evaluation',
  'contract',
  'missing-export',
  // Not a failure: a person has switched the remote off in this tab.
  'disabled',
] as const;

/**
 * Name of the global variable in which a remote's entry leaves its container. It differs per version: the federation
 * runtime takes a global of the same name for the entry itself and would give an older release's code back.
 */
export function getContainerName(remote: string, version: string): string {
  return `console_${remote}_${version}`.replace(/[^a-zA-Z0-9]/g, '_');
}
