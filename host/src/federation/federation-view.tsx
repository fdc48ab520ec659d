import type { HostServices, RuntimeConfig } from '@console/shared-contract/federation';
import {
  Card as CardFrame,
  Page as PageFrame,
  type LoadedComponent,
  type RemoteSource,
  RemotePart,
  SkeletonRows,
} from '@console/shared-ui/core';
import { useLayoutEffect, useMemo, useSyncExternalStore } from 'react';
import { matchPath } from 'react-router-dom';
import type { FederationView, ShellCard, ShellRoute } from '../federation-view/federation-view';
import { isOpenToUser } from '../federation-view/services';
import { getAbout } from './about';
import { FederationBanners } from './banners';
import { recordFault } from './fault-log';
import type { Federation, FederationState } from './federation';
import { hostOffer } from './offer';
import { recordDisplayed, recordReady, startVisit } from './page-visits';

type NoProps = Record<never, never>;
const NO_PROPS: NoProps = {};

function createSource(federation: Federation, remoteName: string, ref: string, title?: string): RemoteSource<NoProps> {
  const remote = federation.getState().remotes.find((candidate) => candidate.name === remoteName);
  return {
    title: title ?? remote?.manifest.title ?? remoteName,
    part: `${remoteName}/${ref}`,
    peek: () => federation.peek(remoteName, ref),
    load: (retry) => federation.load(remoteName, ref, retry),
  };
}

function useSource(federation: Federation, remoteName: string, ref: string, title?: string): RemoteSource<NoProps> {
  return useMemo(() => createSource(federation, remoteName, ref, title), [federation, remoteName, ref, title]);
}

/** Wraps a source so that the page visit (the measured load of a page) also records when the component is displayed. */
function withVisit(source: RemoteSource<NoProps>): RemoteSource<NoProps> {
  const addDisplay = <T extends LoadedComponent<NoProps>>(loaded: T): T => ({
    ...loaded,
    onDisplay: () => {
      loaded.onDisplay?.();
      recordDisplayed(loaded.remote);
    },
  });
  return {
    ...source,
    peek: () => {
      const loadedComponent = source.peek();
      return loadedComponent && addDisplay(loadedComponent);
    },
    load: async (retry) => {
      const result = await source.load(retry);
      return result.ok ? { ...result, value: addDisplay(result.value) } : result;
    },
  };
}

/** Starts a page visit for each opened page. A layout effect runs before the effects of the page, which may report that it is ready. */
function useVisit(federation: Federation, { remote: remoteName, component, path }: ShellRoute): void {
  useLayoutEffect(() => {
    const remote = federation.getState().remotes.find(({ name }) => name === remoteName);
    return remote && startVisit(remote, () => federation.recordReady(remote, component));
  }, [federation, remoteName, component, path]);
}

/**
 * Creates the components that render remotes in the application shell. Call this function once, because new component types would
 * remount every page.
 */
function createViewComponents(federation: Federation): Pick<FederationView, 'Page' | 'Card' | 'Banners'> {
  function Page({ route }: { route: ShellRoute }) {
    const pageSource = useSource(federation, route.remote, route.component);
    const remoteSource = useMemo(() => withVisit(pageSource), [pageSource]);
    useVisit(federation, route);
    return (
      <RemotePart
        source={remoteSource}
        props={NO_PROPS}
        skeleton={<SkeletonRows rows={8} label={route.title} />}
        frame={(content) => <PageFrame title={route.title}>{content}</PageFrame>}
      />
    );
  }

  function Card({ card }: { card: ShellCard }) {
    const remoteSource = useSource(federation, card.remote, card.component, card.title);
    const skeleton = <SkeletonRows rows={4} label={remoteSource.title} />;
    return (
      <RemotePart
        source={remoteSource}
        props={NO_PROPS}
        compact
        skeleton={skeleton}
        frame={(content) => <CardFrame>{content}</CardFrame>}
      />
    );
  }

  const Banners = () => <FederationBanners federation={federation} />;

  return { Page, Card, Banners };
}

function createView(
  federation: Federation,
  federationState: FederationState,
  viewComponents: ReturnType<typeof createViewComponents>,
): FederationView {
  return {
    ...viewComponents,
    routes: federationState.remotes.flatMap(({ name, manifest }) => manifest.routes.map((route) => ({ ...route, remote: name }))),
    // The safe mode banner already names the disabled remotes, so their cards are left out.
    cards: federationState.remotes
      .filter(({ blocked }) => blocked?.kind !== 'disabled')
      .flatMap(({ name, manifest }) => manifest.cards.map((card) => ({ ...card, remote: name }))),
    loading: federationState.status === 'loading',
    failed: federationState.status === 'failed',
    missing: federationState.missing,
    retry: () => void federation.refresh(),
    prefetch: (path) => federation.prefetch(path),
    prefetchEntries: federation.prefetchEntries,
    startBackground: federation.startBackground,
    about: getAbout(federationState),
  };
}

/** Returns the federation's state in the form that the shell renders, and follows its changes. */
export function useFederationView(federation: Federation): FederationView {
  const state = useSyncExternalStore(federation.subscribe, federation.getState);
  const components = useMemo(() => createViewComponents(federation), [federation]);
  return useMemo(() => createView(federation, state, components), [federation, state, components]);
}

function canOpen(federation: Federation, path: string): boolean {
  return federation
    .getState()
    .remotes.some(({ manifest }) => manifest.routes.some((route) => matchPath(route.path, path) && isOpenToUser(route)));
}

/** Creates the host services that remotes use. */
export function createHostServices(federation: Federation, config: RuntimeConfig): HostServices {
  return {
    contract: hostOffer.contract,
    config,
    loadWidget: (id, range, options) => federation.loadWidget(id, range, options?.retry),
    peekWidget: federation.peekWidget,
    prefetch: (path) => federation.prefetch(path),
    canOpen: (path) => canOpen(federation, path),
    reportReady: recordReady,
    reportFault: recordFault,
  };
}
