import type { KeyboardEvent } from 'react';

/** Returns a key handler that closes a drawer. A visible tooltip would otherwise take the first Escape. */
export const closeOnEscape =
  (close: () => void) =>
  ({ key }: KeyboardEvent): void => {
    if (key === 'Escape') close();
  };
