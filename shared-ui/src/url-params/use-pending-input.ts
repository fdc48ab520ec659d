import { useCallback, useEffect, useRef, useState } from 'react';

/** After the last letter. A request for each letter would be answered for nobody. */
const PAUSE_MS = 250;

interface Typed<Patch> {
  /** Where it was typed. */
  place: unknown;
  patch: Patch;
}

/**
 * Holds what is being typed and writes it when the hand rests, or leaves the box. It belongs to the `place` that it was
 * typed at: at another one it is forgotten.
 */
export function usePendingInput<Patch extends object>(write: (patch: Patch) => void, place: unknown) {
  const [state, setState] = useState<Typed<Patch> | null>(null);
  // A letter, a click and the timer may fall into one frame: what counts is what was typed, not what was drawn.
  const latest = useRef<Typed<Patch> | null>(null);
  /** What is typed and not written; it is the caller's from here on. */
  const take = useCallback((): Patch | null => {
    const typed = latest.current;
    latest.current = null;
    setState(null);
    return typed !== null && typed.place === place ? typed.patch : null;
  }, [place]);
  const type = useCallback(
    (patch: Patch) => {
      const before = latest.current;
      latest.current = { place, patch: { ...(before?.place === place ? before?.patch : null), ...patch } };
      setState(latest.current);
    },
    [place],
  );
  const typed = state !== null && state.place === place ? state.patch : null;
  useEffect(() => {
    if (typed === null) return undefined;
    const flush = () => {
      const patch = take();
      if (patch) write(patch);
    };
    const timer = setTimeout(flush, PAUSE_MS);
    // Who leaves the box for a link takes the search along.
    document.addEventListener('focusout', flush);
    // The browser has gone back already, and the router tells it some frames later: a write would land there.
    window.addEventListener('popstate', take);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusout', flush);
      window.removeEventListener('popstate', take);
    };
  }, [typed, take, write]);
  return { typed, type, take };
}
