import type { FaultReport, LoadFault, LoadResult, ResolvedRemote } from '@console/shared-contract/federation';
import type { LoadedPart } from '@console/shared-ui/basics';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { Loader } from './loader';
import type { LoadedRegistry } from './load-registry';
import { type ChoiceKind, isDisabled, type Override, type TabChoice } from './tab-choice';

export type Report = (fault: Omit<FaultReport, 'at'>) => void;

export interface FederationDeps {
  loader: Loader;
  loadRegistry: () => Promise<LoadedRegistry>;
  report: Report;
  tab: Tab;
  /** Whether the workspace has one of these services; none asked for: open to everyone. */
  isOpen: (resources: readonly string[]) => boolean;
}

/** What this tab does differently from the registry. */
export interface Tab {
  /** The same each time; known once the configuration says whether overrides are allowed. */
  choice: () => Promise<TabChoice>;
  /** Never rejects. */
  resolveOverride: (
    override: Override,
    registered: ResolvedRemote | undefined,
  ) => Promise<{ remote?: ResolvedRemote; fault?: LoadFault }>;
  /** Ends that part of the choice, with a reload. */
  forget: (kind: ChoiceKind) => void;
}

export interface FederationState {
  /** `failed`: no registry and no last good one. */
  status: 'loading' | 'ready' | 'failed';
  /** The versions this tab works with, from start to end. */
  remotes: readonly ResolvedRemote[];
  /** Names of the remotes that are in the registry and cannot be used, not even in part. */
  missing: readonly string[];
  /** Another version of a remote in use has been made live meanwhile, or a new remote: a reload takes it. */
  outdated: boolean;
  choice: TabChoice;
}

export interface Federation {
  getState: () => FederationState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the registry, at start and when a person asks for it again. Versions in use stay in use. */
  refresh: () => Promise<void>;
  /** Looks whether other versions have been made live. Nothing waits for it, and it says nothing of failures. */
  check: () => Promise<void>;
  forget: Tab['forget'];
  load: <P>(remoteName: string, ref: string, retry?: boolean) => Promise<LoadResult<LoadedPart<P>>>;
  peek: <P>(remoteName: string, ref: string) => LoadedPart<P> | undefined;
  loadWidget: <P>(id: string, range: string, retry?: boolean) => Promise<LoadResult<LoadedPart<P>>>;
  peekWidget: <P>(id: string, range: string) => LoadedPart<P> | undefined;
  /** Starts the background work of the remotes whose services are open, each once; a failure is reported and disturbs nothing. */
  startBackground: () => void;
  /** Loads what the page at this path needs, if it is open to the workspace. Says nothing of failures. */
  prefetch: (path: string) => void;
  /** Fetches the entries of all remotes that the sidebar leads to in this workspace, for when they are needed. */
  prefetchEntries: () => void;
}

const NO_CHOICE: TabChoice = { overrides: [], refused: [], disabled: [] };

function switchedOff(remote: ResolvedRemote): ResolvedRemote {
  const { name, version } = remote;
  return { ...remote, blocked: { kind: 'disabled', message: 'switched off in this tab', remote: name, version } };
}

function isComponent(value: unknown): boolean {
  // memo, lazy and forwardRef give objects.
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/** All that the host knows of remotes, and how it loads from them. Plain state, drawn by `federation-view`. */
export function createFederation({ loader, loadRegistry, report, tab, isOpen }: FederationDeps): Federation {
  let state: FederationState = { status: 'loading', remotes: [], missing: [], outdated: false, choice: NO_CHOICE };
  let reading: Promise<void> | undefined;
  // Comes with the registry, without which there is nothing to ask it of.
  let inRange: LoadedRegistry['inRange'] = () => false;
  const listeners = new Set<() => void>();

  function set(next: FederationState): void {
    state = next;
    listeners.forEach((listener) => listener());
  }

  /** Names of the remotes whose background work has been started in this tab. */
  const started = new Set<string>();

  const remoteNamed = (name: string) => state.remotes.find((remote) => remote.name === name);

  function absent(kind: LoadFault['kind'], message: string, remote = ''): LoadResult<never> {
    return { ok: false, kind, message, remote, version: '' };
  }

  async function read(): Promise<void> {
    const [{ ok, remotes, faults, ...registry }, choice] = await Promise.all([loadRegistry(), tab.choice()]);
    inRange = registry.inRange;
    const inUse = state.remotes.filter((remote) => !remote.blocked);
    const isInUse = (name: string) => inUse.some((remote) => remote.name === name);
    const offered = remotes
      .filter((remote) => !isInUse(remote.name))
      .map((remote) => (isDisabled(choice, remote.name) ? switchedOff(remote) : remote));
    const overrides = choice.overrides.filter(({ name }) => !isInUse(name) && !isDisabled(choice, name));
    const isOverridden = (name: string) => overrides.some((override) => override.name === name);
    const own = offered.filter((remote) => !isOverridden(remote.name));
    // A development server may be busy with its first build: the other remotes need not wait for it.
    if (overrides.length > 0 && state.status === 'loading') set({ ...state, remotes: [...inUse, ...own], choice });
    const resolved = await Promise.all(
      overrides.map((override) =>
        tab.resolveOverride(
          override,
          offered.find((remote) => remote.name === override.name),
        ),
      ),
    );
    const answered = [...inUse, ...own, ...resolved.flatMap(({ remote }) => remote ?? [])];
    // What was known and is not in this answer stays as it was: its pages say why they are not shown.
    const all = [...answered, ...state.remotes.filter(({ name }) => !answered.some((remote) => remote.name === name))];
    const allFaults = [...faults, ...resolved.flatMap(({ fault }) => fault ?? [])];
    for (const fault of allFaults) report({ ...fault, part: fault.override === undefined ? 'registry' : 'override' });
    const known = new Set(all.map((remote) => remote.name));
    const missing = [...new Set(allFaults.map((fault) => fault.remote))].filter((name) => name !== '' && !known.has(name));
    set({ ...state, status: ok || all.length > 0 ? 'ready' : 'failed', remotes: all, missing, choice });
  }

  async function check(): Promise<void> {
    const { ok, remotes } = await loadRegistry();
    if (!ok) return;
    const used = new Map(state.remotes.map((remote) => [remote.name, remote]));
    const outdated = remotes.some(({ name, version, blocked }) => {
      const mine = used.get(name);
      // A remote that came since is offered as a new version is, unless it could not run here anyway.
      if (!mine) return !blocked && !state.missing.includes(name);
      return mine.override === undefined && mine.version !== version;
    });
    if (outdated !== state.outdated) set({ ...state, outdated });
  }

  function refresh(): Promise<void> {
    if (state.status === 'failed') set({ ...state, status: 'loading' });
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  }

  /**
   * Before a retry: a remote that could not be used may have been mended meanwhile, or its development server started;
   * one that has not run in this tab is taken in the version that is live by now, which may be the repaired one or the
   * one before it. Code that runs is never replaced.
   */
  async function renew(name: string): Promise<void> {
    const known = remoteNamed(name);
    if (!known || known.blocked) return refresh();
    if (known.override !== undefined) return;
    // What crashed may have been taken back meanwhile; that takes a reload, which is offered at once.
    if (loader.hasStarted(known)) return void check();
    const { ok, remotes } = await loadRegistry();
    const live = ok ? remotes.find((remote) => remote.name === name) : undefined;
    // Another part of it may have come meanwhile.
    if (!live || loader.hasStarted(known)) return;
    set({ ...state, remotes: state.remotes.map((remote) => (remote.name === name ? live : remote)) });
  }

  async function loadFrom<P>(
    remote: ResolvedRemote,
    ref: string,
    part: string,
    retry: boolean,
  ): Promise<LoadResult<LoadedPart<P>>> {
    const { name, version, override } = remote;
    let result = await loader.load(remote, ref, retry);
    if (result.ok && !isComponent(result.value)) {
      result = { ok: false, kind: 'missing-export', message: `${ref} is not a component`, remote: name, version, override };
    }
    if (!result.ok) {
      const { ok: _ok, ...fault } = result;
      if (fault.kind !== 'disabled') report({ ...fault, part });
      return result;
    }
    return { ok: true, value: { Component: result.value as ComponentType<P>, remote: name, version } };
  }

  async function startOn(remote: ResolvedRemote, ref: string): Promise<void> {
    const { name, version } = remote;
    const loaded = await loader.load(remote, ref, false);
    if (!loaded.ok) return report({ kind: loaded.kind, message: loaded.message, remote: name, version, part: ref });
    if (typeof loaded.value !== 'function')
      return report({ kind: 'missing-export', message: `${ref} is not a function`, remote: name, version, part: ref });
    try {
      (loaded.value as () => void)();
    } catch (error) {
      report({ kind: 'evaluation', message: String(error), remote: name, version, part: ref });
    }
  }

  function peekAt<P>(remote: ResolvedRemote, ref: string): LoadedPart<P> | undefined {
    const value = loader.peek(remote, ref);
    return isComponent(value)
      ? { Component: value as ComponentType<P>, remote: remote.name, version: remote.version }
      : undefined;
  }

  function widget(
    id: string,
    range: string,
  ): { remote: ResolvedRemote; ref: string } | { unfit?: { owner: ResolvedRemote; version: string } } {
    const offers = state.remotes.flatMap((remote) =>
      remote.manifest.widgets
        .filter((each) => each.id === id)
        .map((each) => ({ remote, ref: each.component, version: each.version })),
    );
    const fit = offers.find((offer) => inRange(offer.version, range));
    if (fit) return fit;
    const [unfit] = offers;
    return { unfit: unfit && { owner: unfit.remote, version: unfit.version } };
  }

  function notOffered(wanted: string, unfit?: { owner: ResolvedRemote; version: string }): LoadFault {
    if (!unfit) return { kind: 'missing-export', message: `no remote offers ${wanted}`, remote: '', version: '' };
    const { name, version } = unfit.owner;
    return { kind: 'contract', message: `${wanted} is wanted, and ${unfit.version} is offered`, remote: name, version };
  }

  async function loadWidget<P>(id: string, range: string, retry = false): Promise<LoadResult<LoadedPart<P>>> {
    let found = widget(id, range);
    if (!('remote' in found)) {
      await (retry ? refresh() : reading);
      found = widget(id, range);
    } else if (retry) {
      await renew(found.remote.name);
      found = widget(id, range);
    }
    if ('remote' in found) return loadFrom<P>(found.remote, found.ref, id, retry);
    const fault = notOffered(`${id} ${range}`, found.unfit);
    report({ ...fault, part: id });
    return { ok: false, ...fault };
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    check,
    forget: tab.forget,
    load: async (remoteName, ref, retry = false) => {
      if (retry) await renew(remoteName);
      else if (!remoteNamed(remoteName)) await reading;
      const remote = remoteNamed(remoteName);
      return remote ? loadFrom(remote, ref, ref, retry) : absent('manifest', `${remoteName} is not in the registry`, remoteName);
    },
    peek: (remoteName, ref) => {
      const remote = remoteNamed(remoteName);
      return remote && peekAt(remote, ref);
    },
    loadWidget,
    peekWidget: (id, range) => {
      const found = widget(id, range);
      return 'remote' in found ? peekAt(found.remote, found.ref) : undefined;
    },
    startBackground: () => {
      for (const remote of state.remotes) {
        const { background } = remote.manifest;
        if (!background || remote.blocked || started.has(remote.name) || !isOpen(background.resources)) continue;
        started.add(remote.name);
        void startOn(remote, background.start);
      }
    },
    prefetch: (path) => {
      for (const remote of state.remotes) {
        const route = remote.manifest.routes.find((each) => matchPath(each.path, path));
        if (route && isOpen(route.resources)) void loader.load(remote, route.component);
      }
    },
    prefetchEntries: () => {
      for (const remote of state.remotes) {
        if (remote.manifest.routes.some((route) => route.nav && isOpen(route.resources))) loader.warm(remote);
      }
    },
  };
}
