const FOCUSABLE = 'button, a[href], input, select, textarea, [tabindex]';

/** Returns the focused element and its ancestors that can take over the focus, nearest first. A table passes it to a row. */
export function listFocusTargets(element: Element | null): readonly HTMLElement[] {
  const targets: HTMLElement[] = [];
  for (let node: Element | null = element; node && node !== document.body; node = node.parentElement)
    if (node instanceof HTMLElement && (node === element || node.matches('[data-focus-home], main'))) targets.push(node);
  return targets;
}

// Ignores `aria-hidden`, which Fluent sets on elements behind a dialog and removes with a delay.
const canTakeFocus = (element: HTMLElement) => element.isConnected && element.matches(FOCUSABLE) && !element.matches(':disabled');

const isFocusFree = () => document.activeElement === null || document.activeElement === document.body;

/** After a dialog has closed: focuses the first target that still exists, otherwise the heading of the page. */
export function restoreFocus(targets: readonly HTMLElement[]): void {
  const focus = () => {
    if (!isFocusFree()) return;
    const heading = document.querySelector<HTMLElement>('main h1[tabindex], h1[tabindex]');
    (targets.find(canTakeFocus) ?? heading)?.focus();
  };
  // Before Fluent, which focuses the last focused button of a row, even if that did not open the dialog.
  focus();
  // Again after Fluent, which may have removed the focus. The row of the opener may be deleted by then.
  setTimeout(focus, FLUENT_RESTORE_MS);
}

/** Fluent restores the focus one or two tasks after a dialog has closed. */
const FLUENT_RESTORE_MS = 60;
