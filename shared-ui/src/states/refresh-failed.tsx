import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { stateMessages } from './state-messages';

/** Warns that the data below may be outdated, because a refetch failed. */
export function RefreshFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <MessageBar intent="warning">
      <MessageBarBody>{stateMessages.notReadAgain}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          {stateMessages.retry}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
