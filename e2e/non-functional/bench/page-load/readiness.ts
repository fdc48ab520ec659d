import type { Page } from '@playwright/test';
import type { BenchPage } from './pages';

/** Timings reported by a page, in milliseconds since the navigation started. */
export interface Readiness {
  /** Time at which the heading and the first real content are painted, and no skeleton is left. */
  content: number;
  /** Time since which the main thread is also idle: no task of 50 ms or more for half a second. */
  interactive: number;
}

interface ExpectedContent {
  heading: string;
  content: string;
}

declare global {
  interface Window {
    benchReady?: Promise<Readiness>;
  }
}

/** Runs in the page before the page's code. */
function watchPage({ heading, content }: ExpectedContent): void {
  const IDLE_MS = 500;
  let lastTaskEnd = 0;
  new PerformanceObserver((list) => {
    for (const task of list.getEntries()) lastTaskEnd = Math.max(lastTaskEnd, task.startTime + task.duration);
  }).observe({ type: 'longtask', buffered: true });
  const title = new RegExp(heading);
  const isContentShown = () =>
    title.test(document.querySelector('h1')?.textContent ?? '') &&
    document.querySelector(content) !== null &&
    document.querySelector('main .fui-Skeleton') === null;
  window.benchReady = new Promise((resolve) => {
    const reportWhenIdle = (shownAt: number) => {
      const idleSince = Math.max(lastTaskEnd, shownAt);
      if (performance.now() - idleSince >= IDLE_MS) resolve({ content: shownAt, interactive: idleSince });
      else setTimeout(() => reportWhenIdle(shownAt), 50);
    };
    const reportWhenShown = () => {
      if (!isContentShown()) return requestAnimationFrame(reportWhenShown);
      // The frame is painted after this callback.
      requestAnimationFrame(() => reportWhenIdle(performance.now()));
    };
    requestAnimationFrame(reportWhenShown);
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
