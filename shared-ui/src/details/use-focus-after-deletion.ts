import { useEffect } from 'react';

/** Focuses the page title if the entity of the page was deleted and the focused element has disappeared with it. */
export function useFocusAfterDeletion(isDeleted: boolean): void {
  useEffect(() => {
    if (isDeleted && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1[tabindex], h1[tabindex], main')?.focus();
  }, [isDeleted]);
}
