import type { ResolvedRemote } from '@console/shared-contract/federation';
import { remotes } from '@one-bundle/remotes';
import { recordFault } from '../../../host/src/federation/fault-log';
import { createFederation, type Federation, type Tab } from '../../../host/src/federation/federation';
import type { Loader } from '../../../host/src/federation/loader';
import { isOpenToWorkspace } from '../../../host/src/federation/open-to-workspace';

const loaded = new Map<string, unknown>();

/** A remote's component by an import that the build has resolved: no entry, no share scope. */
const loader: Loader = {
  load: async ({ name, version }, ref) => {
    const [expose = '', exportName = ''] = ref.split('#');
    const module = await remotes.find(({ manifest }) => manifest.name === name)?.modules[expose]?.();
    const value = module?.[exportName];
    if (value === undefined) return { ok: false, kind: 'missing-export', message: ref, remote: name, version };
    loaded.set(`${name}/${ref}`, value);
    return { ok: true, value };
  },
  hasStarted: () => true,
  prefetchEntry: () => undefined,
  peek: ({ name }, ref) => loaded.get(`${name}/${ref}`),
};

/** One application has one version of everything: nothing is overridden or switched off. */
const tab: Tab = {
  choice: async () => ({ overrides: [], refused: [], disabled: [] }),
  resolveOverride: async () => ({}),
  forget: () => undefined,
};

/** Takes the place of the host's `startFederation`: the remotes are known, and there is no registry to ask for. */
export function startFederation(): Federation {
  const known = remotes.map(({ manifest }): ResolvedRemote => ({
    name: manifest.name,
    version: manifest.version,
    entry: '',
    integrity: '',
    manifest,
  }));
  const federation = createFederation({
    loader,
    tab,
    loadRegistry: async () => ({ ok: true, remotes: known, faults: [], isInRange: () => true }),
    report: recordFault,
    isOpen: isOpenToWorkspace,
  });
  void federation.refresh().then(() => federation.prefetch(window.location.pathname));
  return federation;
}
