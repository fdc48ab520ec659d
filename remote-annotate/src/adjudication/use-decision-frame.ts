import { useEffect, useRef, type KeyboardEventHandler } from 'react';
import { adjudicationMessages } from './adjudication-messages';

/**
 * Returns the props of the element that contains a decision screen. The element takes the focus when it is first shown, and handles
 * the keys of all elements inside it.
 */
export function useDecisionFrame(onKeyDown: KeyboardEventHandler<HTMLDivElement>) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  return { ref, tabIndex: 0, role: 'group', 'aria-label': adjudicationMessages.choose, onKeyDown };
}
