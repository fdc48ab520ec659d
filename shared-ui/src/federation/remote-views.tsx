import type { FaultReport, RemotePartFaultKind } from '@console/shared-contract/federation';
import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { CopyButton } from '../copy-button/copy-button';
import { stateMessages } from '../states/state-messages';
import { EmptyState } from '../states/empty-state';
import { ErrorState } from '../states/error-state';
import { messages } from './messages';

/** Shown above the skeleton if loading takes long. */
export function RemoteSlowNotice({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <MessageBar intent="warning" role="status">
      <MessageBarBody>{messages.slow(title)}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          {stateMessages.retry}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

/** Describes for the user why a component could not be loaded or stopped working. */
export function describeFault({ kind, override }: { kind: RemotePartFaultKind; override?: string }): string {
  if (override === undefined) return messages.reason[kind];
  return `${messages.overridden(override)} ${kind === 'network' ? messages.notAvailable : messages.reason[kind]}`;
}

export interface RemoteFailureProps {
  title: string;
  fault: Pick<FaultReport, 'remote' | 'version' | 'override' | 'load'> & { kind: RemotePartFaultKind };
  /** A single line, for a component within a page. */
  compact?: boolean;
  onRetry?: () => void;
}

function getTitle(kind: RemotePartFaultKind, title: string): string {
  if (kind === 'render') return messages.crashed(title);
  return kind === 'disabled' ? messages.disabled(title) : messages.failed(title);
}

/** Shows which component failed and why, with a Retry button. */
export function RemoteFailure({ title, fault, compact = false, onRetry: retry }: RemoteFailureProps) {
  const { kind, remote, version, load } = fault;
  const sentence = getTitle(kind, title);
  // The user has disabled the remote, so Retry would not help.
  const onRetry = kind === 'disabled' ? undefined : retry;
  if (compact) {
    return (
      <MessageBar intent="warning" layout="multiline" role="alert">
        <MessageBarBody>
          {sentence} {describeFault(fault)}
        </MessageBarBody>
        {onRetry && (
          <MessageBarActions>
            <Button size="small" onClick={onRetry}>
              {stateMessages.retry}
            </Button>
          </MessageBarActions>
        )}
      </MessageBar>
    );
  }
  // The user has disabled the remote, so this is not an error.
  if (kind === 'disabled')
    return (
      <EmptyState>
        <span>{sentence}</span> {describeFault(fault)}
      </EmptyState>
    );
  const reference = messages.reference(remote, version, kind, load);
  return (
    <ErrorState title={sentence} onRetry={onRetry}>
      <span>
        {describeFault(fault)} {messages.restWorks}
      </span>
      <small>
        {reference} <CopyButton text={reference} what={messages.copied} />
      </small>
    </ErrorState>
  );
}
