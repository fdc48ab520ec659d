import { useCallback, useLayoutEffect, useRef, useState, type FocusEvent, type KeyboardEvent } from 'react';

/** The row with the focus, and which of its controls has it: -1 is the row itself. */
interface Held {
  id: string;
  index: number;
  control: number;
}

/** Rows that Page Up and Page Down go by. */
const PAGE = 10;
const CONTROLS = 'button, a[href], input, select, textarea, [tabindex]:not([tabindex="-1"])';
/** These have a use of their own for the arrows. */
const TAKES_ARROWS = 'input:not([type="checkbox"]), select, textarea, [role="combobox"], [role="slider"], [contenteditable]';

const rowOf = (element: Element) => element.closest<HTMLElement>('tr[data-row]');
const controlsOf = (row: HTMLElement) => [...row.querySelectorAll<HTMLElement>(CONTROLS)];

function steps(event: KeyboardEvent, count: number): number | null {
  if (event.altKey || event.shiftKey || event.metaKey) return null;
  if (event.key === 'Home' || event.key === 'End') return event.ctrlKey ? (event.key === 'Home' ? -count : count) : null;
  if (event.ctrlKey) return null;
  return { ArrowDown: 1, ArrowUp: -1, PageDown: PAGE, PageUp: -PAGE }[event.key] ?? null;
}

function focusIn(row: HTMLElement, control: number): void {
  const controls = controlsOf(row);
  const target =
    control < 0 ? (row.tabIndex >= 0 ? row : controls[0]) : (controls[Math.min(control, controls.length - 1)] ?? row);
  target?.focus();
}

/**
 * The keyboard in the rows of a table: arrows go to the same control of the next row, Page Up and Down ten rows, Ctrl with
 * Home and End to the ends. When the row with the focus is deleted, the one that takes its place has it.
 */
export function useRowFocus(frame: HTMLDivElement | null, ids: readonly string[]) {
  const [held, setHeld] = useState<Held | null>(null);
  const [reach, setReach] = useState<{ index: number; control: number } | null>(null);
  const wish = useRef<{ index: number; control: number } | null>(null);

  const goTo = useCallback(
    (index: number, control: number) => {
      const row = frame?.querySelector<HTMLElement>(`tr[data-row="${index}"]`);
      if (row) {
        focusIn(row, control);
        return;
      }
      // It is not drawn: scroll there, and focus it once it is.
      wish.current = { index, control };
      setReach({ index, control });
    },
    [frame],
  );
  // Rows come with any drawing, also of the part that draws them alone; the focus goes to the one that is waited for.
  useLayoutEffect(() => {
    if (reach === null || frame === null) return undefined;
    const look = () => {
      const { current } = wish;
      const row = current && frame.querySelector<HTMLElement>(`tr[data-row="${current.index}"]`);
      if (!current || !row) return;
      wish.current = null;
      focusIn(row, current.control);
    };
    const drawn = new MutationObserver(look);
    drawn.observe(frame, { childList: true, subtree: true });
    return () => drawn.disconnect();
  }, [frame, reach]);

  const toNeighbour = useCallback(() => {
    if (ids.length === 0 || held === null) frame?.focus({ preventScroll: true });
    else goTo(Math.min(held.index, ids.length - 1), held.control);
  }, [frame, ids, held, goTo]);

  const index = held === null ? -1 : ids[held.index] === held.id ? held.index : ids.indexOf(held.id);
  if (held !== null && index >= 0 && index !== held.index) setHeld({ ...held, index });
  const isGone = held !== null && index < 0;
  useLayoutEffect(() => {
    const { activeElement } = document;
    if (isGone && (activeElement === null || activeElement === document.body)) frame?.focus({ preventScroll: true });
  }, [isGone, frame, ids]);

  const onFocus = useCallback(
    (event: FocusEvent<HTMLElement>) => {
      // What hands the focus back, after its own opener is gone, gives it to the frame.
      if (event.target === event.currentTarget) {
        if (held !== null && ids.length > 0) toNeighbour();
        return;
      }
      wish.current = null;
      // The sort of a column far to the right has scrolled the names away; who acts on a row by the keyboard must see whose it is.
      if (event.target.closest('[data-actions]') && event.target.matches(':focus-visible')) event.currentTarget.scrollLeft = 0;
      const row = rowOf(event.target);
      const at = Number(row?.dataset.row ?? -1);
      const id = ids[at];
      if (!row || id === undefined) return;
      const control = event.target === row ? -1 : controlsOf(row).indexOf(event.target);
      setHeld((now) => (now?.id === id && now.control === control && now.index === at ? now : { id, index: at, control }));
    },
    [held, ids, toNeighbour],
  );
  const onKeyDown = useCallback(
    (event: KeyboardEvent<HTMLElement>) => {
      const row = event.target instanceof Element ? rowOf(event.target) : null;
      const by = steps(event, ids.length);
      if (!row || by === null || event.defaultPrevented || (event.target as Element).matches(TAKES_ARROWS)) return;
      event.preventDefault();
      // A key that is held comes again before the row that it led to is drawn.
      const from = wish.current?.index ?? Number(row.dataset.row);
      const to = Math.max(0, Math.min(ids.length - 1, from + by));
      const control = event.target === row ? -1 : controlsOf(row).indexOf(event.target as HTMLElement);
      goTo(to, control);
    },
    [ids, goTo],
  );
  return { heldIndex: index < 0 ? null : index, reach, onFocus, onKeyDown };
}
