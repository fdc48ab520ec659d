import { getInstance, registerPlugins } from '@module-federation/enhanced/runtime';
import * as runtimeCore from '@module-federation/runtime/core';
import type { Container } from './entry-script';

export interface RemoteRegistration {
  name: string;
  entry: string;
  globalName: string;
}

/** The little that the loader needs of the federation runtime; tests put a fake in its place. */
export interface FederationRuntime {
  /** With `force`, what is known of an earlier registration is dropped, a load that hangs included. */
  register: (remote: RemoteRegistration, force: boolean) => void;
  /** `name/expose`. */
  load: (id: string) => Promise<unknown>;
}

/** Fetches the entry of a registered remote; the runtime asks it once a registration. */
export type EntryLoader = (name: string) => Promise<Container>;
export type CreateRuntime = (loadEntry: EntryLoader) => FederationRuntime;

/**
 * Where entries of remotes look for the core of the runtime, for they are built without one (`externalRuntime`). The
 * plugin's own way to put it there, `provideExternalRuntime`, adds a second copy of the core to the host: 10 kB (brotli).
 */
function provideRuntimeCore(): void {
  Object.assign(globalThis, { _FEDERATION_RUNTIME_CORE: runtimeCore });
}

/** The runtime that the build has put into the page. */
export const createFederationRuntime: CreateRuntime = (loadEntry) => {
  provideRuntimeCore();
  const instance = getInstance();
  if (!instance) throw new Error('The host was built without the federation plugin');
  registerPlugins([{ name: 'console-host', loadEntry: ({ remoteInfo }) => loadEntry(remoteInfo.name) }]);
  return {
    register: ({ name, entry, globalName }, force) => {
      instance.registerRemotes([{ name, entry, entryGlobalName: globalName, type: 'var' }], { force });
    },
    load: (id) => instance.loadRemote(id),
  };
};
