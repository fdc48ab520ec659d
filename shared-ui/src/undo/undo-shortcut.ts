/** Undo functions of the visible toasts, newest last. */
const undoFunctions: (() => void)[] = [];

/** Selector of elements in which Ctrl+Z does not trigger this undo: text fields have their own undo, and dialogs block the page. */
const HAS_OWN_UNDO =
  'input:not([type="checkbox"], [type="radio"]), textarea, select, [contenteditable]:not([contenteditable="false"]), [role="dialog"], [role="alertdialog"]';

function onKeyDown(event: KeyboardEvent): void {
  const isUndo = (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey && event.key.toLowerCase() === 'z';
  if (!isUndo || event.defaultPrevented || event.repeat) return;
  if (event.target instanceof Element && event.target.closest(HAS_OWN_UNDO)) return;
  const undo = undoFunctions.at(-1);
  if (!undo) return;
  event.preventDefault();
  undo();
}

/** Binds Ctrl+Z (Cmd+Z) to an undo function. The newest registration takes precedence. Returns a function that removes it. */
export function registerUndoShortcut(undo: () => void): () => void {
  if (undoFunctions.length === 0) document.addEventListener('keydown', onKeyDown);
  undoFunctions.push(undo);
  return () => {
    const index = undoFunctions.indexOf(undo);
    if (index < 0) return;
    undoFunctions.splice(index, 1);
    if (undoFunctions.length === 0) document.removeEventListener('keydown', onKeyDown);
  };
}
