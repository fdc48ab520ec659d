const FOCUSABLE = 'button, a[href], input, select, textarea, [tabindex]';

/**
 * Returns the elements that can get the focus later: the focused element, then its focusable ancestors, nearest first. One of them can be
 * a table, which passes the focus on to a row.
 */
export function listFocusTargets(element: Element | null): readonly HTMLElement[] {
  const targets: HTMLElement[] = [];
  for (let node: Element | null = element; node && node !== document.body; node = node.parentElement)
    if (node instanceof HTMLElement && (node === element || node.matches('[data-focus-home], main'))) targets.push(node);
  return targets;
}

// Ignore `aria-hidden`: Fluent sets this attribute on elements behind a dialog and removes it with a delay after closing.
const canTakeFocus = (element: HTMLElement) => element.isConnected && element.matches(FOCUSABLE) && !element.matches(':disabled');

const isFocusFree = () => document.activeElement === null || document.activeElement === document.body;

/** Restores the focus after a dialog has closed: to the first target that still exists, otherwise to the heading of the page. */
export function restoreFocus(targets: readonly HTMLElement[]): void {
  const focusFirstTarget = () => {
    if (!isFocusFree()) return;
    const heading = document.querySelector<HTMLElement>('main h1[tabindex], h1[tabindex]');
    (targets.find(canTakeFocus) ?? heading)?.focus();
  };
  // Set the focus before Fluent does, so that Fluent leaves the focus unchanged. Fluent would focus the button of the row that was focused
  // last, even if another element opened the dialog.
  focusFirstTarget();
  // Repeat this later: Fluent may remove the focus, and the row with the button that opened the dialog may disappear.
  setTimeout(focusFirstTarget, FLUENT_RESTORE_MS);
}

/** Time after which Fluent has restored the focus: it does so one or two tasks after a dialog has closed. */
const FLUENT_RESTORE_MS = 60;
