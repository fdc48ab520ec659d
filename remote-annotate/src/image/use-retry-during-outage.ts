import { ApiError } from '@console/shared-auth';
import { useEffect, useRef } from 'react';
import { backOff } from '../outbox/send/back-off';

const isServerUnreachable = (failure: unknown) => failure instanceof ApiError && (failure.status === 0 || failure.status >= 500);

/**
 * Calls `retry` with increasing delays after a network error or a server error, until the data is loaded. The browser reports
 * when the connection returns, but a server does not report when it is available again.
 * @param failure the error of the last attempt, a new object for each attempt; null if there is none.
 */
export function useRetryDuringOutage(failure: unknown, isThere: boolean, ask: () => void): void {
  const failures = useRef(0);
  useEffect(() => {
    if (isThere) failures.current = 0;
  }, [isThere]);
  useEffect(() => {
    if (isThere || !isServerUnreachable(failure)) return undefined;
    failures.current += 1;
    const later = setTimeout(ask, backOff(failures.current, Math.random));
    window.addEventListener('online', ask);
    return () => {
      clearTimeout(later);
      window.removeEventListener('online', ask);
    };
  }, [failure, isThere, ask]);
}
