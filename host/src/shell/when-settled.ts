import { consoleQueryClient } from '@console/shared-auth';

/** How long nothing has to happen. */
const QUIET_MS = 1000;

/** Entries by which the browser tells that a file has come or that the processor was busy; Safari knows no long tasks. */
const SIGNS = ['resource', 'longtask'];

/**
 * Calls back once, when the page has come to rest: nothing has been fetched and no long task has run for a second. Work
 * for later that begins before takes its bandwidth from what the person waits for. Gives what calls it off.
 */
export function whenSettled(run: () => void): () => void {
  let lastSign = performance.now();
  let timer: ReturnType<typeof setTimeout>;
  const observer = new PerformanceObserver(() => {
    lastSign = performance.now();
  });
  observer.observe({ entryTypes: SIGNS.filter((sign) => PerformanceObserver.supportedEntryTypes.includes(sign)) });
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
  };
  const look = () => {
    // A request that still waits for its answer has left no sign.
    if (consoleQueryClient.isFetching() > 0) lastSign = performance.now();
    const rest = lastSign + QUIET_MS - performance.now();
    if (rest > 0) {
      timer = setTimeout(look, rest);
      return;
    }
    stop();
    run();
  };
  look();
  return stop;
}
