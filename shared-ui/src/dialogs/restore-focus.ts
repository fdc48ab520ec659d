const FOCUSABLE = 'button, a[href], input, select, textarea, [tabindex]';

/** The element that has the focus, and what around it can take it, nearest first: a table gives it to the row that is next. */
export function listFocusTargets(element: Element | null): readonly HTMLElement[] {
  const homes: HTMLElement[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    if (at instanceof HTMLElement && (at === element || at.matches('[data-focus-home], main'))) homes.push(at);
  return homes;
}

// Whether it stands behind a dialog (`aria-hidden`) is not asked: Fluent takes that back in its own time.
const canTake = (element: HTMLElement) => element.isConnected && element.matches(FOCUSABLE) && !element.matches(':disabled');

const isFree = () => document.activeElement === null || document.activeElement === document.body;

/** After a dialog has gone: the focus goes to its opener, or where that is gone too, to what stood around it. */
export function restoreFocus(homes: readonly HTMLElement[]): void {
  const give = () => {
    if (!isFree()) return;
    const heading = document.querySelector<HTMLElement>('main h1[tabindex], h1[tabindex]');
    (homes.find(canTake) ?? heading)?.focus();
  };
  // At once: Fluent gives it to the button of a row that had it last, which need not be what has opened the dialog.
  give();
  // And once Fluent is done, for it may have taken it away again, and the row of the opener may be gone by then.
  setTimeout(give, FLUENT_RESTORES_MS);
}

/** Fluent's own restoring is a task or two behind the dialog's end. */
const FLUENT_RESTORES_MS = 60;
