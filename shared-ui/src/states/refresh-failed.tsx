import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { stateMessages } from './state-messages';

/** A warning above data that may be out of date, because it could not be fetched again. */
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
