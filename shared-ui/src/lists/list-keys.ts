import { useCallback, useState, type FocusEvent, type KeyboardEvent } from 'react';

const CONTROL = 'button, a[href], input';

const indexOf = (element: Element) => Number(element.closest<HTMLElement>('li[data-item]')?.dataset.item ?? -1);

function target(key: string, from: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(from + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(from - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** The keyboard in a list of `count` items, and which of them holds the focus: that one stays drawn while it is out of view. */
export function useListKeys(count: number) {
  const [list, setList] = useState<HTMLUListElement | null>(null);
  const [held, setHeld] = useState<number | null>(null);
  /** An item to scroll to and to focus once it is drawn. */
  const [reach, setReach] = useState<number | null>(null);

  const focusItem = useCallback(
    (index: number) => {
      const control = list?.querySelector<HTMLElement>(`li[data-item="${index}"]`)?.querySelector<HTMLElement>(CONTROL);
      control?.focus();
      return control !== null && control !== undefined;
    },
    [list],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
    // A key that is held comes again before the item that it led to is drawn.
    const to = target(event.key, reach ?? indexOf(event.target), count);
    if (to === null) return;
    event.preventDefault();
    if (!focusItem(to)) setReach(to);
  };
  const onFocus = (event: FocusEvent) => {
    setHeld(indexOf(event.target));
    setReach(null);
  };
  const onBlur = () => setHeld(null);
  const onDrawn = useCallback(() => {
    if (reach !== null) focusItem(reach);
  }, [reach, focusItem]);
  return { list, setList, held, reach, onKeyDown, onFocus, onBlur, onDrawn };
}
