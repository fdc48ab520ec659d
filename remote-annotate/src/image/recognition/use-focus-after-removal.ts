import { type RefObject, useEffect, useRef } from 'react';

const CONTROL = 'button, input';

/**
 * Where one of a list's rows takes itself away by its button, the focus goes to the row that is next, or to what else can
 * be done: it would fall to the page. Call what is answered with the row's place before it goes.
 */
export function useFocusAfterRemoval(frame: RefObject<HTMLElement | null>, count: number): (place: number) => void {
  const removed = useRef<number | null>(null);
  useEffect(() => {
    const place = removed.current;
    removed.current = null;
    if (place === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const rows = frame.current?.querySelectorAll('li') ?? [];
    const row = rows[Math.min(place, rows.length - 1)];
    (row ?? frame.current)?.querySelector<HTMLElement>(CONTROL)?.focus();
  }, [frame, count]);
  return (place) => {
    removed.current = place;
  };
}
