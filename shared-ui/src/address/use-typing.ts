import { useCallback, useEffect, useRef, useState } from 'react';

/** After the last letter. A request for each letter would be answered for nobody. */
const PAUSE_MS = 250;

/** Holds what is being typed and writes it when the hand rests, or leaves the box; what was typed at another `place` is forgotten. */
export function useTyping<Patch extends object>(write: (patch: Patch) => void, place: unknown) {
  const [typed, setTyped] = useState<Patch | null>(null);
  // A letter, a click and the timer may fall into one frame: what counts is what was typed, not what was drawn.
  const latest = useRef<Patch | null>(null);
  /** What is typed and not written; it is the caller's from here on. */
  const take = useCallback((): Patch | null => {
    const patch = latest.current;
    latest.current = null;
    setTyped(null);
    return patch;
  }, []);
  const type = useCallback((patch: Patch) => {
    latest.current = { ...latest.current, ...patch };
    setTyped(latest.current);
  }, []);
  useEffect(() => {
    if (typed === null) return undefined;
    const flush = () => {
      const patch = take();
      if (patch) write(patch);
    };
    const timer = setTimeout(flush, PAUSE_MS);
    // Who leaves the box for a link takes the search along.
    document.addEventListener('focusout', flush);
    return () => {
      clearTimeout(timer);
      document.removeEventListener('focusout', flush);
    };
  }, [typed, take, write]);
  useEffect(() => () => void (latest.current = null), [place]);
  return { typed, type, take };
}
