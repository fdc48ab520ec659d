import { type RefObject, useEffect, useRef } from 'react';
import { focusCanvas } from '../image/focus-canvas';
import type { JobBatch } from './job.queries';

/**
 * Keeps the focus on the current item for keyboard users: on its canvas or its container when the item is shown, and on the
 * container when no item is left. A focus on another control is kept.
 */
export function useItemFocus(
  place: RefObject<HTMLElement | null>,
  { emptyReason }: JobBatch,
  current: string | undefined,
  isSeen: boolean,
): void {
  const hasBegun = useRef(false);
  const idle = emptyReason === 'loading' ? null : emptyReason;
  const shown = current === undefined ? idle : isSeen ? current : null;
  useEffect(() => {
    if (shown === null) return;
    const { activeElement: focused, body } = document;
    // On a page that was opened by its URL, the first Tab must lead to the skip link.
    const isIdle = focused === body ? hasBegun.current : focused === place.current || focused instanceof HTMLHeadingElement;
    hasBegun.current = true;
    if (isIdle && place.current && !focusCanvas(place.current)) place.current.focus({ preventScroll: true });
  }, [place, shown]);
}
