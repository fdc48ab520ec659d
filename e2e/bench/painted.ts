import type { Page } from '@playwright/test';

/** What is waited for. */
export interface Wanted {
  /** Something of it is in the page; with one of the others, all of it is meant. */
  selector: string;
  /** At most so many of them. */
  most?: number;
  /** Each has this in its text. */
  text?: string;
  /** From this event of the page, or from now on. */
  event?: 'click' | 'keydown';
}

declare global {
  interface Window {
    /** When it was asked for, and when it was on the screen; by `performance.now()`. */
    benchAsked?: number;
    benchPainted?: number;
  }
}

/** Runs in the page: notes when what is wanted has been painted. */
function notePainted({ selector, most, text, event }: Wanted): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (window.benchPainted ??= performance.now());
  const watch = () => {
    const watcher = new MutationObserver(() => {
      const found = [...document.querySelectorAll(selector)];
      if (found.length === 0 || found.length > (most ?? Infinity)) return;
      if (text !== undefined && !found.every((each) => (each.textContent ?? '').includes(text))) return;
      watcher.disconnect();
      // The message comes after the frame was painted.
      requestAnimationFrame(() => port2.postMessage(null));
    });
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  Object.assign(window, { benchAsked: performance.now(), benchPainted: undefined });
  if (event === undefined) return watch();
  const begin = ({ timeStamp }: Event) => {
    window.benchAsked = timeStamp;
    watch();
  };
  addEventListener(event, begin, { capture: true, once: true });
}

/** Milliseconds from what `act` does to the frame that shows what is wanted. */
export async function paintedAfter(page: Page, wanted: Wanted, act: () => Promise<unknown>): Promise<number> {
  await page.evaluate(notePainted, wanted);
  await act();
  await page.waitForFunction(() => window.benchPainted !== undefined);
  return page.evaluate(() => (window.benchPainted ?? 0) - (window.benchAsked ?? 0));
}

/** Runs in the page: goes to an address as a link within the console does. */
function goTo(path: string): void {
  history.pushState({ key: `bench${performance.now()}`, idx: 1 }, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
}

/** Milliseconds from a link within the console to what is wanted of its page. */
export const openedBy = (page: Page, path: string, wanted: Wanted): Promise<number> =>
  paintedAfter(page, wanted, () => page.evaluate(goTo, path));
