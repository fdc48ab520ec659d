import { useEffect } from 'react';

/** Ctrl+K, or Cmd+K; not above a dialog that wants an answer first. */
export function usePaletteKey(open: () => void): void {
  useEffect(() => {
    const listen = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isKey) return;
      // Else the browser puts the cursor into its address bar.
      event.preventDefault();
      if (document.querySelector('[aria-modal="true"]') === null) open();
    };
    // Before the canvas, which takes the keys that it knows.
    window.addEventListener('keydown', listen, { capture: true });
    return () => window.removeEventListener('keydown', listen, { capture: true });
  }, [open]);
}
