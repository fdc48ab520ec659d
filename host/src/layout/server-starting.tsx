import { consoleQueryClient, isServerStarting } from '@console/shared-auth';
import { useSyncExternalStore } from 'react';
import { layoutMessages } from './layout-messages';
import { Banner } from './banner';

let isStarting = false;

/** Calls `onChange` after each change of a query. A query that is being repeated shows that the server is starting. */
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

/** A bar above the page while the server starts. Pages keep loading until the server is ready. */
export function ServerStarting() {
  const isShown = useSyncExternalStore(subscribe, () => isStarting);
  return isShown ? <Banner intent="info">{layoutMessages.serverStarting}</Banner> : null;
}
