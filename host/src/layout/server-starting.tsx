import { consoleQueryClient, isServerStarting } from '@console/shared-auth';
import { makeStyles, MessageBar, MessageBarBody } from '@console/shared-ui/core';
import { useSyncExternalStore } from 'react';
import { messages } from '../messages';

// Without flexShrink the bar is squeezed in the window-high column.
const useStyles = makeStyles({ bar: { flexShrink: 0, borderRadius: 0 } });

let isStarting = false;

/** Follows the requests of all queries, which are repeated while the server starts. */
function subscribe(onChange: () => void): () => void {
  return consoleQueryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return;
    const { action } = event;
    if (action.type === 'failed' || action.type === 'error') isStarting = isServerStarting(action.error);
    else if (action.type === 'success' && action.manual !== true) isStarting = false;
    else return;
    onChange();
  });
}

/** A bar above the page while the server starts. Pages keep loading until it is ready. */
export function ServerStarting() {
  const styles = useStyles();
  const isShown = useSyncExternalStore(subscribe, () => isStarting);
  if (!isShown) return null;
  return (
    <MessageBar intent="info" className={styles.bar}>
      <MessageBarBody>{messages.serverStarting}</MessageBarBody>
    </MessageBar>
  );
}
