import { type RefObject, useEffect, useRef } from 'react';
import { focusCanvas } from '../image/focus-canvas';
import type { JobBatch } from './job.queries';

/**
 * The focus of who works through a job by keys: on the item's canvas, or on its place where it has none, as soon as it is on the
 * screen; on the place too when none is left. A focus that is in use stays; what vanishes with an item would leave it on the body.
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
    // On a page that was opened by its address Tab leads to the skip link first.
    const isIdle = focused === body ? hasBegun.current : focused === place.current || focused instanceof HTMLHeadingElement;
    hasBegun.current = true;
    if (isIdle && place.current && !focusCanvas(place.current)) place.current.focus({ preventScroll: true });
  }, [place, shown]);
}
