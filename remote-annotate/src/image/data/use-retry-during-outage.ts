import { ApiError } from '@console/shared-auth';
import { useEffect, useRef } from 'react';
import { getRetryDelay } from '../../outbox/time/retry-delay';

const isServerUnreachable = (failure: unknown) => failure instanceof ApiError && (failure.status === 0 || failure.status >= 500);

/**
 * Calls `retry` with increasing delays after a network error or a server error, until the data is loaded. The browser reports
 * when the connection returns, but a server does not report when it is available again.
 * @param failure the error of the last attempt, a new object for each attempt; null if there is none.
 */
export function useRetryDuringOutage(failure: unknown, isLoaded: boolean, retry: () => void): void {
  const failureCount = useRef(0);
  useEffect(() => {
    if (isLoaded) failureCount.current = 0;
  }, [isLoaded]);
  useEffect(() => {
    if (isLoaded || !isServerUnreachable(failure)) return undefined;
    failureCount.current += 1;
    const timer = setTimeout(retry, getRetryDelay(failureCount.current, Math.random));
    window.addEventListener('online', retry);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('online', retry);
    };
  }, [failure, isLoaded, retry]);
}
