import { useEffect, useRef, type KeyboardEventHandler } from 'react';
import { adjudicationMessages } from './adjudication-messages';

/**
 * Returns the properties of the element of a decision. It has the focus when it is shown, and the keys work wherever the focus is
 * within it.
 */
export function useDecisionFrame(onKeyDown: KeyboardEventHandler<HTMLDivElement>) {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    ref.current?.focus({ preventScroll: true });
    ref.current?.scrollIntoView?.({ block: 'start' });
  }, []);
  return { ref, tabIndex: 0, role: 'group', 'aria-label': adjudicationMessages.choose, onKeyDown };
}
