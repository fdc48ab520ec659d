import { Button, MessageBar, MessageBarBody, SkeletonRows } from '@console/shared-ui/core';
import { linkMessages } from './link-messages';
import type { LinkState } from './use-link';

/** Shows that a link is loading, or why it cannot be used. */
export function LinkStateView({ state: linkState }: { state: Exclude<LinkState<unknown>, { kind: 'loaded' }> }) {
  if (linkState.kind === 'loading') return <SkeletonRows rows={3} label={linkMessages.loading} />;
  return (
    <>
      <MessageBar intent="error" role="alert">
        <MessageBarBody>{linkState.message}</MessageBarBody>
      </MessageBar>
      {linkState.retry && <Button onClick={linkState.retry}>{linkMessages.retry}</Button>}
    </>
  );
}

/** Error message of a form. Screen readers announce the message when it appears. */
export function FormFailure({ message }: { message: string | null }) {
  return (
    message !== null && (
      <MessageBar intent="error" role="alert">
        <MessageBarBody>{message}</MessageBarBody>
      </MessageBar>
    )
  );
}
