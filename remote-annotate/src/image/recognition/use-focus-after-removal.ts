import { type RefObject, useEffect, useRef } from 'react';

const CONTROL = 'button, input';

/**
 * Keeps the focus in a list after a row was removed by its own button: the next row gets the focus, or else the first control.
 * Call the returned function with the index of the row before its removal.
 */
export function useFocusAfterRemoval(frame: RefObject<HTMLElement | null>, count: number): (place: number) => void {
  const removedIndex = useRef<number | null>(null);
  useEffect(() => {
    const place = removedIndex.current;
    removedIndex.current = null;
    if (place === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const rows = frame.current?.querySelectorAll('li') ?? [];
    const row = rows[Math.min(place, rows.length - 1)];
    (row ?? frame.current)?.querySelector<HTMLElement>(CONTROL)?.focus();
  }, [frame, count]);
  return (place) => {
    removedIndex.current = place;
  };
}
