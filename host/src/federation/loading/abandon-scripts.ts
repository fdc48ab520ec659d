/**
 * Fails all pending scripts whose URL starts with `base`, so that code waiting for them can request them again. Scripts that
 * have run are no longer in the document.
 */
export function abandonScripts(base: string): void {
  for (const script of document.querySelectorAll('script')) {
    if (script.src.startsWith(base)) script.dispatchEvent(new Event('error'));
  }
}
