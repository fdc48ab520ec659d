// `npm run bench -- pages [--rounds 5]`: measures how long each list page takes to show its first row after a reload or a link
// click.
import type { Page } from '@playwright/test';
import { formatTable, percentile } from '../../support/measure';
import { formatLoad, print } from '../../support/output';
import { LIMITS } from '../limits';
import { measureNavigation } from './paint-timing';
import { runConsoleBench, WARM_UP } from './run-console-bench';

/** Excludes skeleton rows, which a table shows while it loads. */
const TABLE_ROW = 'main tbody tr:not(:has(.fui-SkeletonItem))';
const CARD_FIGURE = 'main [role="region"] dd';
/** Selector of the first content of each page. /evaluation is missing, because the demo has no evaluations. */
const CONTENT_BY_PAGE: Record<string, string> = {
  '/': CARD_FIGURE,
  '/images': 'main a[href^="/image/"]',
  '/detection': TABLE_ROW,
  '/segmentation': TABLE_ROW,
  '/jobs': TABLE_ROW,
  '/groups': TABLE_ROW,
  '/products': TABLE_ROW,
  '/sets': TABLE_ROW,
};

/** Runs in each document before its code, and records when the first content is painted. */
function watchFirstContent(selectors: Record<string, string>): void {
  const selector = selectors[location.pathname];
  if (selector === undefined) return;
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (window.benchPainted = performance.now());
  new MutationObserver((_changes, watcher) => {
    if (!document.querySelector(selector)) return;
    watcher.disconnect();
    // The message arrives after the frame is painted.
    requestAnimationFrame(() => port2.postMessage(null));
  }).observe(document, { subtree: true, childList: true });
}

/** Measures the milliseconds from the request of the document to its first row, with a warm cache. */
async function measureReload(page: Page): Promise<number> {
  await page.reload();
  await page.waitForFunction(() => window.benchPainted !== undefined);
  return page.evaluate(() => window.benchPainted ?? 0);
}

runConsoleBench({ name: 'pages', defaultRounds: 5 }, async ({ rounds, open }) => {
  const page = await open();
  await page.addInitScript(watchFirstContent, CONTENT_BY_PAGE);
  const rows = [];
  let exceededCount = 0;
  for (const [path, selector] of Object.entries(CONTENT_BY_PAGE)) {
    const reloadDurations: number[] = [];
    const linkDurations: number[] = [];
    await page.goto(path);
    for (let round = -WARM_UP; round < rounds; round += 1) {
      const reloadMs = await measureReload(page);
      // Leave the page, so that its first content disappears.
      const [otherPath, otherSelector] = path === '/' ? ['/sets', TABLE_ROW] : ['/', CARD_FIGURE];
      await measureNavigation(page, otherPath, { selector: otherSelector });
      const linkMs = await measureNavigation(page, path, { selector });
      if (round < 0) continue;
      reloadDurations.push(reloadMs);
      linkDurations.push(linkMs);
    }
    const [reloadP50, linkP50] = [percentile(reloadDurations, 0.5), percentile(linkDurations, 0.5)];
    const isWithinLimit = reloadP50 <= LIMITS.reload && linkP50 <= LIMITS.link;
    if (!isWithinLimit) exceededCount += 1;
    rows.push([path, `${reloadP50.toFixed(0)} ms`, `${linkP50.toFixed(0)} ms`, isWithinLimit ? 'ok' : 'exceeded']);
  }
  print(`${formatLoad()}. Limits: ${LIMITS.reload} ms and ${LIMITS.link} ms.`);
  print(formatTable(['p50', 'reload', 'link', 'result'], rows));
  return exceededCount === 0;
});
