import { ApiError } from '@console/shared-auth';
import { useEffect, useRef } from 'react';
import { backOff } from '../outbox/send/back-off';

const isServerUnreachable = (failure: unknown) => failure instanceof ApiError && (failure.status === 0 || failure.status >= 500);

/**
 * Asks again for what a server that was away could not give, ever more seldom, until it is there: the server says nothing
 * when it is back. A connection that is back says so, and is not waited for.
 * @param failure of the last time that it was asked for, each time another object; null: none.
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
