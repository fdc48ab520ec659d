import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that returns a signal for a new run. The signal is aborted by the next run, and when the component unmounts. */
export function useAbortOnUnmount(): () => AbortSignal {
  const running = useRef<AbortController | null>(null);
  useEffect(() => () => running.current?.abort(), []);
  return useCallback(() => {
    running.current?.abort();
    running.current = new AbortController();
    return running.current.signal;
  }, []);
}
