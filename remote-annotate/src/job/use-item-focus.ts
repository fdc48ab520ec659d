import { type RefObject, useEffect, useRef } from 'react';
import { focusCanvas } from '../image/controls/focus-canvas';
import type { JobBatch } from './job.queries';

/**
 * Keeps the focus on the current item for keyboard users. When an item is shown, its canvas or its container gets the focus. When no item
 * is left, the container gets the focus. The focus is not moved away from another control.
 */
export function useItemFocus(
  container: RefObject<HTMLElement | null>,
  { emptyReason }: JobBatch,
  currentItem: string | undefined,
  isSeen: boolean,
): void {
  const hasShownItem = useRef(false);
  const emptyState = emptyReason === 'loading' ? null : emptyReason;
  const shownState = currentItem === undefined ? emptyState : isSeen ? currentItem : null;
  useEffect(() => {
    if (shownState === null) return;
    const { activeElement: focusedElement, body } = document;
    // If the page was opened by its URL, do not move the focus, so that the first Tab goes to the skip link.
    const canTakeFocus =
      focusedElement === body
        ? hasShownItem.current
        : focusedElement === container.current || focusedElement instanceof HTMLHeadingElement;
    hasShownItem.current = true;
    if (canTakeFocus && container.current && !focusCanvas(container.current)) container.current.focus({ preventScroll: true });
  }, [container, shownState]);
}
