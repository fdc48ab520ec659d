/** Ways back that a toast offers at the moment, the newest last. */
const offers: (() => void)[] = [];

/** These have a way back of their own: text that is typed, and whatever a dialog is about. */
const HAS_OWN_UNDO =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"]';

function onKeyDown(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z';
  if (!isUndo || event.defaultPrevented || event.repeat) return;
  if (event.target instanceof Element && event.target.closest(HAS_OWN_UNDO)) return;
  const take = offers.at(-1);
  if (!take) return;
  event.preventDefault();
  take();
}

/** Ctrl+Z (Cmd+Z) takes this way back for as long as it is the newest that is offered. Returns the end of the offer. */
export function registerUndoShortcut(take: () => void): () => void {
  if (offers.length === 0) document.addEventListener('keydown', onKeyDown);
  offers.push(take);
  return () => {
    const at = offers.indexOf(take);
    if (at < 0) return;
    offers.splice(at, 1);
    if (offers.length === 0) document.removeEventListener('keydown', onKeyDown);
  };
}
