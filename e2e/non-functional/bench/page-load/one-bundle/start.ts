import type { ResolvedRemote } from '@console/shared-contract/federation';
import { remotes } from '@one-bundle/remotes';
import { recordFault } from '../../../../../host/src/federation/fault-log';
import { createFederation, type Federation, type Tab } from '../../../../../host/src/federation/federation';
import type { Loader } from '../../../../../host/src/federation/loading/loader';
import { isOpenToUser } from '../../../../../host/src/federation-view/services';

const loadedModules = new Map<string, unknown>();

/** Loads a remote's component through a static import, without entry and share scope. */
const loader: Loader = {
  load: async ({ name, version }, ref) => {
    const [expose = '', exportName = ''] = ref.split('#');
    const module = await remotes.find(({ manifest }) => manifest.name === name)?.modules[expose]?.();
    const value = module?.[exportName];
    if (value === undefined) return { ok: false, kind: 'missing-export', message: ref, remote: name, version };
    loadedModules.set(`${name}/${ref}`, value);
    return { ok: true, value };
  },
  hasStarted: () => true,
  prefetchEntry: () => undefined,
  recordDisplay: () => undefined,
  recordReady: () => undefined,
  peek: ({ name }, ref) => loadedModules.get(`${name}/${ref}`),
};

/** A single bundle has one version of everything, so nothing can be overridden or disabled. */
const tabOverrides: Tab = {
  choice: async () => ({ overrides: [], refused: [], disabled: [] }),
  resolveOverride: async () => ({}),
  forget: () => undefined,
};

/** Replaces the host's `startFederation`. All remotes are part of the bundle, so no registry is loaded. */
export function startFederation(): Federation {
  const resolvedRemotes = remotes.map(({ manifest }): ResolvedRemote => ({
    name: manifest.name,
    version: manifest.version,
    entry: '',
    integrity: '',
    manifest,
  }));
  const federation = createFederation({
    loader,
    tab: tabOverrides,
    loadRegistry: async () => ({ ok: true, remotes: resolvedRemotes, faults: [], isInRange: () => true }),
    report: recordFault,
    isOpen: isOpenToUser,
  });
  void federation.refresh().then(() => federation.prefetch(window.location.pathname));
  return federation;
}
