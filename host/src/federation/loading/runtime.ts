import {
  getInstance,
  type ModuleFederationRuntimePlugin,
  registerGlobalPlugins,
  registerPlugins,
} from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import type { Container } from './entry-script';

interface RemoteRegistration {
  name: string;
  entry: string;
  globalName: string;
}

/** The part of the federation runtime that the loader uses. Tests replace it with a fake. */
interface FederationRuntime {
  /** With `force`, the previous registration is discarded, including loads that hang. */
  register: (remote: RemoteRegistration, force: boolean) => void;
  /** Loads a module; `id` is `name/expose`. */
  load: (id: string) => Promise<unknown>;
}

/** Fetches the entry of a registered remote. The runtime calls it once for each registration. */
type EntryLoader = (name: string) => Promise<Container>;
/** `onStart` is called when the container of a remote has been started. */
export type CreateRuntime = (loadEntry: EntryLoader, onStart: (name: string) => void) => FederationRuntime;

/**
 * Provides the federation runtime core to remotes, which are built without the core (`externalRuntime`). The build plugin's option
 * `provideExternalRuntime` would add a second copy of the core to the host: 10 kB (brotli).
 */
function provideRuntimeCore(): void {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
}

/**
 * Makes the host and all remotes request a shared package again after a failure. Otherwise the federation runtime keeps the
 * rejected promise, and every later load of the package fails at once.
 */
const forgetFailedShares: ModuleFederationRuntimePlugin = {
  name: 'console-forget-failed-shares',
  errorLoadShare: ({ pkgName, shareScopeMap }) => {
    for (const scope of Object.values(shareScopeMap)) {
      for (const share of Object.values(scope[pkgName] ?? {})) {
        if (!share.loaded) share.loading = null;
      }
    }
  },
};

/** Returns the federation runtime that the build added to the page. */
export const createFederationRuntime: CreateRuntime = (loadEntry, onStart) => {
  provideRuntimeCore();
  const instance = getInstance();
  if (!instance) throw new Error('The host was built without the federation plugin');
  registerGlobalPlugins([forgetFailedShares]);
  registerPlugins([
    {
      name: 'console-host',
      loadEntry: ({ remoteInfo }) => loadEntry(remoteInfo.name),
      initContainer: (args) => {
        onStart(args.remoteInfo.name);
        return args;
      },
    },
  ]);
  return {
    register: ({ name, entry, globalName }, force) => {
      instance.registerRemotes([{ name, entry, entryGlobalName: globalName, type: 'var' }], { force });
    },
    load: (id) => instance.loadRemote(id),
  };
};

/** A version of a shared package in this tab. */
export interface SharedPackage {
  name: string;
  version: string;
  /** Build (host or remote) that provides the package. */
  from: string;
  /** Builds (host or remotes) that use the package. */
  usedBy: readonly string[];
}

/** Returns the shared packages that the host and the started remotes have loaded. */
export function listSharedPackages(): SharedPackage[] {
  const scope = getInstance()?.shareScopeMap.default ?? {};
  return Object.entries(scope)
    .flatMap(([name, versions]) =>
      Object.entries(versions)
        .filter(([, { loaded }]) => loaded)
        .map(([version, { from, useIn }]) => ({ name, version, from, usedBy: useIn })),
    )
    .sort((a, b) => a.name.localeCompare(b.name));
}
