import { Button, makeStyles, MessageBar, MessageBarActions, MessageBarBody, MessageBarTitle } from '@console/shared-ui/core';
import { type ReactNode, useSyncExternalStore } from 'react';
import type { Federation, FederationState } from './federation';
import { messages } from './messages';
import { isDisabled, type Override } from './tab-choice';

// In a column that is as high as the window they would be pressed together, with their buttons under the page.
const useStyles = makeStyles({ strip: { flexShrink: 0, borderRadius: 0 } });

interface StripProps {
  intent: 'info' | 'warning';
  title?: string;
  children: ReactNode;
  action: string;
  onAction: () => void;
}

function Strip({ intent, title, children, action, onAction }: StripProps) {
  const styles = useStyles();
  return (
    <MessageBar intent={intent} className={styles.strip}>
      <MessageBarBody>
        {title !== undefined && <MessageBarTitle>{title}</MessageBarTitle>}
        {children}
      </MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onAction}>
          {action}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

function overrideSentence({ name, source, isPublished }: Override, { status, remotes, missing }: FederationState): string {
  const remote = remotes.find((each) => each.name === name);
  if (!remote && status === 'loading') return messages.override.loading(name, source);
  if (remote?.blocked || missing.includes(name)) return messages.override.failed(name, source);
  return isPublished ? messages.override.version(name, source) : messages.override.address(name, source);
}

function disabledSentence({ remotes, choice }: FederationState): string {
  if (choice.disabled.includes('all')) return messages.disabled.all;
  const titleOf = (name: string) => remotes.find((remote) => remote.name === name)?.manifest.title ?? name;
  return messages.disabled.some(choice.disabled.map(titleOf).join(', '));
}

/** Strips above every page: what this tab does differently, parts that are missing, a new version. */
export function FederationBanners({ federation }: { federation: Federation }) {
  const state = useSyncExternalStore(federation.subscribe, federation.getState);
  const { missing, outdated, choice } = state;
  const overrides = choice.overrides
    .filter(({ name }) => !isDisabled(choice, name))
    .map((override) => overrideSentence(override, state));
  const refused = choice.refused.map(messages.override.refused);
  return (
    <>
      {overrides.length + refused.length > 0 && (
        <Strip
          intent="warning"
          title={messages.override.title}
          action={messages.override.reset}
          onAction={() => federation.forget('override')}
        >
          {[...overrides, ...refused].join(' ')}
        </Strip>
      )}
      {choice.disabled.length > 0 && (
        <Strip
          intent="warning"
          title={messages.disabled.title}
          action={messages.disabled.enable}
          onAction={() => federation.forget('disabled')}
        >
          {disabledSentence(state)}
        </Strip>
      )}
      {missing.length > 0 && (
        <Strip intent="warning" action={messages.retry} onAction={() => void federation.refresh()}>
          {messages.missing(missing.join(', '))}
        </Strip>
      )}
      {outdated && (
        <Strip intent="info" action={messages.reload} onAction={() => window.location.reload()}>
          {messages.outdated}
        </Strip>
      )}
    </>
  );
}
