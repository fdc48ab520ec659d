import { Button, MessageBar, MessageBarActions, MessageBarBody } from '@fluentui/react-components';
import { messages } from '../messages';

/** A warning above data that may be out of date, because it could not be fetched again. */
export function RefreshFailed({ onRetry }: { onRetry: () => void }) {
  return (
    <MessageBar intent="warning">
      <MessageBarBody>{messages.notReadAgain}</MessageBarBody>
      <MessageBarActions>
        <Button size="small" onClick={onRetry}>
          {messages.retry}
        </Button>
      </MessageBarActions>
    </MessageBar>
  );
}
