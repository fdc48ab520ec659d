import { useCallback, useState, type FocusEvent, type KeyboardEvent } from 'react';

const CONTROL = 'button, a[href], input';

const getIndex = (element: Element) => Number(element.closest<HTMLElement>('li[data-item]')?.dataset.item ?? -1);

function getTargetIndex(key: string, index: number, count: number): number | null {
  if (key === 'ArrowDown') return Math.min(index + 1, count - 1);
  if (key === 'ArrowUp') return Math.max(index - 1, 0);
  if (key === 'Home') return 0;
  return key === 'End' ? count - 1 : null;
}

/** Keyboard navigation in a list. The item at `focusedIndex` must stay rendered, even if it is scrolled out of view. */
export function useListKeys(count: number) {
  const [listElement, setList] = useState<HTMLUListElement | null>(null);
  const [focusedIndex, setFocusedIndex] = useState<number | null>(null);
  /** Index of an item to scroll to and to focus as soon as it is rendered. */
  const [scrollTarget, setScrollTarget] = useState<number | null>(null);

  const focusItem = useCallback(
    (index: number) => {
      const control = listElement?.querySelector<HTMLElement>(`li[data-item="${index}"]`)?.querySelector<HTMLElement>(CONTROL);
      control?.focus();
      return control !== null && control !== undefined;
    },
    [listElement],
  );

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !(event.target instanceof Element)) return;
    // While a key is held down, key events arrive faster than items render. Continue from the pending target.
    const targetIndex = getTargetIndex(event.key, scrollTarget ?? getIndex(event.target), count);
    if (targetIndex === null) return;
    event.preventDefault();
    if (!focusItem(targetIndex)) setScrollTarget(targetIndex);
  };
  const onFocus = (event: FocusEvent) => {
    setFocusedIndex(getIndex(event.target));
    setScrollTarget(null);
  };
  const onBlur = () => setFocusedIndex(null);
  const onRendered = useCallback(() => {
    if (scrollTarget !== null) focusItem(scrollTarget);
  }, [scrollTarget, focusItem]);
  return { listElement, setList, focusedIndex, scrollTarget, onKeyDown, onFocus, onBlur, onRendered };
}
