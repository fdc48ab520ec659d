import type { Page } from '@playwright/test';
import type { BenchPage } from './pages';

/** Timings reported by a page, in milliseconds since the navigation started. */
export interface Readiness {
  /** Time at which the heading and the first real content are painted, and no skeleton is left. */
  content: number;
  /** Time since which the main thread is also idle: no task of 50 ms or more for half a second. */
  interactive: number;
}

interface Wanted {
  heading: string;
  content: string;
}

declare global {
  interface Window {
    benchReady?: Promise<Readiness>;
  }
}

/** Runs in the page before the page's code. */
function watchPage({ heading, content }: Wanted): void {
  const QUIET_MS = 500;
  let lastBusy = 0;
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) lastBusy = Math.max(lastBusy, task.startTime + task.duration);
  }).observe({ type: 'longtask', buffered: true });
  const title = new RegExp(heading);
  const isShown = () =>
    title.test(document.querySelector('h1')?.textContent ?? '') &&
    document.querySelector(content) !== null &&
    document.querySelector('main .fui-Skeleton') === null;
  window.benchReady = new Promise((resolve) => {
    const whenQuiet = (shownAt: number) => {
      const idleSince = Math.max(lastBusy, shownAt);
      if (performance.now() - idleSince >= QUIET_MS) resolve({ content: shownAt, interactive: idleSince });
      else setTimeout(() => whenQuiet(shownAt), 50);
    };
    const check = () => {
      if (!isShown()) return requestAnimationFrame(check);
      // The frame is painted after this callback.
      requestAnimationFrame(() => whenQuiet(performance.now()));
    };
    requestAnimationFrame(check);
  });
}

/** Makes later documents of the tab report when they are ready. */
export async function watchReadiness(page: Page, { heading, content }: BenchPage): Promise<void> {
  await page.addInitScript(watchPage, { heading: heading.source, content });
}

/** @throws if the page is not ready in time */
export async function waitUntilReady(page: Page, withinMs = 60_000): Promise<Readiness> {
  const timeout = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error(`${page.url()} was not ready within ${withinMs} ms`)), withinMs).unref(),
  );
  return Promise.race([page.evaluate(() => window.benchReady as Promise<Readiness>), timeout]);
}
