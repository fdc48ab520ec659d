import { useSyncExternalStore } from 'react';
import { Banner } from '../layout/banner';
import type { Federation, FederationState } from './federation';
import { messages } from './messages';
import { isDisabled, type Override } from './overrides/tab-overrides';

function describeOverriddenRemote(
  { name, source, isPublished }: Override,
  { status, remotes, missing }: FederationState,
): string {
  const remote = remotes.find((candidate) => candidate.name === name);
  if (!remote && status === 'loading') return messages.override.loading(name, source);
  if (remote?.blocked || missing.includes(name)) return messages.override.failed(name, source);
  return isPublished ? messages.override.version(name, source) : messages.override.address(name, source);
}

function describeDisabled({ remotes, choice }: FederationState): string {
  if (choice.disabled.includes('all')) return messages.disabled.all;
  const getTitle = (name: string) => remotes.find((remote) => remote.name === name)?.manifest.title ?? name;
  return messages.disabled.some(choice.disabled.map(getTitle).join(', '));
}

/** Banners above every page: overrides of versions, disabled remotes, missing remotes and a new version of the console. */
export function FederationBanners({ federation }: { federation: Federation }) {
  const federationState = useSyncExternalStore(federation.subscribe, federation.getState);
  const { missing, outdated, choice } = federationState;
  const overrides = choice.overrides
    .filter(({ name }) => !isDisabled(choice, name))
    .map((override) => describeOverriddenRemote(override, federationState));
  const refusedMessages = choice.refused.map(messages.override.refused);
  return (
    <>
      {overrides.length + refusedMessages.length > 0 && (
        <Banner
          intent="warning"
          title={messages.override.title}
          action={messages.override.reset}
          onAction={() => federation.forget('override')}
        >
          {[...overrides, ...refusedMessages].join(' ')}
        </Banner>
      )}
      {choice.disabled.length > 0 && (
        <Banner
          intent="warning"
          title={messages.disabled.title}
          action={messages.disabled.enable}
          onAction={() => federation.forget('disabled')}
        >
          {describeDisabled(federationState)}
        </Banner>
      )}
      {missing.length > 0 && (
        <Banner intent="warning" action={messages.retry} onAction={() => void federation.refresh()}>
          {messages.missing(missing.join(', '))}
        </Banner>
      )}
      {outdated && (
        <Banner intent="info" action={messages.reload} onAction={() => window.location.reload()}>
          {messages.outdated}
        </Banner>
      )}
    </>
  );
}
