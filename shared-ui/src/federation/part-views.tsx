import type { FaultReport, LoadFault } from '@console/shared-contract/federation';
import { Button, MessageBar, MessageBarActions, MessageBarBody } from '../fluent';
import { messages as common } from '../messages';
import { ErrorState } from '../states/error-state';
import { messages } from './messages';

/** Said above the skeleton while a load lasts long. */
export function PartSlow({ title, onRetry }: { title: string; onRetry: () => void }) {
  return (
    <MessageBar intent="warning">
      <MessageBarBody>{messages.slow(title)}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          {common.retry}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}

export interface PartFailureProps {
  title: string;
  fault: Pick<LoadFault, 'remote' | 'version'> & Pick<FaultReport, 'kind'>;
  /** One line instead of a page's worth. */
  compact?: boolean;
  onRetry?: () => void;
}

/** What failed, in words, with Retry. */
export function PartFailure({ title, fault, compact = false, onRetry }: PartFailureProps) {
  const { kind, remote, version } = fault;
  const sentence = kind === 'render' ? messages.crashed(title) : messages.failed(title);
  if (compact) {
    return (
      <MessageBar intent="warning" layout="multiline" role="alert">
        <MessageBarBody>
          {sentence} {messages.reason[kind]}
        </MessageBarBody>
        {onRetry && (
          <MessageBarActions>
            <Button size="small" onClick={onRetry}>
              {common.retry}
            </Button>
          </MessageBarActions>
        )}
      </MessageBar>
    );
  }
  return (
    <ErrorState title={sentence} onRetry={onRetry}>
      <span>
        {messages.reason[kind]} {messages.restWorks}
      </span>
      <small>{messages.reference(remote, version, kind)}</small>
    </ErrorState>
  );
}
