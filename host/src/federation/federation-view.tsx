import type { HostServices, RuntimeConfig } from '@console/shared-contract/federation';
import {
  Button,
  Card as CardFrame,
  MessageBar,
  MessageBarActions,
  MessageBarBody,
  Page as PageFrame,
  type PartSource,
  RemotePart,
  SkeletonRows,
} from '@console/shared-ui/core';
import { useMemo, useSyncExternalStore } from 'react';
import type { FederationView, ShellCard, ShellRoute } from '../shell/federation-view';
import { reportFault } from './fault-log';
import type { Federation, FederationState } from './federation';
import { messages } from './messages';
import { hostOffer } from './offer';

type NoProps = Record<never, never>;
const NO_PROPS: NoProps = {};

function sourceOf(federation: Federation, remoteName: string, ref: string): PartSource<NoProps> {
  const remote = federation.getState().remotes.find((each) => each.name === remoteName);
  return {
    title: remote?.manifest.title ?? remoteName,
    part: `${remoteName}/${ref}`,
    peek: () => federation.peek(remoteName, ref),
    load: (retry) => federation.load(remoteName, ref, retry),
  };
}

function useSource(federation: Federation, remoteName: string, ref: string): PartSource<NoProps> {
  return useMemo(() => sourceOf(federation, remoteName, ref), [federation, remoteName, ref]);
}

/** The components through which the shell shows remotes. Made once: a new component type would mount every page anew. */
function createParts(federation: Federation): Pick<FederationView, 'Page' | 'Card' | 'Banners'> {
  function Page({ route }: { route: ShellRoute }) {
    const source = useSource(federation, route.remote, route.component);
    return (
      <RemotePart
        source={source}
        props={NO_PROPS}
        skeleton={<SkeletonRows rows={8} label={route.title} />}
        frame={(content) => <PageFrame title={route.title}>{content}</PageFrame>}
      />
    );
  }

  function Card({ card }: { card: ShellCard }) {
    const source = useSource(federation, card.remote, card.component);
    const skeleton = <SkeletonRows rows={4} label={source.title} />;
    return (
      <RemotePart
        source={source}
        props={NO_PROPS}
        compact
        skeleton={skeleton}
        frame={(content) => <CardFrame>{content}</CardFrame>}
      />
    );
  }

  function Banners() {
    const { missing, outdated } = useSyncExternalStore(federation.subscribe, federation.getState);
    return (
      <>
        {missing.length > 0 && (
          <MessageBar intent="warning">
            <MessageBarBody>{messages.missing(missing.join(', '))}</MessageBarBody>
            <MessageBarActions>
              <Button size="small" onClick={() => void federation.refresh()}>
                {messages.retry}
              </Button>
            </MessageBarActions>
          </MessageBar>
        )}
        {outdated && (
          <MessageBar intent="info">
            <MessageBarBody>{messages.outdated}</MessageBarBody>
            <MessageBarActions>
              <Button size="small" onClick={() => window.location.reload()}>
                {messages.reload}
              </Button>
            </MessageBarActions>
          </MessageBar>
        )}
      </>
    );
  }

  return { Page, Card, Banners };
}

function viewOf(federation: Federation, state: FederationState, parts: ReturnType<typeof createParts>): FederationView {
  return {
    ...parts,
    routes: state.remotes.flatMap(({ name, manifest }) => manifest.routes.map((route) => ({ ...route, remote: name }))),
    cards: state.remotes.flatMap(({ name, manifest }) => manifest.cards.map((card) => ({ ...card, remote: name }))),
    loading: state.status === 'loading',
    failed: state.status === 'failed',
    retry: () => void federation.refresh(),
    prefetch: (path) => federation.prefetch(path),
    startBackground: (isOpen) => federation.startBackground(isOpen),
  };
}

/** The federation as the shell draws it, kept up to date. */
export function useFederationView(federation: Federation): FederationView {
  const state = useSyncExternalStore(federation.subscribe, federation.getState);
  const parts = useMemo(() => createParts(federation), [federation]);
  return useMemo(() => viewOf(federation, state, parts), [federation, state, parts]);
}

/** The services that the host gives to remotes. */
export function createHostServices(federation: Federation, config: RuntimeConfig): HostServices {
  return {
    contract: hostOffer.contract,
    config,
    loadWidget: (id, range, options) => federation.loadWidget(id, range, options?.retry),
    peekWidget: federation.peekWidget,
    prefetch: (path) => federation.prefetch(path),
    reportFault,
  };
}
