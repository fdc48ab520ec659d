import type { KeyboardEvent } from 'react';

/** Calls `close` if the key is Esc. The key does not reach the canvas, which would deselect the shapes. */
export function handleEscape(event: KeyboardEvent, close: () => void): void {
  if (event.key !== 'Escape') return;
  event.preventDefault();
  event.stopPropagation();
  close();
}
