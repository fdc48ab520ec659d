import { type RestrictedItem } from '../federation-view/services';
import type {
  FaultReport,
  LoadFault,
  LoadResult,
  ManifestFirstRequest,
  ManifestRoute,
  ResolvedRemote,
} from '@console/shared-contract/federation';
import type { LoadedComponent } from '@console/shared-ui/basics';
import type { ComponentType } from 'react';
import { matchPath } from 'react-router-dom';
import type { Loader } from './loading/loader';
import type { LoadedRegistry } from './registry/load-registry';
import { type ChoiceKind, isDisabled, type Override, type TabChoice } from './overrides/tab-overrides';

export type ReportFault = (fault: Omit<FaultReport, 'at'>) => void;

interface FederationDeps {
  loader: Loader;
  loadRegistry: () => Promise<LoadedRegistry>;
  report: ReportFault;
  tab: Tab;
  /** Whether the user may open this page or card in the active workspace. */
  isOpen: (item: RestrictedItem) => boolean;
}

/** Settings of this tab that differ from the registry: overrides and disabled remotes. */
export interface Tab {
  /** Resolves once the loaded configuration tells whether overrides are allowed. Each call resolves to the same choice. */
  choice: () => Promise<TabChoice>;
  /** Finds the remote that an override selects. Never rejects: a failure is returned as `fault`. */
  resolveOverride: (
    override: Override,
    registered: ResolvedRemote | undefined,
  ) => Promise<{ remote?: ResolvedRemote; fault?: LoadFault }>;
  /** Removes the overrides or the disabled remotes of this tab and reloads the page. */
  forget: (kind: ChoiceKind) => void;
}

export interface FederationState {
  /** `failed`: neither the registry nor a stored copy could be read. */
  status: 'loading' | 'ready' | 'failed';
  /** The remotes in this tab. A version that has started stays the same until the page is reloaded. */
  remotes: readonly ResolvedRemote[];
  /** Names of remotes that are in the registry but cannot be used at all. */
  missing: readonly string[];
  /** Whether a reload would load a new version of a remote or a new remote. */
  outdated: boolean;
  choice: TabChoice;
}

export interface Federation extends Pick<Loader, 'recordReady'> {
  getState: () => FederationState;
  subscribe: (listener: () => void) => () => void;
  /** Reads the registry, at start and on Retry. Versions that are in use stay in use. */
  refresh: () => Promise<void>;
  /** Checks for newly activated versions in the background. Ignores failures. */
  check: () => Promise<void>;
  forget: Tab['forget'];
  load: <P>(remoteName: string, ref: string, retry?: boolean) => Promise<LoadResult<LoadedComponent<P>>>;
  peek: <P>(remoteName: string, ref: string) => LoadedComponent<P> | undefined;
  loadWidget: <P>(id: string, range: string, retry?: boolean) => Promise<LoadResult<LoadedComponent<P>>>;
  peekWidget: <P>(id: string, range: string) => LoadedComponent<P> | undefined;
  /** Starts the background work of each remote once, if the workspace has a service that the remote needs. Failures are only reported. */
  startBackground: () => void;
  /** Loads the code of the page at this path if the workspace may open it. Ignores failures. */
  prefetch: (path: string) => void;
  /** Returns the requests that the page at this path declares. Empty if the workspace may not open it or its remote cannot be used. */
  listFirstRequests: (path: string) => PageRequest[];
  /** Prefetches the entry scripts of all remotes that the sidebar of this workspace shows. */
  prefetchEntries: () => void;
}

/** A request of a page with the parameters of its path. */
export interface PageRequest extends ManifestFirstRequest {
  params: Readonly<Record<string, string>>;
}

const NO_CHOICE: TabChoice = { overrides: [], refused: [], disabled: [] };

function disableRemote(remote: ResolvedRemote): ResolvedRemote {
  const { name, version } = remote;
  return { ...remote, blocked: { kind: 'disabled', message: 'disabled in this tab', remote: name, version } };
}

function isComponent(value: unknown): boolean {
  // Components that `memo`, `lazy` or `forwardRef` create are objects.
  return typeof value === 'function' || (typeof value === 'object' && value !== null && '$$typeof' in value);
}

/** Creates the store with the state of all remotes and the functions that load from them. `federation-view` renders it. */
export function createFederation({ loader, loadRegistry, report, tab, isOpen }: FederationDeps): Federation {
  let federationState: FederationState = { status: 'loading', remotes: [], missing: [], outdated: false, choice: NO_CHOICE };
  let pendingRead: Promise<void> | undefined;
  // Replaced once the registry is loaded.
  let isInRange: LoadedRegistry['isInRange'] = () => false;
  const listeners = new Set<() => void>();

  function setState(next: FederationState): void {
    federationState = next;
    listeners.forEach((listener) => listener());
  }

  /** Names of the remotes whose background work was started in this tab. */
  const startedRemotes = new Set<string>();

  const findRemote = (name: string) => federationState.remotes.find((remote) => remote.name === name);

  /** Finds the pages at this path that the workspace may open. */
  function findOpenPages(path: string): { remote: ResolvedRemote; route: ManifestRoute; params: PageRequest['params'] }[] {
    return federationState.remotes.flatMap((remote) => {
      for (const route of remote.manifest.routes) {
        const match = matchPath(route.path, path);
        if (match) return isOpen(route) ? [{ remote, route, params: match.params as PageRequest['params'] }] : [];
      }
      return [];
    });
  }

  function createFailure(kind: LoadFault['kind'], message: string, remote = ''): LoadResult<never> {
    return { ok: false, kind, message, remote, version: '' };
  }

  async function readRegistryAndChoice(): Promise<void> {
    const [{ ok, remotes, faults, ...registry }, choice] = await Promise.all([loadRegistry(), tab.choice()]);
    isInRange = registry.isInRange;
    const remotesInUse = federationState.remotes.filter((remote) => !remote.blocked);
    const isInUse = (name: string) => remotesInUse.some((remote) => remote.name === name);
    const availableRemotes = remotes
      .filter((remote) => !isInUse(remote.name))
      .map((remote) => (isDisabled(choice, remote.name) ? disableRemote(remote) : remote));
    const overrides = choice.overrides.filter(({ name }) => !isInUse(name) && !isDisabled(choice, name));
    const isOverridden = (name: string) => overrides.some((override) => override.name === name);
    const registeredRemotes = availableRemotes.filter((remote) => !isOverridden(remote.name));
    // Show the other remotes immediately: a development server may still be busy with its first build.
    if (overrides.length > 0 && federationState.status === 'loading')
      setState({ ...federationState, remotes: [...remotesInUse, ...registeredRemotes], choice });
    const resolvedOverrides = await Promise.all(
      overrides.map((override) =>
        tab.resolveOverride(
          override,
          availableRemotes.find((remote) => remote.name === override.name),
        ),
      ),
    );
    const currentRemotes = [...remotesInUse, ...registeredRemotes, ...resolvedOverrides.flatMap(({ remote }) => remote ?? [])];
    // Keep known remotes that the new registry does not contain. Their pages explain why they cannot be shown.
    const knownRemotes = [
      ...currentRemotes,
      ...federationState.remotes.filter(({ name }) => !currentRemotes.some((remote) => remote.name === name)),
    ];
    const allFaults = [...faults, ...resolvedOverrides.flatMap(({ fault }) => fault ?? [])];
    for (const fault of allFaults) report({ ...fault, part: fault.override === undefined ? 'registry' : 'override' });
    const knownNames = new Set(knownRemotes.map((remote) => remote.name));
    const unknownRemotes = [...new Set(allFaults.map((fault) => fault.remote))].filter(
      (name) => name !== '' && !knownNames.has(name),
    );
    setState({
      ...federationState,
      status: ok || knownRemotes.length > 0 ? 'ready' : 'failed',
      remotes: knownRemotes,
      missing: unknownRemotes,
      choice,
    });
  }

  async function checkForNewVersions(): Promise<void> {
    const { ok, remotes } = await loadRegistry();
    if (!ok) return;
    const remotesInUse = new Map(federationState.remotes.map((remote) => [remote.name, remote]));
    const isOutdated = remotes.some(({ name, version, blocked }) => {
      const remoteInUse = remotesInUse.get(name);
      // A new remote counts as a new version, unless it could not run in this host.
      if (!remoteInUse) return !blocked && !federationState.missing.includes(name);
      return remoteInUse.override === undefined && remoteInUse.version !== version;
    });
    if (isOutdated !== federationState.outdated) setState({ ...federationState, outdated: isOutdated });
  }

  function refresh(): Promise<void> {
    if (federationState.status === 'failed') setState({ ...federationState, status: 'loading' });
    pendingRead ??= readRegistryAndChoice().finally(() => (pendingRead = undefined));
    return pendingRead;
  }

  /**
   * Updates a remote before a retry. A blocked remote may have been repaired, or its development server started. A remote that has not run
   * in this tab is replaced by the active version, which may be a repaired or a rolled-back one. Running code is never replaced.
   */
  async function updateBeforeRetry(name: string): Promise<void> {
    const knownRemote = findRemote(name);
    if (!knownRemote || knownRemote.blocked) return refresh();
    if (knownRemote.override !== undefined) return;
    // Another version may be active by now. Only a reload of the page can load that version, and `checkForNewVersions` offers the reload.
    if (loader.hasStarted(knownRemote)) return void checkForNewVersions();
    const { ok, remotes } = await loadRegistry();
    const activeRemote = ok ? remotes.find((remote) => remote.name === name) : undefined;
    // The remote may have started while the registry was loading.
    if (!activeRemote || loader.hasStarted(knownRemote)) return;
    setState({
      ...federationState,
      remotes: federationState.remotes.map((remote) => (remote.name === name ? activeRemote : remote)),
    });
  }

  async function loadFrom<P>(
    remote: ResolvedRemote,
    ref: string,
    part: string,
    retry: boolean,
  ): Promise<LoadResult<LoadedComponent<P>>> {
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
    const loadedAt = performance.now();
    const onDisplay = () => loader.recordDisplay(remote, ref, loadedAt);
    return { ok: true, value: { Component: result.value as ComponentType<P>, remote: name, version, onDisplay } };
  }

  async function startBackgroundWork(remote: ResolvedRemote, ref: string): Promise<void> {
    const { name, version } = remote;
    const loadResult = await loader.load(remote, ref, false);
    if (!loadResult.ok) return report({ kind: loadResult.kind, message: loadResult.message, remote: name, version, part: ref });
    if (typeof loadResult.value !== 'function')
      return report({ kind: 'missing-export', message: `${ref} is not a function`, remote: name, version, part: ref });
    try {
      (loadResult.value as () => void)();
    } catch (error) {
      report({ kind: 'evaluation', message: String(error), remote: name, version, part: ref });
    }
  }

  function peekComponent<P>(remote: ResolvedRemote, ref: string): LoadedComponent<P> | undefined {
    const value = loader.peek(remote, ref);
    return isComponent(value)
      ? { Component: value as ComponentType<P>, remote: remote.name, version: remote.version }
      : undefined;
  }

  function findWidget(
    id: string,
    range: string,
  ): { remote: ResolvedRemote; ref: string } | { incompatible?: { owner: ResolvedRemote; version: string } } {
    const offers = federationState.remotes.flatMap((remote) =>
      remote.manifest.widgets
        .filter((widget) => widget.id === id)
        .map((widget) => ({ remote, ref: widget.component, version: widget.version })),
    );
    const compatible = offers.find((offer) => isInRange(offer.version, range));
    if (compatible) return compatible;
    const [incompatible] = offers;
    return { incompatible: incompatible && { owner: incompatible.remote, version: incompatible.version } };
  }

  function createWidgetFault(widget: string, incompatible?: { owner: ResolvedRemote; version: string }): LoadFault {
    if (!incompatible) return { kind: 'missing-export', message: `no remote offers ${widget}`, remote: '', version: '' };
    const { name, version } = incompatible.owner;
    return { kind: 'contract', message: `requires ${widget}, but ${incompatible.version} is offered`, remote: name, version };
  }

  async function loadWidget<P>(id: string, range: string, retry = false): Promise<LoadResult<LoadedComponent<P>>> {
    let widgetOffer = findWidget(id, range);
    if (!('remote' in widgetOffer)) {
      await (retry ? refresh() : pendingRead);
      widgetOffer = findWidget(id, range);
    } else if (retry) {
      await updateBeforeRetry(widgetOffer.remote.name);
      widgetOffer = findWidget(id, range);
    }
    if ('remote' in widgetOffer) return loadFrom<P>(widgetOffer.remote, widgetOffer.ref, id, retry);
    const fault = createWidgetFault(`${id} ${range}`, widgetOffer.incompatible);
    report({ ...fault, part: id });
    return { ok: false, ...fault };
  }

  return {
    getState: () => federationState,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    refresh,
    check: checkForNewVersions,
    forget: tab.forget,
    load: async (remoteName, ref, retry = false) => {
      if (retry) await updateBeforeRetry(remoteName);
      else if (!findRemote(remoteName)) await pendingRead;
      const remote = findRemote(remoteName);
      return remote
        ? loadFrom(remote, ref, ref, retry)
        : createFailure('manifest', `${remoteName} is not in the registry`, remoteName);
    },
    peek: (remoteName, ref) => {
      const remote = findRemote(remoteName);
      return remote && peekComponent(remote, ref);
    },
    loadWidget,
    peekWidget: (id, range) => {
      const widgetOffer = findWidget(id, range);
      return 'remote' in widgetOffer ? peekComponent(widgetOffer.remote, widgetOffer.ref) : undefined;
    },
    startBackground: () => {
      for (const remote of federationState.remotes) {
        const { background } = remote.manifest;
        if (!background || remote.blocked || startedRemotes.has(remote.name) || !isOpen(background)) continue;
        startedRemotes.add(remote.name);
        void startBackgroundWork(remote, background.start);
      }
    },
    recordReady: loader.recordReady,
    prefetch: (path) => {
      for (const { remote, route } of findOpenPages(path)) void loader.load(remote, route.component);
    },
    listFirstRequests: (path) =>
      findOpenPages(path).flatMap(({ remote, route, params }) =>
        remote.blocked ? [] : (route.firstRequests ?? []).map((request) => ({ ...request, params })),
      ),
    prefetchEntries: () => {
      for (const remote of federationState.remotes) {
        if (remote.manifest.routes.some((route) => route.nav && isOpen(route))) loader.prefetchEntry(remote);
      }
    },
  };
}
