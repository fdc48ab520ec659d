/**
 * Ends the scripts under that address that have not answered, as if they had failed: whoever waits for them may then
 * ask anew. Scripts that have run are gone from the document.
 */
export function abandonScripts(base: string): void {
  for (const script of document.querySelectorAll('script')) {
    if (script.src.startsWith(base)) script.dispatchEvent(new Event('error'));
  }
}
