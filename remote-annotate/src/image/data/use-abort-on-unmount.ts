import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that starts a run. The next run and unmounting the component abort the signal of a run. */
export function useAbortOnUnmount(): () => AbortSignal {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }, []);
}
