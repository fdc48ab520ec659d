import { useCallback, useRef } from 'react';

/** Returns the focus to the last focused row of a table when a panel below the table closes. Set `ref` on the element around the table. */
export function useReturnFocus() {
  const ref = useRef<HTMLDivElement>(null);
  const returnFocus = useCallback(() => ref.current?.querySelector<HTMLElement>('[data-focus-home]')?.focus(), []);
  return { ref, returnFocus };
}
