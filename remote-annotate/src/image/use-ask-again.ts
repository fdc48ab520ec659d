import { useEffect } from 'react';
import { backOff } from '../outbox/send/back-off';

/**
 * Asks again for what could not be read, ever more seldom, until it could: a server that was away says nothing when it is
 * back. A connection that is back says so, and is not waited for.
 * @param failures how often in a row it could not be read; 0: it could.
 */
export function useAskAgain(failures: number, ask: () => void): void {
  useEffect(() => {
    if (failures === 0) return undefined;
    const later = setTimeout(ask, backOff(failures, Math.random));
    window.addEventListener('online', ask);
    return () => {
      clearTimeout(later);
      window.removeEventListener('online', ask);
    };
  }, [failures, ask]);
}
