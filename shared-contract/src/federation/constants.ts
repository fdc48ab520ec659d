// This file does not import zod: a remote can use these values without bundling the schemas.

/**
 * Version of the federation contract that this host implements. A manifest declares the range that it needs. The types must be
 * compatible with the types of the previous minor version (`previous-contract.ts`).
 * 1.1 adds `under` and `row` of a route, `title` of a card and `canOpen`; the host provides the federation runtime.
 * 1.2 adds `find` of a route.
 * 1.3 adds `permission` of a route.
 * 1.4 adds `icon` of a route.
 * 1.5 adds `reportsReady` of a manifest and `reportReady` of the host services.
 * 1.6 adds `firstRequests` of a route.
 */
export const CONTRACT_VERSION = '1.6.0';

/** Packages that the host provides as single instances. A remote never bundles a copy of them. */
export const SHARED_PACKAGES = [
  'react',
  'react-dom',
  'react-router-dom',
  'jotai',
  '@tanstack/react-query',
  '@console/shared-auth',
  '@console/shared-ui',
] as const;
/**
 * The federation runtime. The host loads the core of this package into the page, so that the entry scripts of remotes do not contain it.
 */
export const FEDERATION_RUNTIME = '@module-federation/runtime';

/** Reasons why loading a component of a remote fails. */
export const LOAD_FAULT_KINDS = [
  'manifest',
  'network',
  'timeout',
  'integrity',
  'chunk',
  'evaluation',
  'contract',
  'missing-export',
  // The user has disabled the remote in this tab, so this is not a failure.
  'disabled',
] as const;

/**
 * Returns the name of the global variable in which the entry script of a remote stores its container. The name contains the version.
 * Otherwise, the federation runtime would find the variable of an older release and return the code of that release.
 */
export function getContainerName(remote: string, version: string): string {
  return `console_${remote}_${version}`.replace(/[^a-zA-Z0-9]/g, '_');
}

/**
 * Value of `detail` in an `error` event on a script element. The event makes webpack's chunk loader request a pending chunk again. In
 * builds that are older than this constant, the event makes the chunk fail.
 */
export const RESTART_CHUNK = 'restart-chunk';
