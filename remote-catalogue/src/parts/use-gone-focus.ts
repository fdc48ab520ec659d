import { useEffect } from 'react';

/** What the page is about has gone while somebody worked on it, and what had the focus with it: the page's title takes it. */
export function useGoneFocus(isGone: boolean): void {
  useEffect(() => {
    if (isGone && document.activeElement === document.body)
      document.querySelector<HTMLElement>('main h1[tabindex], h1[tabindex], main')?.focus();
  }, [isGone]);
}
