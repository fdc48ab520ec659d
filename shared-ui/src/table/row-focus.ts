import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

/** The focused row, and the index of the focused control in the row. The index is -1 if the row itself is focused. */
interface FocusedRow {
  id: string;
  index: number;
  control: number;
}

/** Number of rows that Page Up and Page Down move. */
const PAGE_STEP = 10;
const CONTROLS = 'button, a[href], input, select, textarea, [tabindex]:not([tabindex="-1"])';
/** Controls that use the arrow keys themselves. */
const TAKES_ARROWS = 'input:not([type="checkbox"]), select, textarea, [role="combobox"], [role="slider"], [contenteditable]';

const getRow = (element: Element) => element.closest<HTMLElement>('tr[data-row]');
const listControls = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

function getStep(event: KeyboardEvent, count: number): number | null {
  if (event.altKey || event.shiftKey || event.metaKey) return null;
  if (event.key === 'Home' || event.key === 'End') return event.ctrlKey ? (event.key === 'Home' ? -count : count) : null;
  if (event.ctrlKey) return null;
  return { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE_STEP, PageUp: -PAGE_STEP }[event.key] ?? null;
}

function focusIn(row: HTMLElement, control: number): void {
  const controls = listControls(row);
  const target =
    control < 0 ? (row.tabIndex >= 0 ? row : controls[0]) : (controls[Math.min(control, controls.length - 1)] ?? row);
  target?.focus();
}

/**
 * Keyboard navigation in the rows of a table. Arrow keys move to the same control of the next row. Page Up and Page Down move ten
 * rows, and Ctrl+Home and Ctrl+End move to the first and last row. If the focused row is deleted, the next row gets the focus.
 */
export function useRowFocus(frame: HTMLDivElement | null, ids: readonly string[]) {
  const [focusedRow, setFocusedRow] = useState<FocusedRow | null>(null);
  const [scrollTarget, setScrollTarget] = useState<{ index: number; control: number } | null>(null);
  const pendingFocus = useRef<{ index: number; control: number } | null>(null);

  const focusRow = useCallback(
    (index: number, control: number) => {
      const row = frame?.querySelector<HTMLElement>(`tr[data-row="${index}"]`);
      if (row) {
        focusIn(row, control);
        return;
      }
      // The row is not rendered yet. Scroll to it, and focus it once it is rendered.
      pendingFocus.current = { index, control };
      setScrollTarget({ index, control });
    },
    [frame],
  );
  // Focus the row as soon as it exists. Observe the DOM, because a child component can add rows without rendering this hook again.
  useLayoutEffect(() => {
    if (scrollTarget === null || frame === null) return undefined;
    const focusIfRendered = () => {
      const { current } = pendingFocus;
      const row = current && frame.querySelector<HTMLElement>(`tr[data-row="${current.index}"]`);
      if (!current || !row) return;
      pendingFocus.current = null;
      focusIn(row, current.control);
    };
    const observer = new MutationObserver(focusIfRendered);
    observer.observe(frame, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [frame, scrollTarget]);

  const focusNextRow = useCallback(() => {
    if (ids.length === 0 || focusedRow === null) frame?.focus({ preventScroll: true });
    else focusRow(Math.min(focusedRow.index, ids.length - 1), focusedRow.control);
  }, [frame, ids, focusedRow, focusRow]);

  const index =
    focusedRow === null ? -1 : ids[focusedRow.index] === focusedRow.id ? focusedRow.index : ids.indexOf(focusedRow.id);
  if (focusedRow !== null && index >= 0 && index !== focusedRow.index) setFocusedRow({ ...focusedRow, index });
  const isDeleted = focusedRow !== null && index < 0;
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isDeleted && (activeElement === null || activeElement === document.body)) frame?.focus({ preventScroll: true });
  }, [isDeleted, frame, ids]);

  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      // The frame itself gets the focus after a dialog has closed, if the button that opened the dialog no longer exists.
      if (event.target === event.currentTarget) {
        if (focusedRow !== null && ids.length > 0) focusNextRow();
        return;
      }
      pendingFocus.current = null;
      // Scroll the table back to the name column, so that keyboard users see which row they are in.
      if (event.target.closest('[data-actions]') && event.target.matches(':focus-visible')) event.currentTarget.scrollLeft = 0;
      const row = getRow(event.target);
      const rowIndex = Number(row?.dataset.row ?? -1);
      const id = ids[rowIndex];
      if (!row || id === undefined) return;
      const control = event.target === row ? -1 : listControls(row).indexOf(event.target);
      setFocusedRow((current) =>
        current?.id === id && current.control === control && current.index === rowIndex
          ? current
          : { id, index: rowIndex, control },
      );
    },
    [focusedRow, ids, focusNextRow],
  );
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const row = event.target instanceof Element ? getRow(event.target) : null;
      const rowStep = getStep(event, ids.length);
      if (!row || rowStep === null || event.defaultPrevented || (event.target as Element).matches(TAKES_ARROWS)) return;
      event.preventDefault();
      // While a key is held down, key events arrive before the next row is rendered. Continue from the pending row.
      const rowIndex = pendingFocus.current?.index ?? Number(row.dataset.row);
      const targetIndex = Math.max(0, Math.min(ids.length - 1, rowIndex + rowStep));
      const control = event.target === row ? -1 : listControls(row).indexOf(event.target as HTMLElement);
      focusRow(targetIndex, control);
    },
    [ids, focusRow],
  );
  return { focusedIndex: index < 0 ? null : index, scrollTarget, onFocus, onKeyDown };
}
