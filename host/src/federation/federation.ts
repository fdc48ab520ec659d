import type { FaultReport, LoadFault, LoadResult, ResolvedRemote } from '@console/shared-contract/federation';
import type { LoadedPart } from '@console/shared-ui';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { Loader } from './loader';
import type { LoadedRegistry } from './load-registry';

export type Report = (fault: Omit<FaultReport, 'at'>) => void;

export interface FederationDeps {
  loader: Loader;
  loadRegistry: () => Promise<LoadedRegistry>;
  report: Report;
}

export interface FederationState {
  /** `failed`: no registry and no last good one. */
  status: 'loading' | 'ready' | 'failed';
  /** The versions this tab works with, from start to end. */
  remotes: readonly ResolvedRemote[];
  /** Names of the remotes that are in the registry and cannot be used, not even in part. */
  missing: readonly string[];
  /** Another version of a remote in use has been made live meanwhile: a reload takes it. */
  outdated: boolean;
}

export interface Federation {
  getState: () => FederationState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the registry, at start and when a person asks for it again. Versions in use stay in use. */
  refresh: () => Promise<void>;
  /** Looks whether other versions have been made live. Nothing waits for it, and it says nothing of failures. */
  check: () => Promise<void>;
  load: <P>(remoteName: string, ref: string, retry?: boolean) => Promise<LoadResult<LoadedPart<P>>>;
  peek: <P>(remoteName: string, ref: string) => LoadedPart<P> | undefined;
  loadWidget: <P>(id: string, range: string, retry?: boolean) => Promise<LoadResult<LoadedPart<P>>>;
  peekWidget: <P>(id: string, range: string) => LoadedPart<P> | undefined;
  /** Loads what the page at this path needs; `open`: only if it is open to everyone. Says nothing of failures. */
  /** Starts the background work of the remotes whose services are open, each once; a failure is reported and disturbs nothing. */
  startBackground: (isOpen: (resources: readonly string[]) => boolean) => void;
  prefetch: (path: string, only?: 'open') => void;
}

function isComponent(value: unknown): boolean {
  // memo, lazy and forwardRef give objects.
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/** All that the host knows of remotes, and how it loads from them. Plain state, drawn by `federation-view`. */
export function createFederation({ loader, loadRegistry, report }: FederationDeps): Federation {
  let state: FederationState = { status: 'loading', remotes: [], missing: [], outdated: false };
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
    const { ok, remotes, faults, ...registry } = await loadRegistry();
    inRange = registry.inRange;
    for (const fault of faults) report({ ...fault, part: 'registry' });
    const inUse = new Set(state.remotes.map((remote) => remote.name));
    const all = [...state.remotes, ...remotes.filter((remote) => !inUse.has(remote.name))];
    const known = new Set(all.map((remote) => remote.name));
    const missing = [...new Set(faults.map((fault) => fault.remote))].filter((name) => name !== '' && !known.has(name));
    set({ ...state, status: ok || all.length > 0 ? 'ready' : 'failed', remotes: all, missing });
  }

  async function check(): Promise<void> {
    const { ok, remotes } = await loadRegistry();
    if (!ok) return;
    const live = new Map(remotes.map(({ name, version }) => [name, version]));
    const outdated = state.remotes.some(({ name, version }) => (live.get(name) ?? version) !== version);
    if (outdated !== state.outdated) set({ ...state, outdated });
  }

  function refresh(): Promise<void> {
    if (state.status === 'failed') set({ ...state, status: 'loading' });
    reading ??= read().finally(() => (reading = undefined));
    return reading;
  }

  async function loadFrom<P>(
    remote: ResolvedRemote,
    ref: string,
    part: string,
    retry: boolean,
  ): Promise<LoadResult<LoadedPart<P>>> {
    const { name, version } = remote;
    let result = await loader.load(remote, ref, retry);
    if (result.ok && !isComponent(result.value)) {
      result = { ok: false, kind: 'missing-export', message: `${ref} is not a component`, remote: name, version };
    }
    if (!result.ok) {
      const { kind, message } = result;
      report({ kind, message, remote: name, version, part });
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

  function widget(id: string, range: string): { remote: ResolvedRemote; ref: string } | { offered: string[] } {
    const offers = state.remotes.flatMap((remote) =>
      remote.manifest.widgets
        .filter((each) => each.id === id)
        .map((each) => ({ remote, ref: each.component, version: each.version })),
    );
    return (
      offers.find((offer) => inRange(offer.version, range)) ?? {
        offered: offers.map((offer) => `${offer.remote.name} ${offer.version}`),
      }
    );
  }

  async function loadWidget<P>(id: string, range: string, retry = false): Promise<LoadResult<LoadedPart<P>>> {
    await reading;
    const found = widget(id, range);
    if ('remote' in found) return loadFrom<P>(found.remote, found.ref, id, retry);
    const fault = absent('contract', `no remote offers ${id} ${range}; offered: ${found.offered.join(', ') || 'none'}`);
    if (!fault.ok) report({ kind: fault.kind, message: fault.message, remote: '', version: '', part: id });
    return fault;
  }

  return {
    getState: () => state,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    check,
    load: async (remoteName, ref, retry = false) => {
      await reading;
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
    startBackground: (isOpen) => {
      for (const remote of state.remotes) {
        const { background } = remote.manifest;
        if (!background || started.has(remote.name) || !isOpen(background.resources)) continue;
        started.add(remote.name);
        void startOn(remote, background.start);
      }
    },
    prefetch: (path, only) => {
      for (const remote of state.remotes) {
        const route = remote.manifest.routes.find((each) => matchPath(each.path, path));
        if (route && (only === undefined || route.resources.length === 0)) void loader.load(remote, route.component);
      }
    },
  };
}
