import type { Page } from '@playwright/test';

/** The content to wait for. */
export interface PaintCondition {
  /** Selector of the content. At least one element must match. */
  selector: string;
  /** Maximum number of matches. */
  maxMatches?: number;
  /** Text that each match must contain. */
  text?: string;
  /** Event that starts the measurement; it starts immediately by default. */
  event?: 'click' | 'keydown' | 'pointerup';
}

declare global {
  interface Window {
    /** Start and end of the measurement, as `performance.now()`. */
    benchStarted?: number;
    benchPainted?: number;
  }
}

/** Runs in the page and records when the wanted content is painted. */
function recordPaint({ selector, maxMatches, text, event }: PaintCondition): void {
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (window.benchPainted ??= performance.now());
  const watchForPaint = () => {
    const watcher = new MutationObserver(() => {
      const matches = [...document.querySelectorAll(selector)];
      if (matches.length === 0 || matches.length > (maxMatches ?? Infinity)) return;
      if (text !== undefined && !matches.every((match) => (match.textContent ?? '').includes(text))) return;
      watcher.disconnect();
      // The message arrives after the frame is painted.
      requestAnimationFrame(() => port2.postMessage(null));
    });
    watcher.observe(document.body, { subtree: true, childList: true, characterData: true });
  };
  Object.assign(window, { benchStarted: performance.now(), benchPainted: undefined });
  if (event === undefined) return watchForPaint();
  const recordStart = ({ timeStamp }: Event) => {
    window.benchStarted = timeStamp;
    watchForPaint();
  };
  addEventListener(event, recordStart, { capture: true, once: true });
}

/** Measures the milliseconds from `action` to the frame that shows the wanted content. */
export async function measurePaint(page: Page, condition: PaintCondition, action: () => Promise<unknown>): Promise<number> {
  await page.evaluate(recordPaint, condition);
  await action();
  await page.waitForFunction(() => window.benchPainted !== undefined);
  return page.evaluate(() => (window.benchPainted ?? 0) - (window.benchStarted ?? 0));
}

/** Runs in the page and navigates like a link within the console. */
function pushPath(path: string): void {
  history.pushState({ key: `bench${performance.now()}`, idx: 1 }, '', path);
  dispatchEvent(new PopStateEvent('popstate', { state: history.state as unknown }));
}

/** Measures the milliseconds from a link within the console to the wanted content. */
export const measureNavigation = (page: Page, path: string, condition: PaintCondition): Promise<number> =>
  measurePaint(page, condition, () => page.evaluate(pushPath, path));
