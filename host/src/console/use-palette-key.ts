import { useLayoutEffect } from 'react';

/** Opens the palette on Ctrl+K or Cmd+K, unless a modal dialog is open. */
export function usePaletteKey(open: () => void): void {
  // useEffect would run only after the page has been painted, so a key pressed before that would be lost.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      const isKey = event.key.toLowerCase() === 'k' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey;
      if (!isKey) return;
      // By default the browser focuses its address bar.
      event.preventDefault();
      if (document.querySelector('[aria-modal="true"]') === null) open();
    };
    // Listen in the capture phase, before the canvas handles its shortcuts.
    window.addEventListener('keydown', handleKey, { capture: true });
    return () => window.removeEventListener('keydown', handleKey, { capture: true });
  }, [open]);
}
