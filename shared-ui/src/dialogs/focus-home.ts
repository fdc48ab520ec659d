const FOCUSABLE = 'button, a[href], input, select, textarea, [tabindex]';

/** The element that has the focus, and what around it can take it, nearest first: a table gives it to the row that is next. */
export function focusHomesOf(element: Element | null): readonly HTMLElement[] {
  const homes: HTMLElement[] = [];
  for (let at: Element | null = element; at && at !== document.body; at = at.parentElement)
    if (at instanceof HTMLElement && (at === element || at.matches('[data-focus-home], main'))) homes.push(at);
  return homes;
}

// Whether it stands behind a dialog (`aria-hidden`) is not asked: Fluent takes that back in its own time.
const canTake = (element: HTMLElement) => element.isConnected && element.matches(FOCUSABLE) && !element.matches(':disabled');

/** After a dialog has gone: the focus goes to its opener, or where that is gone too, to what stood around it. */
export function giveFocusBack(homes: readonly HTMLElement[]): void {
  // The dialog hands it back by itself a task later, where it can; a person may have moved on as well.
  setTimeout(() => {
    const { activeElement } = document;
    if (activeElement !== null && activeElement !== document.body) return;
    const heading = document.querySelector<HTMLElement>('main h1[tabindex], h1[tabindex]');
    (homes.find(canTake) ?? heading)?.focus();
  }, FLUENT_RESTORES_MS);
}

/** Fluent's own restoring is a task or two behind the dialog's end. */
const FLUENT_RESTORES_MS = 60;
