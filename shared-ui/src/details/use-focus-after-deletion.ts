import { useEffect } from 'react';

/** Focuses the page title after the row of the page was deleted, if the focused element disappeared with the row. */
export function useFocusAfterDeletion(isDeleted: boolean): void {
  useEffect(() => {
    if (isDeleted && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1[tabindex], h1[tabindex], main')?.focus();
  }, [isDeleted]);
}
