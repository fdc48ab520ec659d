import { useCallback, useEffect, useRef } from 'react';

/** Returns a function that returns a signal for a new run. The signal is aborted by the next run, and when the component unmounts. */
export function useAbortOnUnmount(): () => AbortSignal {
  const currentController = useRef<AbortController | null>(null);
  useEffect(() => () => currentController.current?.abort(), []);
  return useCallback(() => {
    currentController.current?.abort();
    currentController.current = new AbortController();
    return currentController.current.signal;
  }, []);
}
