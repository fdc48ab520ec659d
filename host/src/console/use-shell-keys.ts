import { useLayoutEffect } from 'react';
import type { ShellCommands } from '../layout/shell-commands';

/** Opens the palette on Ctrl+K or Cmd+K, and the diagnostics on Ctrl+Alt+M or Cmd+Option+M, unless a modal dialog is open. */
export function useShellKeys({ openPalette, openDiagnostics }: Pick<ShellCommands, 'openPalette' | 'openDiagnostics'>): void {
  // Use a layout effect: useEffect would run only after the page has been painted, and a key pressed before that would be lost.
  useLayoutEffect(() => {
    const handleKey = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.shiftKey) return;
      const isPaletteKey = event.key.toLowerCase() === 'k' && !event.altKey;
      // With Option, macOS types another character, so the key is compared by its position.
      const isDiagnosticsKey = event.code === 'KeyM' && event.altKey;
      if (!isPaletteKey && !isDiagnosticsKey) return;
      // Prevent the browser from focusing its address bar.
      event.preventDefault();
      if (document.querySelector('[aria-modal="true"]') !== null) return;
      if (isPaletteKey) openPalette();
      else openDiagnostics();
    };
    // Listen in the capture phase, before the canvas handles its shortcuts.
    window.addEventListener('keydown', handleKey, { capture: true });
    return () => window.removeEventListener('keydown', handleKey, { capture: true });
  }, [openPalette, openDiagnostics]);
}
