import { useCallback, useRef } from 'react';

/** What stands below a table goes away: the focus goes back to the row of the table that had it last. Give `ref` to what is around the table. */
export function useTableHome() {
  const ref = useRef<HTMLDivElement>(null);
  const goHome = useCallback(() => ref.current?.querySelector<HTMLElement>('[data-focus-home]')?.focus(), []);
  return { ref, goHome };
}
