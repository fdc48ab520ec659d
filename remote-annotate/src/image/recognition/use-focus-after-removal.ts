import { type RefObject, useEffect, useRef } from 'react';

const CONTROL_SELECTOR = 'button, input';

/**
 * Keeps the focus in a list after a button has removed its own row. The next row gets the focus, or the first control if there is none.
 * Call the returned function with the index of the row before its removal.
 */
export function useFocusAfterRemoval(listContainer: RefObject<HTMLElement | null>, count: number): (index: number) => void {
  const removedIndex = useRef<number | null>(null);
  useEffect(() => {
    const index = removedIndex.current;
    removedIndex.current = null;
    if (index === null || (document.activeElement !== null && document.activeElement !== document.body)) return;
    const rows = listContainer.current?.querySelectorAll('li') ?? [];
    const row = rows[Math.min(index, rows.length - 1)];
    (row ?? listContainer.current)?.querySelector<HTMLElement>(CONTROL_SELECTOR)?.focus();
  }, [listContainer, count]);
  return (index) => {
    removedIndex.current = index;
  };
}
