import { consoleQueryClient } from '@console/shared-auth';

/** Time without activity after which the page counts as idle. */
const QUIET_MS = 1000;

/** Performance entries that count as activity. Safari does not support long tasks. */
const ACTIVITY_TYPES = ['resource', 'longtask'];

/**
 * Calls `callback` once the page is idle: no request and no long task for a second. Earlier background work would compete with what
 * the user is waiting for.
 * @returns a function that cancels the call
 */
export function runWhenIdle(callback: () => void): () => void {
  let lastActivity = performance.now();
  let timer: ReturnType<typeof setTimeout>;
  const observer = new PerformanceObserver(() => {
    lastActivity = performance.now();
  });
  observer.observe({ entryTypes: ACTIVITY_TYPES.filter((type) => PerformanceObserver.supportedEntryTypes.includes(type)) });
  const cancelWait = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  const checkIdle = () => {
    // A pending request has no performance entry yet, so ask the query client.
    if (consoleQueryClient.isFetching() > 0) lastActivity = performance.now();
    const remaining = lastActivity + QUIET_MS - performance.now();
    if (remaining > 0) {
      timer = setTimeout(checkIdle, remaining);
      return;
    }
    cancelWait();
    callback();
  };
  checkIdle();
  return cancelWait;
}
